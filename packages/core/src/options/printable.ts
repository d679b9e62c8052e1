// Patterns of regular expressions that are made on use: V8 expands Unicode properties in a literal whenever it
// loads the file, which takes half a millisecond.

/**
 * Letters, and digits in one place at most. A line of a key or a URL, which
 * may become a name when settings are parsed line by line, does not look like this.
 */
const plausibleName = "^[\\p{L}_$][\\p{L}_$.-]*\\d*[\\p{L}_$.-]*$";

/** What leaves a text such as `undefined` or `[object Promise]`, and the step. */
export const lostText =
  "a variable was not set, a Promise was not awaited, or an object was put into a string; check the code that builds it";

/** The longest name that is shown whole; the longest option has 17 characters. */
const longestName = 40;

/** How much is shown of a longer one. */
const shownOfLongName = 15;

/** What would break a line of a log or change how it reads: controls, line separators, direction marks. */
const unprintable = "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]";

/** The name of a property for messages: whole, with escapes for characters that cannot be printed. */
export function printableName(name: string | symbol): string {
  if (typeof name === "symbol") return `Symbol(${printableName(name.description ?? "")})`;
  const isShownWhole =
    name.length <= shownOfLongName ||
    (name.length <= longestName && new RegExp(plausibleName, "u").test(name));
  const shown = isShownWhole ? name : `${name.slice(0, shownOfLongName)}… (${name.length} characters)`;
  return shown.replace(
    new RegExp(unprintable, "gu"),
    (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`,
  );
}

/** A value for messages, in quotes: a date, or a text that is too short for a secret. */
export function shownText(text: string): string {
  if (/^[\d:+.TZ /-]{1,30}$/.test(text)) return `"${text}"`;
  return text.length <= shownOfLongName ? `"${printableName(text)}"` : `a text of ${text.length} characters`;
}

/** A character as a message names it: in quotes, or by its code point if it cannot be seen. */
export function characterName(character: string): string {
  return `the character ${/^[ -~]$/.test(character) ? `"${character}"` : codePoint(character)}`;
}

/** `U+0009`. */
export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}`;
}
