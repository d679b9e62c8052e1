import type { CloudFrontFinding } from "../../explain/finding.ts";
import { describeSeconds } from "../../policy/duration.ts";
import { localTime, utcTime } from "../describe-time.ts";
import type { DescribedFinding } from "../finding-lines.ts";
import { labelledLines } from "../labelled-lines.ts";
import type { Explanation } from "./explanation.ts";
import { publicKeyFlag } from "./public-key-flag.ts";

const references: Record<Explanation["timeSource"], string> = {
  clock: "now it is",
  flag: "--now is",
  answer: "the answer is from",
};

/** What the library says of its options, in flags. */
function wordsInFlags(
  { id, certainty }: CloudFrontFinding,
  { inspection, hasRequest }: Explanation,
): Partial<Pick<CloudFrontFinding, "evidence" | "fix">> {
  switch (id) {
    case "ip-unknown":
      return {
        evidence: `the policy is for ${inspection.policy?.ipAddress} only, and no --ip-address was given`,
        fix: "Give the viewer's address with --ip-address.",
      };
    case "signature-not-checked":
      return {
        fix: hasRequest
          ? `Give the public key with ${publicKeyFlag(inspection)}: it shows whether the signature is valid, and if not, why.`
          : "Give what was requested, too: the URL with --url, cookies with --cookie, or the whole output of curl -v.",
      };
    case "resource-not-checked":
      return inspection.url ? {} : { fix: "Give the requested URL with --url." };
    case "not-restricted":
      // It is only possible where the origin's answer shows it, and not --restrict.
      if (certainty === "possible") return {};
      return {
        evidence: "no --restrict pattern has this path",
        fix: "Look for the cause at the origin, which gave this answer: CloudFront checks no signature here. Or restrict viewer access for this cache behavior, and change --restrict.",
      };
    default:
      return {};
  }
}

/** Findings whose sentence says how long ago or how soon, and whose evidence says when. */
export function describedFindings(explanation: Explanation): DescribedFinding[] {
  return explanation.findings.map((finding) => ({
    ...finding,
    ...wordsInFlags(finding, explanation),
    sentence: finding.summary,
    ...timeInWords(finding.id, explanation),
  }));
}

function timeInWords(
  id: CloudFrontFinding["id"],
  { inspection: { startsAt, expiresAt }, time, timeSource }: Explanation,
): Pick<DescribedFinding, "sentence" | "evidence"> | undefined {
  const reference = `${references[timeSource]} ${utcTime(time)}`;
  const isNow = timeSource === "clock";
  if (id === "expired" && expiresAt)
    return {
      sentence: isNow
        ? `The signature expired ${span(expiresAt, time)} ago.`
        : `The signature had expired ${span(expiresAt, time)} before the request.`,
      evidence: `it was valid until ${utcAndLocalTime(expiresAt)}; ${reference}`,
    };
  if (id === "not-yet-valid" && startsAt)
    return {
      sentence: isNow
        ? `The signature becomes valid in ${span(time, startsAt)}.`
        : `The request came ${span(time, startsAt)} before the signature becomes valid.`,
      evidence: `it is valid from ${utcAndLocalTime(startsAt)}; ${reference}`,
    };
  return undefined;
}

function span(from: Date, to: Date): string {
  return describeSeconds(Math.max(1, (to.getTime() - from.getTime()) / 1000));
}

function utcAndLocalTime(date: Date): string {
  return date.getTimezoneOffset() === 0 ? utcTime(date) : `${utcTime(date)} (${localTime(date)})`;
}

/** What there is to say without findings: all was checked, and nothing is wrong. */
export function outcomeLines(explanation: Explanation, width: number): string[] {
  return labelledLines("Allowed", allowedSentence(explanation), "green", width);
}

function allowedSentence({ verdict, allowedStatus }: Explanation): string {
  if (allowedStatus !== undefined)
    return `The answer is ${allowedStatus}, and nothing is wrong with this request.`;
  return verdict?.allowed && !verdict.restricted
    ? "No --restrict pattern has this path, so CloudFront checks no signature here."
    : "CloudFront allows this request: signature, policy and time are right.";
}
