import { describeSeconds, limits } from "cloudfront-sign-webcrypto/internals";
import { type Finding, proven } from "../../findings/finding.ts";
import type { ReadQuestion } from "../../request/question.ts";
import { utcTimeOf } from "../../request/time-words.ts";
import type { SentPolicy } from "../../signature/signed-statement.ts";
import type { Checks } from "../check.ts";

/**
 * Another expiry time was signed than the one that is sent.
 *
 * @inline
 */
export type ExpiryFindingId =
  /**
   * The signature is for a different expiry: in milliseconds, rounded, in another time zone, or off by some days.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-canned-policy.html
   */
  "expires-changed";

export const signedExpiry: Checks<ExpiryFindingId> = {
  "expires-changed": {
    rank: 650,
    summary: "The signature was made for a different expiry time.",
    fix: "Send the Expires that was signed.",
    hasComparison: true,
  },
};

/** For a signature with another expiry time than the request has: what to send or to sign, in its URL or its cookies. */
export function expiryFinding(
  signed: string,
  { expires: sent, kind }: SentPolicy,
  { request, time }: ReadQuestion,
): Finding<ExpiryFindingId> {
  const compared = { signed: `Expires=${signed}`, requested: `Expires=${sent}` };
  if (!/^\d+$/.test(signed))
    return proven(
      "expires-changed",
      `signed ${signed}, which is not a whole number of seconds, sent ${Number(sent)}`,
      {
        fix: `Sign the whole number that is sent, ${Number(sent)}: round it before it is put into the policy.`,
        compared,
      },
    );
  const change = expiryChange(Number(signed), Number(sent));
  const isUsable = (change === "time-zone" || change === "moved") && Number(signed) > time / 1000;
  const name = request.source === "cookies" ? "CloudFront-Expires" : "Expires";
  const place = request.source === "cookies" ? "the cookie CloudFront-Policy" : "Policy";
  const send =
    kind === "canned"
      ? `Send ${name}=${signed}, which was signed${Number(sent) > Number(signed) ? `. Only the author of the policy can decide to sign ${sent}, which is later` : `, or sign ${sent}`}.`
      : `Send in ${place} the policy that was signed, with DateLessThan ${signed}, or sign the one that is sent: a policy and its signature are renewed together.`;
  const sign =
    change === "milliseconds" || change === "thousandth"
      ? `Sign the number that is sent, ${sent}: CloudFront counts seconds.`
      : `Sign ${sent}, which is sent, if the author of the policy decides on it: the time that was signed has passed.`;
  return proven("expires-changed", describeOtherExpiry(Number(signed), Number(sent)), {
    fix: isUsable ? send : sign,
    compared,
  });
}

/** What was done to an expiry time before it was signed, as far as its value shows it. */
type ExpiryChange = "milliseconds" | "thousandth" | "time-zone" | "moved";

/** Time zones differ from UTC by whole quarters of an hour, by 14 hours at most. */
const stepOfOffsets = 900;
const largestOffset = 50_400;

function expiryChange(signed: number, sent: number): ExpiryChange {
  if (signed >= limits.secondsLimit) return "milliseconds";
  if (signed === Math.floor(sent / 1000)) return "thousandth";
  const difference = Math.abs(signed - sent);
  return difference % stepOfOffsets === 0 && difference <= largestOffset ? "time-zone" : "moved";
}

/** Two expiry times, and how they differ. */
function describeOtherExpiry(signed: number, sent: number): string {
  const numbers = `signed ${signed}, sent ${sent} (${utcTimeOf(sent)})`;
  const change = expiryChange(signed, sent);
  if (change === "milliseconds") return `${numbers}: the signed number is in milliseconds`;
  if (change === "thousandth") return `${numbers}: the signed number was divided by 1000`;
  const length = `${describeSeconds(Math.abs(signed - sent))} ${signed > sent ? "later" : "earlier"}`;
  const zone = change === "time-zone" ? ", perhaps a time zone" : "";
  return `signed ${utcTimeOf(signed)}, sent ${utcTimeOf(sent)}: ${length}${zone}`;
}
