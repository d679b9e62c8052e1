import { proven } from "../../findings/finding.ts";
import type { ReadQuestion } from "../question/question.ts";
import { describeOtherExpiry, expiryChange } from "../values/other-expiry.ts";
import type { SignatureFinding } from "./signature-finding-table.ts";
import type { SentPolicy } from "./signed-statement.ts";

/** For a signature with another expiry time than the request has: what to send or to sign, in its URL or its cookies. */
export function expiryFinding(
  signed: string,
  { expires: sent, kind }: SentPolicy,
  { request, time }: ReadQuestion,
): SignatureFinding {
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
      ? `Send ${name}=${signed}, which was signed, or sign ${sent}.`
      : `Send in ${place} the policy that was signed, with DateLessThan ${signed}, or sign the one that is sent: a policy and its signature are renewed together.`;
  const sign =
    change === "milliseconds" || change === "thousandth"
      ? `Sign the number that is sent, ${sent}: CloudFront counts seconds.`
      : `Sign ${sent}, which is sent: the time that was signed has passed.`;
  return proven("expires-changed", describeOtherExpiry(Number(signed), Number(sent)), {
    fix: isUsable ? send : sign,
    compared,
  });
}
