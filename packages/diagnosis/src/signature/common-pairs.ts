import { originOf, type UrlSections, urlSections } from "../differences/url-sections.ts";
import { longestCombined, mostCommonFaults } from "../request/limits.ts";
import { combined, firstOf, inTurns } from "./combinations.ts";
import { expiryVariants } from "./expiry-variants.ts";
import { commonOrigins, rareOrigins } from "./origin-variants.ts";
import { pathVariants } from "./path-variants.ts";
import { commonPolicyWriters } from "./policy-variants.ts";
import { encoded, rewrittenQueries, rewrittenRests } from "./resource-variants.ts";
import type { SignedForm } from "./signed-forms.ts";
import { type SentPolicy, type SignedStatement, statementOf } from "./signed-statement.ts";

/** What one mistake changes: the parts of a statement that differ from what is sent. */
export interface ChangedParts {
  readonly origin?: string;
  /** In another encoding. */
  readonly path?: string;
  /** The place in the list of other folders and slashes. */
  readonly folder?: number;
  readonly query?: string | undefined;
  /** Instead of all these parts of a URL. */
  readonly resource?: string;
  readonly expires?: string;
  /** Another way to write the policy. */
  readonly write?: (policy: string) => string;
  readonly form?: SignedForm;
}

const commonForms: readonly SignedForm[] = [
  "utf-16-little-endian",
  "byte-order-mark",
  "latin-1",
  "sha1-digest",
];

/** The statements with one of the most frequent mistakes of each part, those of all parts in turns. */
export function frequentStatements(sent: SentPolicy, hostnames: readonly string[]): SignedStatement[] {
  const sections = urlSections(sent.resource);
  return commonFaults(sent, sections, hostnames)
    .map((parts) => statementWith(sent, sections, parts))
    .filter(({ text, form }) => form !== undefined || text !== sent.text);
}

/** The statements with two of the most frequent mistakes, each in another part. */
export function* commonPairs(sent: SentPolicy, hostnames: readonly string[]): Iterable<SignedStatement> {
  const sections = urlSections(sent.resource);
  const faults = commonFaults(sent, sections, hostnames);
  for (const [i, one] of faults.entries())
    for (const other of faults.slice(0, i))
      if (!Object.keys(one).some((part) => part in other))
        yield statementWith(sent, sections, { ...one, ...other });
}

/** The most frequent mistakes of each part, those of all parts in turns. */
function commonFaults(sent: SentPolicy, sections: UrlSections, hostnames: readonly string[]): ChangedParts[] {
  const { path, query } = sections;
  const isOther = (origin: string): boolean => origin !== originOf(sections);
  const common = commonOrigins(sections, hostnames).filter(isOther);
  const rare = rareOrigins(sections, []).filter(isOther);
  const origins = [...common.slice(0, 4), ...rare.slice(0, 4), ...common.slice(4)];
  return [
    ...inTurns<ChangedParts>([
      origins.map((origin) => ({ origin })),
      firstOthers(path, encoded(sections, "path")).map((other) => ({ path: other })),
      firstOthers(query, rewrittenQueries(sections)).map((other) => ({ query: other })),
      commonPolicyWriters.slice(0, 7).map((write) => ({ write })),
      [...Array(6).keys()].map((folder) => ({ folder })),
      rewrittenRestsOf(sections),
      expiryVariants(sent.end)
        .slice(0, 5)
        .map((expires) => ({ expires })),
      commonForms.map((form) => ({ form })),
    ]),
  ];
}

function rewrittenRestsOf(sections: UrlSections): ChangedParts[] {
  const found: ChangedParts[] = [];
  for (const { path, query } of rewrittenRests(sections)) {
    if (found.length >= 4) break;
    if (path !== sections.path && query !== sections.query) found.push({ path, query });
  }
  return found;
}

/** The first texts that are not the one that is sent, within limits. */
function firstOthers<Text extends string | undefined>(sent: Text, texts: Iterable<Text>): Text[] {
  const others = new Set<Text>();
  let length = 0;
  for (const text of texts) {
    length += text?.length ?? 0;
    if (others.size >= mostCommonFaults || length > longestCombined) break;
    if (text !== sent) others.add(text);
  }
  return [...others];
}

/** The statements with one mistake of one kind and one of another, those of each pair of kinds. */
export function pairedStatements(
  sent: SentPolicy,
  kinds: readonly (readonly ChangedParts[])[],
): Iterable<SignedStatement>[] {
  const sections = urlSections(sent.resource);
  const make = (one: ChangedParts, other: ChangedParts): SignedStatement =>
    statementWith(sent, sections, { ...one, ...other });
  return kinds.flatMap((ones, i) => kinds.slice(i + 1).map((others) => combined(ones, others, make)));
}

function statementWith(sent: SentPolicy, sections: UrlSections, parts: ChangedParts): SignedStatement {
  const { expires, write, form } = parts;
  const statement = statementOf(sent, resourceWith(sections, parts), expires);
  return { ...statement, text: write?.(statement.text) ?? statement.text, form };
}

function resourceWith(sections: UrlSections, parts: ChangedParts): string {
  const { origin = originOf(sections), path = sections.path, folder, resource } = parts;
  if (resource !== undefined) return resource;
  const otherPath = folder === undefined ? path : (firstOf(6, pathVariants(path))[folder] ?? path);
  const query = "query" in parts ? parts.query : sections.query;
  return origin + otherPath + (query === undefined ? "" : `?${query}`);
}
