import { unprintable } from "cloudfront-sign-webcrypto/internals";

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

/** The same in one text. */
export function visibleText(text: string): string {
  return visibleCharacters(text).join("");
}

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
