import { percentDecoded } from "cloudfront-sign-webcrypto/internals";
import { originOf, type UrlSections, urlSections } from "../differences/url-sections.ts";
import { longestCombined, mostCombined, mostVariedFolders } from "../request/limits.ts";
import { combined, inTurns } from "./combinations.ts";
import { commonOrigins, rareOrigins, seldomOrigins } from "./origin-variants.ts";
import { pathVariants, seldomPaths } from "./path-variants.ts";
import { queryVariants, resourcesInQuery, seldomQueries } from "./query-variants.ts";
import { percentEncoded, type UrlEncoder, urlEncoders, wellFormed } from "./url-encoders.ts";

/** A path and a query, as text behind a host. */
type Rest = string;

/** What people sign instead of the requested URL by one mistake, most frequent first, some of it more than once. */
export function* resourceVariants(url: string, hostnames: readonly string[]): Iterable<string> {
  const sections = urlSections(url);
  const origin = originOf(sections);
  const rest = restOf(sections.path, sections.query);
  for (const other of commonOrigins(sections, hostnames)) yield other + rest;
  for (const other of restVariants(sections)) yield origin + other;
  for (const other of rareOrigins(sections, hostnames)) yield other + rest;
  yield* wholeUrlEncoded(url);
  // The path alone, without its first slash: the key of an object in S3.
  yield rest.slice(1);
  const key = sections.path.slice(1);
  const name = key.slice(key.lastIndexOf("/") + 1);
  // The name of a stream has no extension.
  yield* [key, name, key.replace(/\.\w+$/, ""), name.replace(/\.\w+$/, "")];
  for (const inner of resourcesInQuery(sections.query))
    yield inner.startsWith("/") && !inner.startsWith("//") ? origin + inner : inner;
  // Without the origin of the service in front, what is left may be a URL itself.
  for (const path of pathVariants(sections.path)) if (path.startsWith("http")) yield path;
  yield* patternVariants(sections, hostnames);
}

/** What people sign so seldom by one mistake that it is tried only where a text costs a hash alone. */
export function* seldomResources(url: string): Iterable<string> {
  const sections = urlSections(url);
  const { path, query } = sections;
  const origin = originOf(sections);
  for (const around of [" ", "\\n", "\\t", "%20"]) yield* [around + url, url + around];
  for (const other of seldomOrigins(sections)) yield other + restOf(path, query);
  for (const other of seldomPaths(path)) yield origin + restOf(other, query);
  for (const other of seldomQueries(query)) yield origin + restOf(path, other);
}

/** What people sign by two mistakes in different sections of the URL, in the order of the first mistake. */
export function* resourcePairs(url: string, hostnames: readonly string[]): Iterable<string> {
  const sections = urlSections(url);
  const origin = originOf(sections);
  const rests = [...new Set(withinLimits(restVariants(sections)))];
  const origins = [...commonOrigins(sections, hostnames), ...rareOrigins(sections, hostnames)];
  const paths = [...new Set(withinLimits(rewrittenPaths(sections)))];
  const queries = [...new Set(withinLimits(rewrittenQueries(sections)))];
  yield* inTurns([
    combined(origins, rests, (other, rest) => other + rest),
    combined(paths, queries, (path, query) => origin + restOf(path, query)),
    // In another order or with fewer parameters, and in another encoding.
    combined(
      [...new Set(withinLimits(queryVariants(sections.query)))],
      [...encodersOf(sections)],
      (query, encode) => origin + restOf(sections.path, query && encode(query, "query")),
    ),
  ]);
}

