import type { CloudFrontFindingId } from "cloudfront-sign-diagnosis";
import { describeCloudFrontOutcome } from "cloudfront-sign-diagnosis";
import { localTime } from "../describe-time.ts";
import type { DescribedFinding } from "../finding-lines.ts";
import { labelledLines } from "../labelled-lines.ts";
import type { Explanation } from "./explanation.ts";

/** Findings with the local time of what is over or to come. */
export function describedFindings({ findings, inspection }: Explanation): DescribedFinding[] {
  const times: Partial<Record<CloudFrontFindingId, readonly [name: string, date: Date | undefined]>> = {
    expired: ["expiry", inspection.expiresAt],
    "not-yet-valid": ["start", inspection.startsAt],
  };
  return findings.map((finding) => {
    const [name = "", date] = times[finding.id] ?? [];
    const local = date && hasOtherZone(date) ? `; the ${name} in local time is ${localTime(date)}` : "";
    return { ...finding, sentence: finding.summary, evidence: finding.evidence + local };
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
