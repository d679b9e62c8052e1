import type { FindingEntry } from "../findings/finding.ts";
import type { ReadQuestion } from "../request/question.ts";

// Findings come in the order of their rank: what the answer shows (100 and more), cookies (200) and parameters (300)
// that do not count, the key (400), what the signature is for (500), faults of the parameters (800), what the answer
// makes only likely (990), conditions of the policy that are not met (1000), and what nobody has checked (1200).

/** Before what the answer shows. */
export const rankBeforeAnswer = 100;

/** Before what the signature is for: a URL that was changed has another signature. */
export const rankBeforeSignature = 490;

/** After the conditions of the policy. */
export const rankAfterConditions = 1110;

/** What several findings have in common that another one explains at once. */
type FindingKind =
  /** It says no more than that a parameter is missing. */
  | "missing"
  /** A value is wrong, or this follows from a wrong value. */
  | "wrong-value";

/** How a finding goes together with others. */
interface Ties {
  readonly kind?: FindingKind;
  /** The kinds and the IDs of findings that only follow from this one. They are left out beside it, unless it is only possible. */
  readonly explains?: readonly string[];
  /** The answer is one that no key would explain better, so that nothing is said of what was not checked. */
  readonly isAnsweredElsewhere?: true;
  /** The request reached the origin. */
  readonly isOfOrigin?: true;
  /** It may have been otherwise when CloudFront answered: the time, the viewer's address, the keys. */
  readonly isOfCircumstances?: true;
  /** It names no cause, but the input that would show one. */
  readonly isUndecided?: true;
  /** The parameter that has the fault, by its name in URLs: mended in thought, it lets the rest be read. */
  readonly parameter?: string;
}

/** What is said of the findings of a check, whatever was seen, and how they go together with others. */
export type CheckEntry = FindingEntry<ReadQuestion> & Ties;

/** The entries of a check. The compiler refuses a table that lacks an ID of its union or has another one. */
export type Checks<Id extends string> = Readonly<Record<Id, CheckEntry>>;