/** A URL that was escaped like the value of a parameter, by JavaScript, .NET or Python. */
function* wholeUrlEncoded(url: string): Iterable<string> {
  const plain = percentDecoded(url);
  for (const text of new Set([url, plain])) {
    const escaped = encodeURIComponent(wellFormed(text));
    yield escaped;
    yield escaped.replace(/%[\dA-F]{2}/g, (found) => found.toLowerCase());
    yield escaped.replaceAll("%2F", "/");
    yield escaped.replace(/[!'()*]/g, percentEncoded);
    yield escaped.replaceAll("%20", "+");
  }
}

/** Other encodings first, since they are the most frequent mistake. */
function* restVariants(sections: UrlSections): Iterable<Rest> {
  const { path, query } = sections;
  for (const encode of encodersOf(sections)) {
    yield restOf(encode(path, "path"), query);
    if (query === undefined) continue;
    yield restOf(path, encode(query, "query"));
    yield restOf(encode(path, "path"), encode(query, "query"));
  }
  if (query !== undefined)
    yield `/${encodeURIComponent(wellFormed(percentDecoded(restOf(path, query).slice(1))))}`;
  for (const other of queryVariants(query)) yield restOf(path, other);
  for (const other of pathVariants(path)) yield restOf(other, query);
}

/** Other paths: other encodings and other folders take turns. */
function rewrittenPaths(sections: UrlSections): Iterable<string> {
  return inTurns([encoded(sections, "path"), pathVariants(sections.path)]);
}

/** Other queries: other parameters and other encodings take turns. */
export function rewrittenQueries(sections: UrlSections): Iterable<string | undefined> {
  return inTurns<string | undefined>([queryVariants(sections.query), encoded(sections, "query")]);
}

/** A part of a URL in other encodings. */
export function* encoded(sections: UrlSections, section: "path" | "query"): Iterable<string> {
  const part = sections[section];
  if (part !== undefined) for (const encode of encodersOf(sections)) yield encode(part, section);
}

/** Path and query, both in another encoding. */
export function* rewrittenRests(sections: UrlSections): Iterable<{ path: string; query: string }> {
  const { path, query } = sections;
  if (query === undefined) return;
  for (const encode of encodersOf(sections))
    yield { path: encode(path, "path"), query: encode(query, "query") };
}

/** The first of many texts, for lists that are combined with others. */
function* withinLimits<Text extends string | undefined>(texts: Iterable<Text>): Iterable<Text> {
  let [count, length] = [0, 0];
  for (const text of texts) {
    count++;
    length += text?.length ?? 0;
    if (count > mostCombined || length > longestCombined) return;
    yield text;
  }
}

function encodersOf({ path, query }: UrlSections): Iterable<UrlEncoder> {
  return urlEncoders(restOf(path, query));
}

function restOf(path: string, query: string | undefined): Rest {
  return query === undefined ? path : `${path}?${query}`;
}

/** Patterns that people sign in a canned policy, from one for the whole URL up to one for everything. */
function* patternVariants(url: UrlSections, hostnames: readonly string[]): Iterable<string> {
  const { scheme = "", host = "", path, query } = url;
  const folders = path.split("/", mostVariedFolders);
  const [extension = ""] = /\.\w+$/.exec(path) ?? [];
  const swapped = scheme === "https" ? "http" : "https";
  const valuePattern = query === undefined ? "?*" : `?${query.replace(/=.*/s, "=*")}`;
  for (const name of [host, ...hostnames]) {
    for (const s of [scheme, swapped, "http*", "*"]) {
      const origin = originOf({ scheme: s, host: name });
      for (const tail of ["*", "?*", "*?*", valuePattern]) yield origin + path + tail;
      for (let depth = folders.length - 1; depth > 0; depth--) {
        const folder = folders.slice(0, depth).join("/");
        for (const tail of ["/*", `/*${extension}`, `/*${extension}*`, "*", "/*?*"])
          yield origin + folder + tail;
      }
      yield `${origin}*`;
      yield `${originOf({ scheme: s, host: host.replace(/^[^.]*/, "*") })}/*`;
    }
  }
  for (let depth = folders.length - 1; depth > 0; depth--) yield `${folders.slice(0, depth).join("/")}/*`;
  yield "*";
  yield `${host}/*`;
}
