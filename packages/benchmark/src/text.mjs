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

/**
 * @param {string[]} head
 * @param {(string | number)[][]} rows
 * @param {number} [texts] columns of text, before those of figures
 */
export function table(head, rows, texts = 1) {
  const line = (/** @type {(string | number)[]} */ cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, i) => (i < texts ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

/** @type {Record<string, string>} */
const runtimeNames = {
  node: "Node.js 24",
  node20: "Node.js 20",
  node22: "Node.js 22",
  node24: "Node.js 24",
  node26: "Node.js 26",
  bun: "Bun",
  deno: "Deno",
};
/** @param {string} name */
export const runtimeName = (name) => runtimeNames[name] ?? name;

/** @param {string[]} values */
export const unique = (values) => [...new Set(values)];

/**
 * A chart that follows the theme of the page.
 * @param {string} folder
 * @param {string} name
 * @param {string} alt
 */
export const picture = (folder, name, alt) =>
  `<picture><source media="(prefers-color-scheme: dark)" srcset="${folder}/${name}-dark.svg"><img src="${folder}/${name}-light.svg" alt="${alt}" width="520"></picture>`;

/** Stands before figures that nobody may quote. @param {{ isQuick: boolean }} results @returns {string[]} lines */
export const quickNote = ({ isQuick }) =>
  isQuick
    ? [
        "**A quick run, on a busy machine or with little input. It shows that everything works: its figures prove nothing.**",
        "",
      ]
    : [];

/** Which version of this package was measured, and when. The commit and the machine are where the method is. @param {{ date: string, versions: Record<string, string> }} results */
export const measuredWith = ({ date, versions: { "cloudfront-sign-webcrypto": version } }) =>
  `version ${version} on ${date.slice(0, 10)}`;

/** The commit and the machine. @param {{ commit: string, isDirty: boolean, host: { cpu: string, cores: number } }} results */
export const measuredAt = ({ commit, isDirty, host }) =>
  `commit \`${commit.slice(0, 12)}\`${isDirty ? " with uncommitted changes" : ""}, on ${host.cpu} with ${host.cores} cores`;
