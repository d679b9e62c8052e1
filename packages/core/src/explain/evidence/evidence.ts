import type { AnswerEvidence } from "./answer/answer-evidence.ts";
import type { ConditionEvidence } from "./conditions/condition-evidence.ts";
import type { CookieEvidence } from "./cookies/cookie-evidence.ts";
import type { ParameterEvidence } from "./parameters/parameter-evidence.ts";
import type { SignatureEvidence } from "./signature/signature-evidence.ts";
import type { UndecidedEvidence } from "./undecided/undecided-evidence.ts";

/** What was seen, as a value: `describe-evidence.ts` has the sentences. */
export type Evidence =
  | AnswerEvidence
  | ConditionEvidence
  | CookieEvidence
  | ParameterEvidence
  | SignatureEvidence
  | UndecidedEvidence;
