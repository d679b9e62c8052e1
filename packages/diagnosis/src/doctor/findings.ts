import type { Finding } from "../findings/finding.ts";
import { rankFindings } from "../findings/rank-findings.ts";
import { allChecks, type CloudFrontDistributionFindingId } from "./checks/checks.ts";
import { printable } from "./quote.ts";
import type { Setup } from "./setup.ts";

/** A fault or a risk in a distribution, or in what goes with it. */
export interface CloudFrontDistributionFinding {
  /** Name of the finding, for `switch`. */
  readonly id: CloudFrontDistributionFindingId;
  /** `proven` by the documents; `likely` when little else is possible; `possible` for a thing to check. */
  readonly certainty: "proven" | "likely" | "possible";
  /** What is wrong, in one sentence. */
  readonly summary: string;
  /**
   * The distribution by its ID. If the documents do not show it, by its first alternate domain name or the
   * place of the document. `undefined` if the finding is about a key or an option.
   */
  readonly distribution: string | undefined;
  /** The cache behaviors by their path patterns, `*` for the default one; empty if it is about no behavior. */
  readonly pathPatterns: readonly string[];
  /** What was seen. Never a key, and never a whole URL. */
  readonly evidence: string;
  /** What to do. */
  readonly fix: string;
}

/**
 * What all checks find, in words and in the order of their rank. Cache behaviors of a distribution with the same fault
 * share a finding.
 */
export function findingsIn(setup: Setup): CloudFrontDistributionFinding[] {
  const checks = allChecks();
  const findings: Finding<CloudFrontDistributionFindingId>[] = [];
  for (const [id, { certainty, find }] of Object.entries(checks))
    for (const seen of find(setup))
      findings.push({ id: id as CloudFrontDistributionFindingId, certainty, ...seen });
  return rankFindings(findings, {
    entryOf: (id) => checks[id],
    keyOf: ({ id, certainty, place }, evidence) =>
      JSON.stringify([id, certainty, place?.distribution, evidence]),
    printable,
  }).map(({ finding: { id, certainty, place }, summary, evidence, fix, places }) => ({
    id,
    certainty,
    summary,
    fix,
    distribution: place?.distribution,
    pathPatterns: places.map(({ pathPattern }) => pathPattern).filter((pattern) => pattern !== undefined),
    evidence,
  }));
}
