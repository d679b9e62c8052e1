import { percentDecoded } from "cloudfront-sign-webcrypto/internals";
import { entityIn, lostLetters, withEntities } from "../differences/changed-letters.ts";
import { characterEncodings, escapedIn, readIn } from "../differences/character-encodings.ts";
import { htmlEscapers, plainCharacters } from "../differences/url-meaning.ts";
import { nameOf } from "../differences/url-sections.ts";
import { jsonEscaped } from "../findings/quote.ts";
import { mostVariedParts } from "../request/limits.ts";

/** Another way to write a path, or a query without its `?`. */
export type UrlEncoder = (part: string, section: "path" | "query") => string;

/** How libraries, frameworks and browsers encode, most frequent first. */
const commonEncoders: readonly UrlEncoder[] = [
  percentDecoded,
  (part) => part.replace(/%20/g, " "),
  (part) => part.replace(/%[89a-f][\da-f](?:%[89a-f][\da-f])*/gi, percentDecoded),
  (part) => uriOf(percentDecoded(part)),
  (part) => part.replace(/%20/g, "+"),
  (part) => part.replace(/\+/g, "%20"),
  // encodeURIComponent for each segment of a path and each value of a query.
  (part, section) => eachPiece(part, section, (piece) => encodeURIComponent(piece)),
  lowerCaseEscapes,
  (part) => part.replace(/%[\da-f]{2}/gi, (found) => found.toUpperCase()),
  (part) => part.replace(/%/g, "%25"),
  (part) => part.replace(/%25/g, "%"),
  (part) => part.replace(/\+/g, "%2B"),
  (part) => part.replace(/\+/g, " "),
  // encodeURIComponent for a whole key or query.
  (part, section) =>
    section === "path" ? wholeKey(part, 1) : encodeURIComponent(wellFormed(percentDecoded(part))),
  // As PHP's rawurlencode and Python's quote do it, and as forms and Java do.
  (part, section) =>
    eachPiece(part, section, (piece) => encodeURIComponent(piece).replace(/[!'()*]/g, percentEncoded)),
  (part, section) =>
    eachPiece(part, section, (piece) =>
      encodeURIComponent(piece)
        .replace(/[!'()~]/g, percentEncoded)
        .replaceAll("%20", "+"),
    ),
  (part) => part.replace(/[!'()*]/g, percentEncoded),
  // White space that line breaks and copies put in.
  (part) => part.replace(/(?:%20|%0A|%0D|%09|\s)+/gi, ""),
  (part) => part.replace(/=(?=&|$)/g, ""),
  (part) => part.replace(/(^|&)([^=&]+)(?=&|$)/g, "$1$2="),
  // The same in a folder, and of a key with its first slash.
  (part, section) => (section === "path" ? wholeKey(part, 2) : part),
  (part, section) => (section === "path" ? wholeKey(part, 3) : part),
  (part, section) => (section === "path" ? `/${encodeURIComponent(wellFormed(percentDecoded(part)))}` : part),
  (part, section) => (section === "path" ? lowerCaseEscapes(wholeKey(part, 1)) : part),
  // The two normal forms of Unicode: macOS writes file names in NFD.
  (part) => uriOf(percentDecoded(part).normalize("NFC")),
  (part) => uriOf(percentDecoded(part).normalize("NFD")),
  (part) => percentDecoded(part).normalize("NFC"),
  (part) => percentDecoded(part).normalize("NFD"),
  (part, section) => eachPiece(part, section, (piece) => encodeURIComponent(piece.normalize("NFC"))),
  (part, section) => eachPiece(part, section, (piece) => encodeURIComponent(piece.normalize("NFD"))),
  // JSON as Python and Ruby write it.
  (part) => percentDecoded(part).replace(/[^\0-\x7f]/g, jsonEscaped),
  // UTF-8 that was read as Latin-1, and Latin-1 itself.
  (part) => uriOf(part.replace(/(?:%[89a-f][\da-f])+/gi, unescapedBytes)).replaceAll("%25", "%"),
  (part) => percentDecoded(part).replace(/[\x80-\xff]/g, percentEncoded),
];

/** All encoders for a text: also those of single characters that it has. */
export function* urlEncoders(text: string): Iterable<UrlEncoder> {
  yield* commonEncoders;
  if (/[&'"<>]/.test(text)) yield* htmlEscapers;
  // Ligatures and hyphens that PDF files and word processors put in, and the doubled % of batch files.
  const plain = percentDecoded(text).normalize("NFC");
  if (plainCharacters(plain) !== plain) yield (part) => uriOf(plainCharacters(percentDecoded(part)));
  if (/%%|%25%/.test(text)) yield (part) => part.replace(/%%|%25%/g, "%");
  if (text.includes("&amp;")) yield (part) => part.replaceAll("&amp;", "&");
  if (entityIn(text)) yield (part, section) => (section === "query" ? withEntities(part) : part);
  if (/%[89a-f]/i.test(text)) yield* lostLetters;
  if (/%[89a-f]/i.test(text))
    for (const encoding of characterEncodings) {
      yield (part) => escapedIn(encoding, part);
      yield (part) => readIn(encoding, part);
      yield (part) => lowerCaseEscapes(escapedIn(encoding, part));
    }
  for (const char of new Set(text.match(/[^\w%/?&-]/g)?.slice(0, mostVariedParts)))
    yield (part) => part.replaceAll(char, percentEncoded(char));
  for (const found of new Set(text.match(/%[2-7][\da-f]/gi)?.slice(0, mostVariedParts)))
    yield (part) => part.replaceAll(found, percentDecoded(found));
}

/** Changes each segment of a path, or each name and each value of a query, once it is decoded. */
function eachPiece(part: string, section: "path" | "query", change: (piece: string) => string): string {
  const changed = (piece: string): string => change(wellFormed(percentDecoded(piece)));
  if (section === "path") return part.split("/").map(changed).join("/");
  const changedPair = (pair: string): string => {
    const name = nameOf(pair);
    return name === pair ? changed(pair) : `${changed(name)}=${changed(pair.slice(name.length + 1))}`;
  };
  return part.split("&").map(changedPair).join("&");
}

/** A path whose segments from one on are escaped as one text, slashes too. */
function wholeKey(path: string, from: number): string {
  const segments = path.split("/");
  if (segments.length <= from + 1) return path;
  const key = encodeURIComponent(wellFormed(percentDecoded(segments.slice(from).join("/"))));
  return [...segments.slice(0, from), key].join("/");
}

/** As Java's and .NET's older encoders write them. */
function lowerCaseEscapes(part: string): string {
  return part.replace(/%[\da-f]{2}/gi, (found) => found.toLowerCase());
}

function uriOf(text: string): string {
  return encodeURI(wellFormed(text));
}

export function percentEncoded(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/** Escaped bytes, each as the character of its number. */
function unescapedBytes(escapes: string): string {
  return escapes.replace(/%(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Text as UTF-8 can hold it, in which each half of a surrogate pair is U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/gu, "\ufffd");
}
