import { answerSentences } from "./answer/answer-evidence.ts";
import { conditionSentences } from "./conditions/condition-evidence.ts";
import { cookieSentences } from "./cookies/cookie-evidence.ts";
import type { Evidence } from "./evidence.ts";
import { parameterSentences } from "./parameters/parameter-evidence.ts";
import type { Sentences } from "./sentences.ts";
import { signatureSentences } from "./signature/signature-evidence.ts";
import { urlDifferenceSentences } from "./signature/url-difference-evidence.ts";
import { undecidedSentences } from "./undecided/undecided-evidence.ts";

/** Evidence in words. Quotes at most a few characters of a URL, and nothing of a policy or a signature. */
export function describeEvidence(evidence: Evidence): string {
  const sentences: Sentences<Evidence> = {
    ...answerSentences,
    ...conditionSentences,
    ...cookieSentences,
    ...parameterSentences,
    ...signatureSentences,
    ...urlDifferenceSentences,
    ...undecidedSentences,
  };
  if (typeof evidence === "string") return sentences[evidence];
  // The compiler cannot see that the function found by a kind takes evidence of this kind.
  return (sentences[evidence.kind] as (evidence: Evidence) => string)(evidence);
}
