/**
 * Characters that take two cells of a terminal.
 *
 * Source: Unicode Standard Annex #11, "East Asian Width" (Wide and Fullwidth).
 */
const wide =
  "[\\u1100-\\u115f\\u2e80-\\u303e\\u3041-\\ua4cf\\ua960-\\ua97c\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe10-\\ufe19\\ufe30-\\ufe6f\\uff01-\\uff60\\uffe0-\\uffe6\\u{17000}-\\u{18cff}\\u{1b000}-\\u{1b2ff}\\u{20000}-\\u{3fffd}]|\\p{Emoji_Presentation}";

/** The cells of printable text in a terminal. */
export function cellsOf(text: string): number {
  if (/^[ -~\u2026]*$/.test(text)) return text.length;
  const isWide = new RegExp(`^(?:${wide})$`, "u");
  return Array.from(text).reduce((cells, character) => cells + (isWide.test(character) ? 2 : 1), 0);
}
