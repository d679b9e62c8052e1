import { compareTexts } from "../comparison.ts";
import { describeEvidence } from "../evidence/describe-evidence.ts";
import { printableSentence } from "../visible-characters.ts";
import type { CloudFrontFinding, Finding } from "./finding.ts";
import { findingEntry } from "./finding-table.ts";

/** Before what the signature is for: a URL that was changed has another signature. */
export const rankBeforeSignature = 490;

/** After the conditions of the policy. */
export const rankAfterConditions = 1110;

/** Findings in the order of their rank, the first of each ID only, in words. */
export function rankFindings(findings: readonly Finding[]): CloudFrontFinding[] {
  return findings
    .filter(({ id }, i) => findings.findIndex((other) => other.id === id) === i)
    .sort((one, other) => rankOf(one) - rankOf(other))
    .map(inWords);
}

function inWords({ id, certainty, evidence, compared }: Finding): CloudFrontFinding {
  const { summary, fix, wordsFor, hasComparison } = findingEntry(id);
  const words = { summary, evidence: describeEvidence(evidence), fix, ...wordsFor?.(evidence, compared) };
  return {
    id,
    certainty,
    summary: printableSentence(words.summary),
    evidence: printableSentence(words.evidence),
    fix: printableSentence(words.fix),
    ...(hasComparison && compared && { comparison: compareTexts(compared) }),
  };
}

function rankOf({ id, rank = findingEntry(id).rank }: Finding): number {
  return rank;
}
