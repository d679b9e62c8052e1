import { type Finding, foundBy, proven } from "../../findings/finding.ts";
import { arrivedCookies } from "../../request/arrived-cookies.ts";
import type { ReadQuestion } from "../../request/question.ts";
import { cookieSeparatorSeen } from "../../request/cookie-separator.ts";
import { urlDamages } from "../../request/url-damages.ts";
import {
  changedQueryFindings,
  htmlCharacterFindings,
  invisibleCharacterFindings,
  otherFileFindings,
  removedCharacterFindings,
} from "./changes-without-key.ts";
import { lostParameterFindings, lostVariableFindings } from "./lost-variables-in-url.ts";
import { misplacedParameterFindings } from "./misplaced-parameters.ts";
import { otherSignatureFindings } from "./other-signatures.ts";
import { type ParameterFinding, parameterFindingTable } from "./parameter-finding-table.ts";
import { truncatedUrlFindings } from "./truncated-url.ts";

/** What the text of the URL shows before its signature is checked. */
export function parameterFindings(
  question: ReadQuestion,
  signatureFindings: readonly Finding[],
): ParameterFinding[] {
  const misplaced = misplacedParameterFindings(question);
  const elsewhere = otherSignatureFindings(question);
  const changed = damageFindings(question);
  return [
    ...foundBy(parameterFindingTable, question),
    ...elsewhere,
    ...misplaced,
    ...changed,
    // Parameters that are only written in another way are not cut off.
    ...(elsewhere.length > 0 || changed.length > 0 ? [] : truncatedUrlFindings(question)),
    ...lostVariableFindings(question, isSignatureRight(question, signatureFindings)),
  ];
}

/** What something on the way did to the URL, or to the cookies. A signed cookie makes a parameter of one's own of any. */
function damageFindings({ request, cookies, givenUrl }: ReadQuestion): ParameterFinding[] {
  const [inCookies] = cookies.pairs.flatMap(([, value]) => cookieSeparatorSeen(value) ?? []);
  if (inCookies) return [proven("parameters-escaped", inCookies)];
  const hasCookies = request.source === "cookies" || arrivedCookies(cookies).values.size > 0;
  return hasCookies ? [] : urlDamages(givenUrl).map(({ finding }) => finding);
}

/** What may be wrong with the URL, unless the public key shows that the signature is valid for it as it is. */
export function possibleParameterFindings(
  question: ReadQuestion,
  signatureFindings: readonly Finding[],
): ParameterFinding[] {
  const changed = isSignatureRight(question, signatureFindings)
    ? []
    : [
        ...htmlCharacterFindings(question),
        ...changedQueryFindings(question),
        ...invisibleCharacterFindings(question),
        ...lostParameterFindings(question),
      ];
  return [...changed, ...otherFileFindings(question), ...removedCharacterFindings(question)];
}

/** Whether the public key shows that the signature is valid for this request. */
function isSignatureRight(
  { verifier, keyPairId }: ReadQuestion,
  signatureFindings: readonly Finding[],
): boolean {
  return signatureFindings.length === 0 && verifier?.keyPairIds.includes(keyPairId) === true;
}
