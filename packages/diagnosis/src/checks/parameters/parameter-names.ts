import { type Finding, likely } from "../../findings/finding.ts";
import { readGivenUrl } from "../../request/given-url.ts";
import { misspeltNames, type Pair, renamingSeen } from "../../request/meant-name.ts";
import type { ReadQuestion } from "../../request/question.ts";
import type { Checks } from "../check.ts";

/**
 * Signing parameters under other names.
 *
 * @inline
 */
export type ParameterNameFindingId =
  /**
   * The name of a parameter differs from the correct one only in letter case, hyphens or the prefix `CloudFront-`.
   *
   * @see https://github.com/aws/aws-sdk-php/issues/97
   */
  "parameter-names";

export const parameterNames: Checks<ParameterNameFindingId> = {
  "parameter-names": {
    rank: 350,
    // A mismatch that has another cause is found once the names are mended.
    explains: ["missing", "segment-not-signed", "url-parameter-added", "resource-mismatch"],
    summary: "The name of a signing parameter is misspelt.",
    fix: "Spell the names exactly: Expires, Policy, Signature, Key-Pair-Id, Hash-Algorithm; in cookies, with the prefix CloudFront-.",
  },
};

/** Names that CloudFront does not know. */
export function misspeltNameFindings({
  request,
  givenUrl,
  cookies,
}: ReadQuestion): Finding<ParameterNameFindingId>[] {
  const has = (name: string): boolean => request.parameters.has(name);
  const inQuery = misspeltNames(queryPairs(givenUrl), "", has);
  const inCookies = misspeltNames(cookies.pairs, "CloudFront-", has);
  return [
    ...(inQuery.length > 0 ? [renamingSeen(inQuery, readGivenUrl(givenUrl).text)] : []),
    ...(inCookies.length > 0 ? [renamingSeen(inCookies)] : []),
  ].map((seen) => likely("parameter-names", seen));
}

function queryPairs(givenUrl: string): Pair[] {
  return readGivenUrl(givenUrl).pairs.map(({ name, value = "" }) => [name, value]);
}
