import { percentDecoded } from "../../encoding/percent.ts";
import { mostPermuted, mostVariedFolders, mostVariedParts } from "../limits.ts";

/**
 * What people sign instead of the URL that is requested in the end, most frequent first, some of it more than
 * once. A generator, so that a caller can stop at its limit.
 */
export function* urlVariants(url: string, hostnames: readonly string[]): Iterable<string> {
  const [, scheme = "", host = "", path = "", query] =
    /^(https?:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?/.exec(url) ?? [];
  const search = query === undefined ? "" : `?${query}`;
  const swapped = scheme === "https://" ? "http://" : "https://";

  for (const name of [host, ...hostnames]) for (const s of [scheme, swapped]) yield s + name + path + search;
  for (const rewrite of rewritings(path + search)) {
    yield scheme + host + rewrite(path) + search;
    if (search) {
      yield scheme + host + path + rewrite(search);
      yield scheme + host + rewrite(path) + rewrite(search);
    }
  }
  const pairs = query?.split("&") ?? [];
  for (const kept of withoutSome(pairs))
    yield scheme + host + path + (kept.length > 0 ? `?${kept.join("&")}` : "");
  for (const order of reorderings(pairs)) yield `${scheme + host + path}?${order.join("&")}`;
  for (const p of [
    path.replace(/\/$/, ""),
    `${path}/`,
    `${path}index.html`,
    path.replace(/index\.html$/, ""),
    path.toLowerCase(),
  ])
    yield scheme + host + p + search;
  for (const q of ["?", `${search}&`, `${search}?`]) yield scheme + host + path + q;
  for (const h of [`${host}:443`, `${host}:80`, host.replace(/:\d+$/, ""), host.toUpperCase()])
    yield scheme + h + path + search;
  // Patterns, from one for the whole URL up to one for everything.
  const folders = path.split("/", mostVariedFolders);
  const [extension = ""] = /\.\w+$/.exec(path) ?? [];
  for (const s of [scheme, swapped, "http*://", "*://"]) {
    for (const tail of ["*", "?*", "*?*", search.replace(/=.*/, "=*")]) yield s + host + path + tail;
    for (let depth = folders.length - 1; depth > 0; depth--) {
      const folder = folders.slice(0, depth).join("/");
      for (const tail of ["/*", `/*${extension}`, `/*${extension}*`, "*"]) yield s + host + folder + tail;
    }
    yield `${s + host}*`;
    yield `${s + host.replace(/^[^.]*/, "*")}/*`;
  }
  yield "*";
}

/** How libraries, frameworks and browsers encode: what they replace, and by what. */
const encodings: readonly [RegExp, string | ((found: string) => string)][] = [
  [/.+/s, percentDecoded],
  [/.+/s, (part) => encodeURI(wellFormed(percentDecoded(part)))],
  [/%20/g, " "],
  [/%20/g, "+"],
  [/\+/g, "%20"],
  [/\+/g, "%2B"],
  [/\+/g, " "],
  [/%[\da-f]{2}/gi, (found) => found.toLowerCase()],
  [/%[\da-f]{2}/gi, (found) => found.toUpperCase()],
  [/%/g, "%25"],
  [/%25/g, "%"],
  [/%[89a-f][\da-f](?:%[89a-f][\da-f])*/gi, percentDecoded],
  [/[!'()*]/g, percentEncoded],
  // JSON as Python and Ruby write it.
  [/.+/s, (part) => percentDecoded(part).replace(/[^\0-\x7f]/g, jsonEscaped)],
  [/=(?=&|$)/g, ""],
  [/([?&])([^=&]+)(?=&|$)/g, "$1$2="],
];

function rewritings(text: string): ((part: string) => string)[] {
  const all = encodings.map(
    ([pattern, by]) =>
      (part: string) =>
        part.replace(pattern, by as string),
  );
  for (const char of new Set(text.match(/[^\w%/?&-]/g)?.slice(0, mostVariedParts)))
    all.push((part) => part.replaceAll(char, percentEncoded(char)));
  for (const found of new Set(text.match(/%[2-7][\da-f]/gi)?.slice(0, mostVariedParts)))
    all.push((part) => part.replaceAll(found, percentDecoded(found)));
  return all;
}

function percentEncoded(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/** A UTF-16 code unit as JSON can escape it. */
export function jsonEscaped(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Without one of them, without the first or the last few, without any. */
function* withoutSome(pairs: readonly string[]): Iterable<string[]> {
  const few = Math.min(pairs.length, mostVariedParts);
  for (let i = 0; i < few; i++) yield pairs.filter((_, at) => at !== i);
  for (let i = 0; i < few; i++) {
    yield pairs.slice(0, i);
    yield pairs.slice(i);
  }
}

/** All orders of a few; of more, sorted and reversed. */
function reorderings(pairs: readonly string[]): string[][] {
  if (pairs.length > mostPermuted) return [[...pairs].sort(), [...pairs].reverse()];
  return pairs.length > 1
    ? pairs.flatMap((first, i) =>
        reorderings(pairs.filter((_, at) => at !== i)).map((rest) => [first, ...rest]),
      )
    : [[...pairs]];
}

/** Text as UTF-8 can hold it, in which each half of a surrogate pair is U+FFFD. */
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/gu, "\ufffd");
}
