import type { CloudFrontFinding, CloudFrontFindingId } from "../../explain/finding.ts";
import { findingEntry } from "../../explain/finding-table.ts";
import { localTime } from "../describe-time.ts";
import type { DescribedFinding } from "../finding-lines.ts";
import { labelledLines } from "../labelled-lines.ts";
import type { Explanation } from "./explanation.ts";

/** Findings whose words in the library are those of a program. */
const wordsInFlags: Partial<Record<CloudFrontFindingId, Pick<CloudFrontFinding, "evidence" | "fix">>> = {
  "ip-unknown": {
    evidence: "no --ip-address was given to compare with it",
    fix: "Give the viewer's address with --ip-address.",
  },
  "not-restricted": {
    evidence: "no --restrict pattern has this path",
    fix: "Look for the cause at the origin, which gave this answer: CloudFront checks no signature here. Or restrict viewer access for this cache behavior, and change --restrict.",
  },
};

/** Findings in words that fit the command, with the local time of what is over or to come. */
export function describedFindings({ findings, inspection }: Explanation): DescribedFinding[] {
  const times: Partial<Record<CloudFrontFindingId, readonly [name: string, date: Date | undefined]>> = {
    expired: ["expiry", inspection.expiresAt],
    "not-yet-valid": ["start", inspection.startsAt],
  };
  return findings.map((finding) => {
    const { evidence, fix } = { ...finding, ...wordsInFlags[finding.id] };
    const [name = "", date] = times[finding.id] ?? [];
    const local = date && hasOtherZone(date) ? `; the ${name} in local time is ${localTime(date)}` : "";
    return { ...finding, sentence: finding.summary, evidence: evidence + local, fix };
  });
}

function hasOtherZone(date: Date): boolean {
  return date.getTimezoneOffset() !== 0;
}

/** What there is to say without findings: that the request is allowed, or what is missing to know. */
export function outcomeLines(explanation: Explanation, width: number): string[] {
  const { word, sentence } = outcomeOf(explanation);
  return labelledLines(word, sentence, word === "Allowed" ? "green" : "cyan", width);
}

interface Outcome {
  readonly word: "Allowed" | "Undecided";
  readonly sentence: string;
}

function outcomeOf({ verdict, isChecked, allowedStatus, isAnswerAlone }: Explanation): Outcome {
  if (isAnswerAlone)
    return {
      word: "Undecided",
      sentence:
        "The answer alone does not show the cause. Give what was requested, too: the URL with --url, cookies with --cookie, or the whole output of curl -v.",
    };
  if (allowedStatus !== undefined)
    return {
      word: "Allowed",
      sentence: `The answer is ${allowedStatus}, and nothing is wrong with this request.`,
    };
  if (verdict?.allowed)
    return {
      word: "Allowed",
      sentence: verdict.restricted
        ? "CloudFront allows this request: signature, policy and time are right."
        : "No --restrict pattern has this path, so CloudFront checks no signature here.",
    };
  if (verdict) return { word: "Undecided", sentence: findingEntry(verdict.reason).summary };
  return {
    word: "Undecided",
    sentence: isChecked
      ? "Nothing is wrong with these cookies by themselves. Give the requested URL with --url to know more."
      : "Nothing wrong can be seen, but only the public key can tell whether the signature is valid.",
  };
}
