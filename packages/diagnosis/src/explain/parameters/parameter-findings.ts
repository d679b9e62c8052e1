import { type Finding, foundBy } from "../../findings/finding.ts";
import type { ReadQuestion } from "../question/question.ts";
import { changedQueryFindings } from "./changed-query.ts";
import { escapedSeparatorFindings } from "./escaped-separators.ts";
import { lostParameterFindings, lostVariableFindings } from "./lost-variables-in-url.ts";
import { misplacedParameterFindings } from "./misplaced-parameters.ts";
import { otherSignatureFindings } from "./other-signatures.ts";
import { type ParameterFinding, parameterFindingTable } from "./parameter-finding-table.ts";
import { quotedPrintableFindings } from "./quoted-printable.ts";
import { truncatedUrlFindings } from "./truncated-url.ts";
import { invisibleCharacterFindings, removedCharacterFindings } from "./unsent-characters.ts";

/** What the text of the URL shows before its signature is checked. */
export function parameterFindings(
  question: ReadQuestion,
  signatureFindings: readonly Finding[],
): ParameterFinding[] {
  const misplaced = misplacedParameterFindings(question);
  const elsewhere = otherSignatureFindings(question);
  // The semicolon of &amp; is not a separator of its own.
  const isHtml = misplaced.some(({ id }) => id === "html-escaped");
  const changed = isHtml ? [] : [...quotedPrintableFindings(question), ...escapedSeparatorFindings(question)];
  return [
    ...foundBy(parameterFindingTable, question),
    ...elsewhere,
    ...misplaced,
    ...changed,
    // Parameters that are only written in another way are not cut off.
    ...(isHtml || elsewhere.length > 0 || changed.length > 0 ? [] : truncatedUrlFindings(question)),
    ...lostVariableFindings(question, isSignatureRight(question, signatureFindings)),
  ];
}

/** What may be wrong with the URL, unless the public key shows that the signature is valid for it as it is. */
export function possibleParameterFindings(
  question: ReadQuestion,
  signatureFindings: readonly Finding[],
): ParameterFinding[] {
  const changed = isSignatureRight(question, signatureFindings)
    ? []
    : [
        ...changedQueryFindings(question),
        ...invisibleCharacterFindings(question),
        ...lostParameterFindings(question),
      ];
  return [...changed, ...removedCharacterFindings(question)];
}

/** Whether the public key shows that the signature is valid for this request. */
function isSignatureRight(
  { verifier, keyPairId }: ReadQuestion,
  signatureFindings: readonly Finding[],
): boolean {
  return signatureFindings.length === 0 && verifier?.keyPairIds.includes(keyPairId) === true;
}
