import { percentDecoded } from "cloudfront-sign-webcrypto/internals";

/** Characters that HTML escapes, each as templates write it, the common way first. */
const htmlEscapes: readonly (readonly [character: string, ...escapes: string[]])[] = [
  ["&", "&amp;", "&#38;", "&#038;", "&#x26;"],
  ["'", "&#39;", "&#039;", "&#x27;", "&apos;"],
  ['"', "&quot;", "&#34;", "&#x22;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ["/", "&#x2F;", "&#47;"],
  ["=", "&#x3D;", "&#61;"],
];

/** How templates escape for HTML: by names, by numbers, and as Mustache does it. */
export const htmlEscapers: readonly ((text: string) => string)[] = [
  (text) => htmlEscaped(text, "&", 1),
  (text) => htmlEscaped(text, `&'"<>`, 1),
  (text) => htmlEscaped(text, `&'"<>`, 2),
  (text) => htmlEscaped(text, `&'"<>`, 3),
  (text) => htmlEscaped(text, `&'"<>`, 4),
  (text) => htmlEscaped(text, `&'"<>/=`, 1),
  // Escaped twice.
  (text) => htmlEscaped(htmlEscaped(text, "&", 1), "&", 1),
  (text) => htmlEscaped(htmlEscaped(text, `&'"<>`, 1), "&", 1),
  (text) => htmlEscaped(htmlEscaped(text, `&'"<>`, 2), "&", 1),
  (text) => htmlEscaped(htmlEscaped(text, `&'"<>`, 3), "&", 1),
  (text) => htmlEscaped(htmlEscaped(text, `&'"<>`, 4), "&", 1),
];

/** With the escapes of one column of the table, or the common ones. */
function htmlEscaped(text: string, characters: string, column: number): string {
  return htmlEscapes
    .filter(([character]) => characters.includes(character))
    .reduce((out, row) => out.replaceAll(row[0], row[column] ?? (row[1] as string)), text);
}

/** Templates escape what was escaped before: no more than so often. Our own limit. */
const mostEscapings = 3;

/** The text with its HTML escapes decoded, also those of escapes. */
export function htmlUnescaped(text: string): string {
  let plain = text;
  for (let i = 0; i < mostEscapings && plain.includes("&"); i++) plain = unescapedOnce(plain);
  return plain;
}

function unescapedOnce(text: string): string {
  let plain = text;
  for (const [character, ...escapes] of [...htmlEscapes].reverse())
    for (const written of escapes) plain = plain.replaceAll(written, character);
  return plain;
}

/**
 * The same text for all encodings of a part of a URL, also for those encoded twice, for those written as JSON
 * escapes and for both normal forms of Unicode.
 */
export function meaningOf(part: string): string {
  let text = part.replace(/\\u([\da-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  for (let i = 0; i < 2; i++)
    text = text.replace(/\+|%20/g, " ").replace(/(?:%[\da-f]{2})+/gi, percentDecoded);
  return plainCharacters(text.replace(/=(?=[=&]|$)/g, ""));
}

/** With the plain letters and hyphens in the place of ligatures and of typographic hyphens. */
export function plainCharacters(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\ufb00-\ufb06\uff01-\uff5e]/g, (character) => character.normalize("NFKC"))
    .replace(/[\u2010-\u2015\u2212\ufe63\uff0d]/g, "-");
}

/** The normal form of Unicode in which a text is, if it is in only one of them. */
export function normalForm(text: string): "NFC" | "NFD" | undefined {
  const plain = percentDecoded(text);
  const [isNfc, isNfd] = [plain === plain.normalize("NFC"), plain === plain.normalize("NFD")];
  if (isNfc === isNfd) return undefined;
  return isNfc ? "NFC" : "NFD";
}
