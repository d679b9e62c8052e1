import { type CloudFrontComparison, compareTexts } from "../findings/comparison.ts";
import type { Finding, FindingEntry } from "../findings/finding.ts";
import { printableSentence } from "../findings/quote.ts";
import { rankFindings } from "../findings/rank-findings.ts";
import { maskedSecrets, type SecretParts, withoutSecrets } from "../secrets/secret-values.ts";
import { type AnswerFindingId, answerFindingTable } from "./answer/answer-finding-table.ts";
import { type ConditionFindingId, conditionFindingTable } from "./conditions/condition-finding-table.ts";
import { type CookieFindingId, cookieFindingTable } from "./cookies/cookie-finding-table.ts";
import { type ParameterFindingId, parameterFindingTable } from "./parameters/parameter-finding-table.ts";
import { type SignatureFindingId, signatureFindingTable } from "./signature/signature-finding-table.ts";
import { type UndecidedFindingId, undecidedFindingTable } from "./undecided/undecided-finding-table.ts";

/**
 * The names of all findings, in the order of their rank; `docs/explain.md` shows what each one is about:
 * {@link AnswerFindingId}, {@link CookieFindingId}, {@link ParameterFindingId}, {@link SignatureFindingId},
 * {@link ConditionFindingId}, {@link UndecidedFindingId}.
 */
export type CloudFrontFindingId =
  | AnswerFindingId
  | CookieFindingId
  | ParameterFindingId
  | SignatureFindingId
  | ConditionFindingId
  | UndecidedFindingId;

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

let entries: Readonly<Record<CloudFrontFindingId, FindingEntry>> | undefined;

/** The entry of a finding. `docs/explain.md` shows them all. */
export function findingEntry(id: CloudFrontFindingId): FindingEntry {
  entries ??= {
    ...answerFindingTable,
    ...cookieFindingTable,
    ...parameterFindingTable,
    ...signatureFindingTable,
    ...conditionFindingTable,
    ...undecidedFindingTable,
  };
  return entries[id];
}

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
