import { describeEvidence, quote } from "./describe-evidence.ts";
import type { CloudFrontDistributionFinding, Finding } from "./finding.ts";
import { findingTable } from "./finding-table.ts";

/**
 * Findings in words, in the order of the table. Cache behaviors of a distribution with the same fault share a
 * finding.
 */
export function rankFindings(findings: readonly Finding[]): CloudFrontDistributionFinding[] {
  const merged = new Map<string, CloudFrontDistributionFinding & { readonly pathPatterns: string[] }>();
  for (const finding of findings) {
    const { id, certainty, distribution, behavior } = finding;
    const evidence = describeEvidence(finding.evidence);
    const name = distribution && quote(distribution.name);
    const key = JSON.stringify([id, certainty, name, evidence]);
    const same = merged.get(key);
    const pathPatterns = same?.pathPatterns ?? [];
    if (behavior) pathPatterns.push(quote(behavior.pathPattern));
    if (!same)
      merged.set(key, { id, certainty, ...findingTable[id], distribution: name, pathPatterns, evidence });
  }
  const ranks = new Map(Object.keys(findingTable).map((id, rank) => [id, rank]));
  const rankOf = ({ id }: CloudFrontDistributionFinding): number => ranks.get(id) as number;
  return [...merged.values()].sort((one, other) => rankOf(one) - rankOf(other));
}
