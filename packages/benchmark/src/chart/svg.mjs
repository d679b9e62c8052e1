// The common parts of the charts: SVG without a library, the same bytes for the same numbers, 400 pixels wide
// so that a phone can show them.
/** @typedef {import("../stats.mjs").Figure} Figure */
/** @typedef {"limit" | "ours" | "rival" | "other"} Kind */
/** @typedef {{ label: string, kind: Kind, value: Figure, second?: Figure }} Row */
/** @typedef {"light" | "dark"} Theme */

export const width = 400;
export const themes = {
  light: {
    paper: "#ffffff",
    ink: "#1f2328",
    soft: "#59636e",
    grid: "#d8dee4",
    limit: "#8c959f",
    ours: "#0a7d62",
    rival: "#c2571a",
    other: "#57606a",
  },
  dark: {
    paper: "#0d1117",
    ink: "#e6edf3",
    soft: "#9aa4af",
    grid: "#2b323b",
    limit: "#7d8590",
    ours: "#3fb99a",
    rival: "#f0883e",
    other: "#b1bac4",
  },
};

/** @param {string} text */
export const xml = (text) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
/** @param {number} x */
export const at = (x) => Number(x.toFixed(1));

/**
 * @param {Theme} theme
 * @param {string} title
 * @param {string} note
 * @param {number} height
 * @param {string[]} body
 */
export function frame(theme, title, note, height, body) {
  const { paper, ink, soft, grid } = themes[theme];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${xml(title)}">`,
    `<style>text{font:11px system-ui,"DejaVu Sans",sans-serif;fill:${ink}}.t{font-size:13px;font-weight:600}.s{fill:${soft}}.p{font-weight:600}.g{stroke:${grid}}.e{stroke:${ink};stroke-width:1.2;fill:none}</style>`,
    `<rect width="${width}" height="${height}" fill="${paper}"/>`,
    `<text class="t" x="10" y="20">${xml(title)}</text><text class="s" x="10" y="36">${xml(note)}</text>`,
    ...body,
    "</svg>\n",
  ].join("\n");
}

/** An interval with its ends. @param {number} low @param {number} high @param {number} y */
export const whisker = (low, high, y) =>
  `<path class="e" d="M${at(low)} ${y}H${at(high)}M${at(low)} ${y - 3}v6M${at(high)} ${y - 3}v6"/>`;

/** @param {number} low @param {number} high @returns {number[]} powers of ten around both */
export function decades(low, high) {
  const [from, to] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  return Array.from({ length: to - from + 1 }, (_, i) => 10 ** (from + i));
}

/** @param {number} value */
export const power = (value) =>
  value >= 1e6 ? `${value / 1e6} M` : value >= 1e5 ? `${value / 1e3} k` : value.toLocaleString("en");
