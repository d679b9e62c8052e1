// How figures are written on the pages.
/** @typedef {import("./stats.mjs").Figure} Figure */

/** Three digits, which is more than most measurements are good for. @param {number} value */
export function digits(value) {
  const size = Math.abs(value);
  return size >= 1000 ? Math.round(value).toLocaleString("en") : value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

/** ± is the larger side of the interval. @param {Figure} value */
export const withSpread = ({ median, low, high }) => `${digits(median)} ± ${digits(Math.max(high - median, median - low))}`;

/** @param {string[]} head @param {(string | number)[][]} rows @param {number} [texts] columns of text, before those of figures */
export function table(head, rows, texts = 1) {
  const line = (/** @type {(string | number)[]} */ cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, i) => (i < texts ? "---" : "---:"))), ...rows.map(line)].join("\n");
}
