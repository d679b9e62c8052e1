import { describeEvidence } from "./describe-evidence.ts";
import type { CloudFrontFinding, Finding } from "./finding.ts";
import { findingTable } from "./finding-table.ts";

/** After all that the parameters and the public key prove, before the conditions of the policy. */
export const rankAfterProofs = 99;

/** After the conditions of the policy. */
export const rankAfterConditions = 111;

/** Findings in the order of their rank, the first of each ID only, in words. */
export function rankFindings(findings: readonly Finding[]): CloudFrontFinding[] {
  return findings
    .filter(({ id }, i) => findings.findIndex((other) => other.id === id) === i)
    .sort((one, other) => rankOf(one) - rankOf(other))
    .map(({ id, certainty, evidence }) => ({
      id,
      certainty,
      summary: findingTable[id].summary,
      evidence: describeEvidence(evidence),
      fix: findingTable[id].fix,
    }));
}

function rankOf({ id, rank = findingTable[id].rank }: Finding): number {
  return rank;
}
