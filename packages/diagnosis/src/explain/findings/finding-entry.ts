import type { ComparedTexts } from "../comparison.ts";
import type { Evidence } from "../evidence/evidence.ts";

/** The words of a finding that a reader sees besides the evidence. */
export interface FindingWords {
  /** The cause in one sentence. */
  readonly summary: string;
  /** What to do. */
  readonly fix: string;
}

/** The same for all findings of one ID. */
export interface FindingEntry extends FindingWords {
  /**
   * Findings come in the order of their rank: what the answer shows (100 and more), cookies (200) and parameters
   * (300) that do not count, the key (400), what the signature is for (500), faults of the parameters (800), what
   * the answer makes only likely (990), conditions of the policy that are not met (1000), and what nobody has
   * checked (1200).
   */
  readonly rank: number;
  /** Words that fit what was seen better than the general ones. */
  readonly wordsFor?: (evidence: Evidence, compared?: ComparedTexts) => Partial<FindingWords> | undefined;
  /** Whether the finding shows both sides of the difference. */
  readonly hasComparison?: true;
}
