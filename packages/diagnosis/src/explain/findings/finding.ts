import type { CloudFrontComparison, ComparedTexts } from "../comparison.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { AnswerFindingId } from "./answer-finding-table.ts";
import type { ConditionFindingId } from "./condition-finding-table.ts";
import type { CookieFindingId } from "./cookie-finding-table.ts";
import type { ParameterFindingId } from "./parameter-finding-table.ts";
import type { SignatureFindingId } from "./signature-finding-table.ts";
import type { UndecidedFindingId } from "./undecided-finding-table.ts";

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

/** A finding before it is put into words. */
export interface Finding {
  readonly id: CloudFrontFindingId;
  readonly certainty: CloudFrontFinding["certainty"];
  readonly evidence: Evidence;
  /** What differs, whole: it is cut to what is safe to show. */
  readonly compared?: ComparedTexts;
  /** Where it comes, if not at the rank of its ID. */
  readonly rank?: number;
}

/** A finding that the request itself or the public key proves. */
export function proven(id: CloudFrontFindingId, evidence: Evidence): Finding {
  return { id, certainty: "proven", evidence };
}

/** A finding for which there are few other causes. */
export function likely(id: CloudFrontFindingId, evidence: Evidence): Finding {
  return { id, certainty: "likely", evidence };
}

/** A finding that is a thing to check. */
export function possible(id: CloudFrontFindingId, evidence: Evidence): Finding {
  return { id, certainty: "possible", evidence };
}
