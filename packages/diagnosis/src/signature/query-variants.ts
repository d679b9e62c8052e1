import { percentDecoded } from "cloudfront-sign-webcrypto/internals";
import { nameOf } from "../differences/url-sections.ts";
import { mostPermuted, mostVariedParts } from "../request/limits.ts";

/** Parameters that mail programs, advertisements and caches add to links. */
export const trackers: RegExp =
  /^(?:utm_\w+|mtm_\w+|pk_\w+|fbclid|gclid|gbraid|wbraid|msclkid|dclid|yclid|ttclid|twclid|igshid|mc_[ce]id|_ga|_gl|_hs\w+|ref|_|t|ts|v|ver|cb|nocache|rand|cachebust\w*)$/i;

/**
 * Queries that people sign instead of the requested one, apart from their encoding, most frequent first;
 * `undefined` is not a query at all.
 */
export function* queryVariants(query: string | undefined): Iterable<string | undefined> {
  const pairs = query?.split("&") ?? [];
  if (pairs.length > 0) {
    yield undefined;
    yield joined(pairs.filter((pair) => !trackers.test(nameOf(pair))));
    yield joined(pairs.slice(0, -1));
    yield joined([...pairs].sort());
    yield joined([...pairs].reverse());
  }
  for (const kept of withoutSome(pairs)) yield joined(kept);
  for (const order of reorderings(pairs)) yield joined(order);
  for (const kept of withoutTwo(pairs)) yield joined(kept);
  for (const kept of withoutSome(pairs)) {
    yield joined([...kept].sort());
    yield joined([...kept].reverse());
  }
  yield `${query ?? ""}`;
  if (query === undefined) return;
  yield `${query}&`;
  yield `${query}?`;
  if (query.endsWith("&")) yield query.slice(0, -1);
  yield query.replaceAll("&", ";");
}

/** Values and names that are often in queries, and are guessed where a pair has none. */
const usualValues = "0 1 2 3 4 5 6 7 8 9 10 100 true false en de";
const usualNames =
  "v id t q size w h lang version token key file name download dl page user type format quality";

/** With the value or the name of a pair that has none, and with values that were split at their `&`. */
export function* seldomQueries(query: string | undefined): Iterable<string> {
  const pairs = query?.split("&") ?? [];
  for (const [i, pair] of pairs.slice(0, mostVariedParts).entries()) {
    const others: string[] = [];
    const name = nameOf(pair);
    if (name === "") others.push(...usualNames.split(" ").map((usual) => usual + pair));
    else if (pair.length <= name.length + 1)
      others.push(...usualValues.split(" ").map((value) => `${name}=${value}`));
    for (const other of others) yield pairs.map((one, at) => (at === i ? other : one)).join("&");
    if (i > 0)
      for (const ampersand of ["%26", "%2526", "&amp;"])
        yield pairs.slice(0, i).join("&") + ampersand + pairs.slice(i).join("&");
  }
  for (const added of ["download=1", "download=true", "dl=1", "v=1", "v=2", "v=3", "autoplay=1", "t=0"]) {
    yield [...pairs, added].join("&");
    if (pairs.length > 0) yield [added, ...pairs].join("&");
  }
}

/** Resources in the values of a query, as image services get them. */
export function* resourcesInQuery(query: string | undefined): Iterable<string> {
  for (const pair of query?.split("&").slice(0, mostVariedParts) ?? []) {
    const value = percentDecoded(pair.slice(nameOf(pair).length + 1));
    if (/^(?:https?:\/)?\//.test(value)) yield value;
  }
}

function joined(pairs: readonly string[]): string | undefined {
  return pairs.length > 0 ? pairs.join("&") : undefined;
}

/** Without one of them, and only the first or the last few. */
function* withoutSome(pairs: readonly string[]): Iterable<string[]> {
  const few = Math.min(pairs.length, mostVariedParts);
  for (let i = 0; i < few; i++) yield pairs.filter((_, at) => at !== i);
  for (let i = 1; i < few; i++) {
    yield pairs.slice(0, i);
    yield pairs.slice(i);
  }
}

function* withoutTwo(pairs: readonly string[]): Iterable<string[]> {
  const few = Math.min(pairs.length, mostVariedParts);
  for (let i = 0; i < few; i++)
    for (let j = i + 1; j < few; j++) yield pairs.filter((_, at) => at !== i && at !== j);
}

/** All orders of a few; of more, sorted and reversed. */
function reorderings(pairs: readonly string[]): string[][] {
  if (pairs.length > mostPermuted)
    return [[...pairs].sort(), [...pairs].reverse(), [...pairs].sort(byNameInAnyCase)];
  return pairs.length > 1
    ? pairs.flatMap((first, i) =>
        reorderings(pairs.filter((_, at) => at !== i)).map((rest) => [first, ...rest]),
      )
    : [[...pairs]];
}

function byNameInAnyCase(one: string, other: string): number {
  return nameOf(one).toLowerCase() < nameOf(other).toLowerCase() ? -1 : 1;
}
