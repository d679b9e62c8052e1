import { type CloudFrontFindingId, findingEntry } from "../checks/entries.ts";
import { type CloudFrontComparison, compareTexts } from "../findings/comparison.ts";
import type { Finding } from "../findings/finding.ts";
import { printableSentence } from "../findings/quote.ts";
import { rankFindings } from "../findings/rank-findings.ts";
import { maskedSecrets, type SecretParts, withoutSecrets } from "../secrets/secret-values.ts";

/** One thing that explains a denial. */
export interface CloudFrontFinding {
  /** Name of the finding, for `switch`. */
  readonly id: CloudFrontFindingId;
  /**
   * `proven` by the input itself or by the public key; `likely` when few other causes look like this;
   * `possible` for a thing to check.
   */
  readonly certainty: "proven" | "likely" | "possible";
  /** The cause in one sentence. */
  readonly summary: string;
  /** What was seen. Never a whole URL, policy or signature. */
  readonly evidence: string;
  /** What to do. */
  readonly fix: string;
  /** Both sides of a difference, of a URL or a policy, around the first different character. */
  readonly comparison?: CloudFrontComparison;
}

/** A finding about a request, before it is put into words. */
export type DenialFinding = Finding<CloudFrontFindingId>;

/**
 * Findings in words and in the order of their rank, the first of each ID only. What was sent and what came back may
 * have a secret in any place: no sentence shows one.
 */
export function denialFindings(
  findings: readonly DenialFinding[],
  secrets: SecretParts,
): CloudFrontFinding[] {
  return rankFindings(findings, {
    entryOf: findingEntry,
    keyOf: ({ id }) => id,
    printable: (sentence) => printableSentence(withoutSecrets(sentence, secrets)),
  }).map(({ finding: { id, certainty, compared }, summary, evidence, fix, hasComparison }) => ({
    id,
    certainty,
    summary,
    evidence,
    fix,
    ...(hasComparison && compared && { comparison: maskedComparison(compareTexts(compared), secrets) }),
  }));
}

function maskedComparison(
  { signed, requested, position }: CloudFrontComparison,
  secrets: SecretParts,
): CloudFrontComparison {
  return { signed: maskedSecrets(signed, secrets), requested: maskedSecrets(requested, secrets), position };
}
