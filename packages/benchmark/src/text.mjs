// Writes figures for the pages.
/** @typedef {import("./stats.mjs").Figure} Figure */

/** Three digits: most measurements are less exact than that. @param {number} value */
export function digits(value) {
  const size = Math.abs(value);
  return size >= 1000
    ? Math.round(value).toLocaleString("en")
    : value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

/** ± is the larger side of the interval. A single measurement has none. @param {Figure} value */
export function withSpread({ median, low, high, n }) {
  if (n === 0) return "–";
  if (n === 1) return `${digits(median)} (once)`;
  const side = Math.max(high - median, median - low);
  return `${digits(median)} ± ${side > 0 && side < 0.005 ? "< 0.01" : side === 0 ? "0" : digits(side)}`;
}

/** The whole interval. @param {Figure} value @param {(value: number) => string} [write] */
export const withInterval = ({ median, low, high }, write = digits) =>
  `${write(median)} [${write(low)}, ${write(high)}]`;

/**
 * @param {string[]} head
 * @param {(string | number)[][]} rows
 * @param {number} [texts] columns of text, before those of figures
 */
export function table(head, rows, texts = 1) {
  const line = (/** @type {(string | number)[]} */ cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, i) => (i < texts ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

/** A collapsed part of the page. @param {string} title @param {string} content */
export const folded = (title, content) => `<details><summary>${title}</summary>\n\n${content}\n\n</details>`;
