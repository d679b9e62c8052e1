import type { CloudFrontFinding, CloudFrontFindingId } from "../../explain/findings/finding.ts";
import { describeCloudFrontOutcome } from "../../explain/findings/outcome.ts";
import { localTime } from "../describe-time.ts";
import type { DescribedFinding } from "../finding-lines.ts";
import { labelledLines } from "../labelled-lines.ts";
import type { Explanation } from "./explanation.ts";
import { publicKeyFlag } from "./public-key-flag.ts";

/** What the library says of its options, in flags. */
function wordsInFlags(
  { id, certainty }: CloudFrontFinding,
  { inspection, hasRequest, isChecked }: Explanation,
): Partial<Pick<CloudFrontFinding, "evidence" | "fix">> {
  switch (id) {
    case "ip-unknown":
      return {
        evidence: `the policy is for ${inspection.policy?.ipAddress} only, and no --ip-address was given`,
        fix: "Give the viewer's address with --ip-address.",
      };
    case "signature-not-checked":
      // With a public key it is the runtime that cannot check it.
      if (isChecked && hasRequest) return {};
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

/** Findings in words that fit the command, with the local time of what is over or to come. */
export function describedFindings(explanation: Explanation): DescribedFinding[] {
  const { findings, inspection } = explanation;
  const times: Partial<Record<CloudFrontFindingId, readonly [name: string, date: Date | undefined]>> = {
    expired: ["expiry", inspection.expiresAt],
    "not-yet-valid": ["start", inspection.startsAt],
  };
  return findings.map((finding) => {
    const { evidence, fix } = { ...finding, ...wordsInFlags(finding, explanation) };
    const [name = "", date] = times[finding.id] ?? [];
    const local = date && hasOtherZone(date) ? `; the ${name} in local time is ${localTime(date)}` : "";
    return { ...finding, sentence: finding.summary, evidence: evidence + local, fix };
  });
}

function hasOtherZone(date: Date): boolean {
  return date.getTimezoneOffset() !== 0;
}

/** What there is to say without findings: all was checked, and nothing is wrong. */
export function outcomeLines(explanation: Explanation, width: number): string[] {
  return labelledLines("Allowed", allowedSentence(explanation), "green", width);
}

function allowedSentence({ verdict, allowedStatus }: Explanation): string {
  return allowedStatus === undefined && verdict?.allowed && !verdict.restricted
    ? "No --restrict pattern has this path, so CloudFront checks no signature here."
    : describeCloudFrontOutcome([], { status: allowedStatus }).sentence;
}
