/** The longest name that is shown whole; the longest option has 17 characters. */
const longestName = 40;

/** How much is shown of a longer one. */
const shownOfLongName = 15;

// Patterns of regular expressions that are made on use: V8 expands Unicode properties in a literal whenever it
// loads the file, which takes half a millisecond.

/**
 * Letters, and digits in one place at most. A line of a key or a URL, which may become a name when settings
 * are parsed line by line, does not look like this.
 */
const plausibleName = "^[\\p{L}_$][\\p{L}_$.-]*\\d*[\\p{L}_$.-]*$";

/** What would break a line of a log or change how it reads: controls, line separators, direction marks. */
export const unprintable = "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]";

/** The name of a property for messages: whole, with escapes for characters that cannot be printed. */
export function printableName(name: string | symbol): string {
  return typeof name === "symbol" ? `Symbol(${printableText(name.description ?? "")})` : printableText(name);
}

function printableText(text: string): string {
  const isShownWhole =
    text.length <= shownOfLongName ||
    (text.length <= longestName && new RegExp(plausibleName, "u").test(text));
  const shown = isShownWhole ? text : `${text.slice(0, shownOfLongName)}… (${text.length} characters)`;
  return shown.replace(new RegExp(unprintable, "gu"), escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
