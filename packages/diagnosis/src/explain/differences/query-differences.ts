import { parameterNames } from "cloudfront-sign-webcrypto/internals";
import { otherText } from "../text-difference.ts";
import type { UrlDifference } from "./url-difference.ts";
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
  if (isShown(changed))
    differences.push({
      id: "url-parameter-removed",
      evidence: { kind: "parameters-changed", names: changed },
    });
  else if (signing.length > 0)
    differences.push({
      id: "url-parameter-removed",
      evidence: { kind: "signing-parameters", names: signing },
    });
  else if (isShown(lost))
    differences.push({ id: "url-parameter-removed", evidence: { kind: "parameters-removed", names: lost } });
  if (isShown(onlyAdded))
    differences.push({ id: "url-parameter-added", evidence: { kind: "parameters-added", names: onlyAdded } });
  return differences;
}

/** An empty pair, as of a & at the end, where no parameter with a name explains it. */
function emptyDifferences(
  before: UrlSections,
  after: UrlSections,
  isAdded: boolean,
  isRemoved: boolean,
): UrlDifference[] {
  if (isAdded === isRemoved) return [];
  const [kind, { query }] = isAdded
    ? (["empty-parameter-added", after] as const)
    : (["empty-parameter-removed", before] as const);
  return [
    {
      id: isAdded ? "url-parameter-added" : "url-parameter-removed",
      evidence: { kind, separator: query === "" ? "?" : "&" },
    },
  ];
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
        evidence: { kind: "parameters-reordered", names: requested.map(nameOf) },
      },
    ];
  const [one, other] = [signed.join("&"), requested.join("&")];
  return one === other
    ? []
    : [{ id: "url-encoding-changed", evidence: otherText("other-text", one, other, start) }];
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
