// The text between markers in pages that are otherwise written by hand.
import { storedSizes } from "../raw.mjs";
import { answeredMost, comparison } from "./comparison.mjs";
import { gains } from "./tips.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */
/**
 * @typedef {object} Block
 * @property {string} page its path from the top level
 * @property {string} marker the name in `<!-- measured:NAME -->`. The block ends with `<!-- /measured -->`
 * @property {string} content Markdown
 */

/** @param {Raw} raw @param {import("../sizes.mjs").Sizes} [sizes] @returns {Block[]} */
export function blocks(raw, sizes = storedSizes()) {
  /** @type {Record<string, Record<string, string>>} */
  const pages = {
    "docs/performance.md": { ...gains(raw), ...comparison(raw, sizes) },
    "docs/scale.md": { answered: answeredMost(raw) },
  };
  return Object.entries(pages).flatMap(([page, contents]) =>
    Object.entries(contents).map(([marker, content]) => ({ page, marker, content })),
  );
}

/**
 * @param {string} text the page's
 * @param {string} page its name, for the message
 * @param {readonly [string, string]} markers
 * @param {string} content
 */
export function between(text, page, [start, end], content) {
  const from = text.indexOf(start);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0)
    throw new Error(`${page} lacks the markers ${start} and ${end}, between which the results belong`);
  return `${text.slice(0, from + start.length)}\n${content}\n${text.slice(to)}`;
}

/**
 * A row of a table that is otherwise written by hand.
 * @param {string} text the page's
 * @param {string} page its name, for the message
 * @param {string} first what its first cell says
 * @param {(string | number)[]} cells the others
 */
export function withRow(text, page, first, cells) {
  const lines = text.split("\n");
  const row = lines.findIndex((line) => line.startsWith(`| ${first} |`));
  if (row < 0) throw new Error(`${page} lacks the row "${first}", which shows sizes`);
  lines[row] = `| ${[first, ...cells].join(" | ")} |`;
  return lines.join("\n");
}

/**
 * The pages with their blocks, by path.
 * @param {Block[]} list
 * @param {(page: string) => string} read the text of a page
 */
export function filledIn(list, read) {
  /** @type {Record<string, string>} */
  const pages = {};
  for (const { page, marker, content } of list) {
    const markers = /** @type {const} */ ([`<!-- measured:${marker} -->`, "<!-- /measured -->"]);
    pages[page] = between(pages[page] ?? read(page), page, markers, content);
  }
  return pages;
}
