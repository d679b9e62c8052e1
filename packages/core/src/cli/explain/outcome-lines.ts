import type { CloudFrontFinding, CloudFrontFindingId } from "../../explain/finding.ts";
import { findingEntry } from "../../explain/finding-table.ts";
import { describeSeconds } from "../../policy/duration.ts";
import { localTime, utcTime } from "../describe-time.ts";
import type { DescribedFinding } from "../finding-lines.ts";
import { labelledLines } from "../labelled-lines.ts";
import type { Explanation } from "./explanation.ts";

const references: Record<Explanation["timeSource"], string> = {
  clock: "now it is",
  flag: "--now is",
  answer: "the answer is from",
};

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

/** Findings whose sentence says how long ago or how soon, and whose evidence says when. */
export function describedFindings(explanation: Explanation): DescribedFinding[] {
  return explanation.findings.map((finding) => ({
    ...finding,
    ...wordsInFlags[finding.id],
    sentence: finding.summary,
    ...timeInWords(finding.id, explanation),
  }));
}

function timeInWords(
  id: CloudFrontFindingId,
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
