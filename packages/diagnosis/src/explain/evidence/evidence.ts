import type { AnswerEvidence } from "./answer-evidence.ts";
import type { ConditionEvidence } from "./condition-evidence.ts";
import type { CookieEvidence } from "./cookie-evidence.ts";
import type { ParameterEvidence } from "./parameter-evidence.ts";
import type { SignatureEvidence } from "./signature-evidence.ts";
import type { UndecidedEvidence } from "./undecided-evidence.ts";

/** What was seen, as a value: `describe-evidence.ts` has the sentences. */
export type Evidence =
  | AnswerEvidence
  | ConditionEvidence
  | CookieEvidence
  | ParameterEvidence
  | SignatureEvidence
  | UndecidedEvidence;
