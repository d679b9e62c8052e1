import { parameterNames } from "cloudfront-sign-webcrypto/internals";
import type { Seen } from "../findings/finding.ts";
import { nameQuote, quote } from "../findings/quote.ts";
import { textDifference, type UrlDifference } from "./url-difference.ts";
import { meaningOf } from "./url-meaning.ts";
import { nameOf, pairsOf, type UrlSections } from "./url-sections.ts";

/** Compares the parameters of two URLs. `start` is where the requested query starts in its URL. */
export function queryDifferences(before: UrlSections, after: UrlSections, start: number): UrlDifference[] {
  const [signed, requested] = [pairsOf(before), pairsOf(after)];
  const { only: added, common: requestedCommon } = without(requested, signed);
  const { only: removed, common: signedCommon } = without(signed, requested);
  return [
    ...membershipDifferences(added.map(nameOf), removed.map(nameOf)),
    ...emptyDifferences(before, after, added.includes(""), removed.includes("")),
    ...orderDifferences(signedCommon, requestedCommon, start),
  ];
}

function membershipDifferences(added: readonly string[], removed: readonly string[]): UrlDifference[] {
  const changed = added.filter((name) => removed.includes(name));
  const onlyAdded = added.filter((name) => !removed.includes(name));
  const onlyRemoved = removed.filter((name) => !added.includes(name));
  const signing = onlyRemoved.filter((name) => parameterNames.includes(name));
  const lost = onlyRemoved.filter((name) => !parameterNames.includes(name));
  const differences: UrlDifference[] = [];
  if (isShown(changed)) differences.push({ id: "url-parameter-removed", seen: changedSeen(changed) });
  else if (signing.length > 0) differences.push({ id: "url-parameter-removed", seen: signingSeen(signing) });
  else if (isShown(lost))
    differences.push({
      id: "url-parameter-removed",
      seen: {
        evidence: `not sent: the ${namedParameters(lost)}`,
        fix: `Send ${nameList(lost)} as it was signed, or sign without it.`,
      },
    });
  if (isShown(onlyAdded))
    differences.push({
      id: "url-parameter-added",
      seen: {
        evidence: `not signed: the ${namedParameters(onlyAdded)}`,
        fix: onlyAdded.some((name) => /^(?:X-(?:Amz|Goog)-|AWSAccessKeyId|GoogleAccessId)/.test(name))
          ? "Send the URL as CloudFront's signer returned it: these are the parameters of a signature for another service, which CloudFront does not read."
          : `Add ${nameList(onlyAdded)} before signing. ${anyQuery}`,
      },
    });
  return differences;
}

/** A policy for any query opens more than the one for these parameters. */
const anyQuery =
  "Or, if the author of the policy allows any query, sign a custom policy whose Resource ends in ?*.";

function changedSeen(names: readonly string[]): Seen {
  return {
    evidence: `signed with a different value: the ${namedParameters(names)}`,
    summary: "A query parameter has another value than the signed one.",
    fix: `Send ${nameList(names)} with the value that was signed. ${anyQuery}`,
  };
}

function signingSeen(names: readonly string[]): Seen {
  return {
    evidence: `the signed URL itself has the signing ${namedParameters(names)}`,
    summary: "The signed URL already had signing parameters.",
    fix: "Sign the URL before Expires, Signature and Key-Pair-Id are added: CloudFront removes them before it checks.",
  };
}

function namedParameters(names: readonly string[]): string {
  return `${names.length === 1 ? "parameter" : "parameters"} ${shownNames(names)}`;
}

function shownNames(names: readonly string[]): string {
  return quote(names.map(nameQuote).join(", "));
}

/** `a`, `a and b`, `a, b and 3 more`. */
function nameList(names: readonly string[]): string {
  const [first = "", second, ...others] = names.map(nameQuote);
  if (second === undefined) return first;
  return others.length > 0 ? `${first}, ${second} and ${others.length} more` : `${first} and ${second}`;
}

/** An empty pair, as of a & at the end, where no parameter with a name explains it. */
function emptyDifferences(
  before: UrlSections,
  after: UrlSections,
  isAdded: boolean,
  isRemoved: boolean,
): UrlDifference[] {
  if (isAdded === isRemoved) return [];
  const { query } = isAdded ? after : before;
  const separator = query === "" ? "?" : "&";
  const empty = `a ${separator} with no parameter behind it, so an empty one`;
  if (isAdded) {
    const seen = {
      evidence: `not signed: ${empty}`,
      summary: "The signature does not cover an empty query parameter of the URL.",
      fix: `Remove ${separator === "?" ? "the ? or the &" : "the &"} that no parameter follows: CloudFront compares it with what was signed.`,
    };
    return [{ id: "url-parameter-added", seen }];
  }
  const seen = {
    evidence: `not sent: ${empty}`,
    summary: "The signed URL has an empty query parameter, which the request does not have.",
    fix: `Take the ${separator} off before you sign: nothing comes behind it, and clients may drop it.`,
  };
  return [{ id: "url-parameter-removed", seen }];
}

/** An empty pair, as of a & at the end, has no name that could be shown. */
function isShown(names: readonly string[]): boolean {
  return names.some((name) => name !== "");
}

/** What is different about parameters that both URLs have. */
function orderDifferences(
  signed: readonly string[],
  requested: readonly string[],
  start: number,
): UrlDifference[] {
  const meanings = [signed, requested].map((pairs) => pairs.map(meaningOf).join("&"));
  if (meanings[0] !== meanings[1])
    return [
      {
        id: "url-parameters-reordered",
        seen: {
          evidence: `the parameters were signed in another order than ${shownNames(requested.map(nameOf))}`,
        },
      },
    ];
  const [one, other] = [signed.join("&"), requested.join("&")];
  return one === other ? [] : [textDifference("url-encoding-changed", one, other, start)];
}

/** The pairs of a query that another one does not have, and those that both have, each as often as it is there. */
function without(pairs: readonly string[], others: readonly string[]): { only: string[]; common: string[] } {
  const left = new Map<string, number>();
  for (const pair of others) left.set(meaningOf(pair), (left.get(meaningOf(pair)) ?? 0) + 1);
  const [only, common]: [string[], string[]] = [[], []];
  for (const pair of pairs) {
    const count = left.get(meaningOf(pair)) ?? 0;
    left.set(meaningOf(pair), count - 1);
    (count > 0 ? common : only).push(pair);
  }
  return { only, common };
}
