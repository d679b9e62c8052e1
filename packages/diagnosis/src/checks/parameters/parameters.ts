import { type Finding, foundBy, proven, type Seen } from "../../findings/finding.ts";
import { arrivedCookies } from "../../request/arrived-cookies.ts";
import { cookieSeparatorSeen } from "../../request/cookie-separator.ts";
import { lacksHost } from "../../request/given-url.ts";
import type { ReadQuestion } from "../../request/question.ts";
import { lostParameterFindings, lostVariableFindings } from "./lost-variables.ts";
import { otherServices, otherSignatureFindings } from "./other-services.ts";
import { misspeltNameFindings, type ParameterNameFindingId } from "./parameter-names.ts";
import { otherIdentifierFindings, type RequestFindingId } from "./request-problems.ts";
import {
  invisibleCharacterFindings,
  removedCharacterFindings,
  type StrayCharacterFindingId,
} from "./stray-characters.ts";
import { type TruncatedUrlFindingId, truncatedUrlFindings } from "./truncated-url.ts";
import { htmlCharacterFindings, type UrlDamageFindingId, urlDamages } from "./url-damages.ts";
import { changedQueryFindings, otherFileFindings, type StreamFindingId, streamFiles } from "./without-key.ts";

/** What is found in URLs and signing parameters: besides the findings of this room, some that others prove. */
type ParameterFinding = Finding<
  | NonNullable<ReturnType<typeof otherSignatureFindings>[number]>["id"]
  | ParameterNameFindingId
  | RequestFindingId
  | StrayCharacterFindingId
  | StreamFindingId
  | TruncatedUrlFindingId
  | UrlDamageFindingId
  | "url-parameter-added"
  | "url-parameters-reordered"
  | "url-path-changed"
>;

/** A host name that is a scheme or cut off: until it is mended, nothing else can be read. */
export function hidingFindings({ givenUrl }: ReadQuestion): ParameterFinding[] {
  if (lacksHost(givenUrl)) return [proven("request-invalid", hostlessSeen)];
  const found = urlDamages(givenUrl).map(({ finding }) => finding);
  return found.some(({ id }) => id === "request-invalid" || id === "url-truncated") ? found : [];
}

const hostlessSeen: Seen = {
  evidence: "there is no host name behind https://, so that clients take the first folder for it",
  summary: "The URL has no host name.",
  fix: "Find the variable that the host name comes from, and set it before you sign the URL.",
};

/** What the text of the URL shows before its signature is checked. */
export function parameterFindings(question: ReadQuestion, isSignatureRight: boolean): ParameterFinding[] {
  const elsewhere = otherSignatureFindings(question);
  // With a signature that is right, the request was sent as it stands.
  const changed = isSignatureRight ? [] : damageFindings(question);
  return [
    ...foundBy(otherServices, question),
    ...foundBy(streamFiles, question),
    ...elsewhere,
    ...otherIdentifierFindings(question),
    ...misspeltNameFindings(question),
    ...changed,
    // Parameters that are only written in another way are not cut off.
    ...(elsewhere.length > 0 || changed.length > 0 ? [] : truncatedUrlFindings(question)),
    ...lostVariableFindings(question, isSignatureRight),
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
  isSignatureRight: boolean,
): ParameterFinding[] {
  const changed = isSignatureRight
    ? []
    : [
        ...htmlCharacterFindings(question),
        ...(urlDamages(question.givenUrl).length === 0 ? changedQueryFindings(question) : []),
        ...invisibleCharacterFindings(question),
        ...lostParameterFindings(question),
      ];
  return [...changed, ...otherFileFindings(question), ...removedCharacterFindings(question)];
}
