import { answerSentences } from "./answer-evidence.ts";
import { conditionSentences } from "./condition-evidence.ts";
import { cookieSentences } from "./cookie-evidence.ts";
import type { Evidence } from "./evidence.ts";
import { parameterSentences } from "./parameter-evidence.ts";
import type { Sentences } from "./sentences.ts";
import { signatureSentences } from "./signature-evidence.ts";
import { undecidedSentences } from "./undecided-evidence.ts";
import { urlDifferenceSentences } from "./url-difference-evidence.ts";

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
