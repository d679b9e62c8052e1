import { withoutOtherValues } from "./query-values.ts";

/** The characters of a value that evidence quotes. Our own limit: a reader recognizes it, a thief cannot use it. */
const longestQuote = 40;

/** The longest name of a parameter that is shown whole: `response-content-disposition` has 28 characters. Our own limit. */
const longestName = 28;

/** The characters around a difference, or of a short value, that evidence quotes. Our own limit. */
const longestShortQuote = 12;

/** The folder of a URL that a fix shows as a pattern, in characters. Our own limit. */
const longestPattern = 80;

/** The beginning of a value, with an ellipsis where it is cut. */
export function quote(text: string, longest: number = longestQuote, ellipsis = "…"): string {
  return text.length > longest ? `${text.slice(0, longest)}${ellipsis}` : text;
}

/**
 * The name of a parameter. A long one is perhaps no name but a value without its name, such as a token, and is
 * not shown whole.
 */
export function nameQuote(name: string): string {
  return name.length > longestName ? shortQuote(name) : name;
}

/** Names in a row, with "and" before the last. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${last}` : last;
}

/** A host name for a fix, without the parameters that a broken URL has in it. */
export function hostQuote(host: string): string {
  const [name = ""] = /^[^&=;%@\\]*/.exec(host) ?? [];
  return quote(name === host ? host : `${name}…`, longestPattern);
}

/** The few characters of a URL or a policy that evidence may show. */
export function shortQuote(text: string): string {
  return quote(text, longestShortQuote);
}

/** The few characters of a URL from a difference on, without the values of parameters that come later. */
export function urlQuote(rest: string): string {
  return visibleCharacters(shortQuote(withoutOtherValues(rest, 0, longestShortQuote).behind)).join("");
}

/** The few characters of a policy from a difference on, in the same way: JSON has double quotes of its own. */
export function policyQuote(rest: string): string {
  if (rest === "") return "nothing more";
  const shown = visibleCharacters(shortQuote(withoutOtherValues(rest, 0, longestShortQuote).behind)).join("");
  return `'${shown.replace(/^ +/, visibleSpaces)}'`;
}

/** Spaces that can be seen where they are the difference. */
export function visibleSpaces(spaces: string): string {
  return "\u2423".repeat(spaces.length);
}

/** The pattern for all files in the folder of a URL: `https://host/folder/*`. */
export function folderPattern(url: string): string {
  const [, origin = "", path = ""] = addressParts.exec(url) ?? [];
  return `${hostQuote(origin)}${shownPath(path.slice(0, Math.max(0, path.lastIndexOf("/"))))}/*`;
}

/** Whether no folder stands between the host name of a URL and its file. */
export function isInRoot(url: string): boolean {
  const [, , path = ""] = addressParts.exec(url) ?? [];
  return path.lastIndexOf("/") <= 0;
}

/** A URL or pattern without its query, short enough for a sentence. */
export function addressOf(url: string): string {
  const [, origin = "", path = "", rest = ""] = addressParts.exec(url) ?? [];
  const address = `${hostQuote(origin)}${shownPath(path)}${shownRest(rest)}`;
  return address.length > longestPattern ? quote(address) : address;
}

/** Of a query nothing is shown; a ? before a folder or a * is a wildcard. */
function shownRest(rest: string): string {
  return rest === "" || /^\?[^=]*[*/][^=]*$/.test(rest) ? rest : `${rest.charAt(0)}…`;
}

const addressParts = /^((?:[^/]*:\/\/)?[^/?#]*)([^?#]*)(.*)$/s;

/** A path, unless it is long or may hold a secret. */
export function shownPath(path: string): string {
  const isShown = path.length <= longestPattern && !new RegExp(`[\\w~-]{${longestQuote}}`).test(path);
  return isShown ? path : "/…";
}

/** Escapes of URLs and of JSON, and surrogate pairs, are one character. */
const character = /%[\da-f]{2}|\\u[\da-f]{4}|[\s\S]/giu;

// A pattern that is made on use: V8 expands Unicode properties in a literal whenever it loads the file.
/**
 * Controls, marks that join the character in front of them, characters without a shape, spaces that look like
 * another, and letters that are written from right to left.
 */
const invisible =
  "[\\p{C}\\p{M}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufeff]|(?! )\\p{Zs}";

const shortEscapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** The characters of a text, each as it can be seen and counted: `\n`, `\u0301`. */
export function visibleCharacters(text: string): string[] {
  const isInvisible = new RegExp(`^(?:${invisible})$`, "u");
  return Array.from(text.matchAll(character), ([found]) =>
    isInvisible.test(found) ? (shortEscapes[found] ?? escaped(found)) : found,
  );
}

/** What would break a line of a log or change how it reads: controls, line separators, direction marks. */
const unprintable = "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]";

/** A sentence with parts from anybody, so that it cannot break a line of a log or change how it reads. */
export function printableSentence(text: string): string {
  if (/^[ -~\u2026]*$/.test(text)) return text;
  return text.replace(new RegExp(unprintable, "gu"), (found) => shortEscapes[found] ?? escaped(found));
}

function escaped(found: string): string {
  return found.replace(/[\s\S]/g, jsonEscaped);
}

/** A UTF-16 code unit as JSON can escape it. */
export function jsonEscaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
