import { likely } from "../../findings/finding.ts";
import type { ReadQuestion } from "../../request/question.ts";
import { readGivenUrl } from "../../request/given-url.ts";
import { type OtherIdentifier, otherIdentifier } from "../../request/key-pair-id-form.ts";
import {
  exchangedNames,
  exchangeSeen,
  misspeltNames,
  type Pair,
  renamingSeen,
} from "../../request/meant-name.ts";
import { urlDamages } from "../../request/url-damages.ts";
import type { ParameterFinding } from "./parameter-finding-table.ts";

/** Signing parameters that are there and do not count, and URLs that do not go to CloudFront. */
export function misplacedParameterFindings(question: ReadQuestion): ParameterFinding[] {
  const { request, givenUrl, cookies, keyPairId } = question;
  const findings = otherIdentifierFindings(question, keyPairId);
  const has = (name: string): boolean => request.parameters.has(name);
  const query = queryPairs(givenUrl);
  const inQuery = misspeltNames(query, "", has);
  if (inQuery.length > 0)
    findings.push(likely("parameter-names", renamingSeen(inQuery, readGivenUrl(givenUrl).text)));
  const inCookies = misspeltNames(cookies.pairs, "CloudFront-", has);
  if (inCookies.length > 0) findings.push(likely("parameter-names", renamingSeen(inCookies)));
  return findings;
}

function queryPairs(givenUrl: string): Pair[] {
  return readGivenUrl(givenUrl).pairs.map(({ name, value = "" }) => [name, value]);
}

/** A host name that is a scheme, and values under each other's names: until they are mended, nothing else can be read. */
export function hidingFindings({ givenUrl, cookies }: ReadQuestion): ParameterFinding[] {
  const damages = urlDamages(givenUrl);
  const found = damages.map(({ finding }) => finding);
  const exchanged = [
    ...exchangedNames(queryPairs(damages.at(-1)?.url ?? givenUrl), ""),
    ...exchangedNames(cookies.pairs, "CloudFront-"),
  ];
  if (exchanged.length > 0)
    return [...found, likely("parameter-names", { ...exchangeSeen(exchanged), rank: rankOfExchanged })];
  return found.some(({ id }) => id === "request-invalid") ? found : [];
}

/** After all damages of the URL, which have to be mended first. */
const rankOfExchanged = 385;

/** Before that the key is not trusted, which follows from it. */
const rankOfOtherIdentifier = 405;

/** An ID that AWS gives to something else. CloudFront knows the key if it answers with another code. */
function otherIdentifierFindings(
  { verifier, code, keyLookupProblem }: ReadQuestion,
  keyPairId: string,
): ParameterFinding[] {
  const identifier = otherIdentifier(keyPairId);
  const isKnown = verifier?.keyPairIds.includes(keyPairId) || (code !== undefined && code !== "InvalidKey");
  if (identifier === undefined || keyLookupProblem || isKnown) return [];
  return [
    likely("key-id-not-a-key-id", `Key-Pair-Id has the form of ${otherKinds[identifier]}`, {
      fix: "Use the ID of the public key (K…): CloudFront console, Key management, Public keys; or aws cloudfront list-public-keys.",
      rank: rankOfOtherIdentifier,
    }),
  ];
}

const otherKinds: Readonly<Record<OtherIdentifier, string>> = {
  distribution: "the ID of a distribution (E…)",
  "access-key": "the ID of an access key (AKIA…, ASIA…)",
  account: "the number of an AWS account",
};
