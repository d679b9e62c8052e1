// Charts as SVG, by hand: no dependency, the same bytes for the same numbers. Drawn 400 pixels wide, so that they can be read at that size.
import { withSpread } from "./text.mjs";

/** @typedef {import("./stats.mjs").Figure} Figure */
/** @typedef {"limit" | "ours" | "rival" | "other"} Kind */
/** @typedef {{ label: string, kind: Kind, value: Figure, second?: Figure }} Row */
/** @typedef {"light" | "dark"} Theme */

const width = 400;
const themes = {
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
const xml = (text) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
/** @param {number} x */
const at = (x) => Number(x.toFixed(1));

/** @param {number} max @param {number} [ticks] */
function niceStep(max, ticks = 4) {
  const power = 10 ** Math.floor(Math.log10(max / ticks));
  return power * ([1, 2, 5, 10].find((step) => step * power >= max / ticks) ?? 10);
}

/** @param {Theme} theme @param {string} title @param {string} note @param {number} height @param {string[]} body */
function frame(theme, title, note, height, body) {
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
const whisker = (low, high, y) => `<path class="e" d="M${at(low)} ${y}H${at(high)}M${at(low)} ${y - 3}v6M${at(high)} ${y - 3}v6"/>`;

/**
 * Horizontal bars in panels with one scale.
 * @param {{ title: string, note: string, unit: string, panels: { title: string, rows: Row[] }[], legend: Partial<Record<Kind, string>> }} chart
 * @param {Theme} theme
 */
export function bars({ title, note, unit, panels, legend }, theme) {
  const colors = themes[theme];
  const [left, right, row, top] = [146, 92, 17, 62];
  const max = Math.max(...panels.flatMap(({ rows }) => rows.map(({ value }) => value.high)));
  const step = niceStep(max, 5);
  /** @param {number} value */
  const x = (value) => left + (value / max) * (width - left - right);
  const height = top + panels.reduce((sum, { rows }) => sum + 22 + rows.length * row, 0) + 24;
  const body = [];
  let legendAt = 10;
  for (const [kind, text] of Object.entries(legend)) {
    body.push(
      `<rect x="${legendAt}" y="45" width="9" height="9" fill="${colors[/** @type {Kind} */ (kind)]}"/><text x="${legendAt + 13}" y="53">${xml(text)}</text>`,
    );
    legendAt += 26 + text.length * 6;
  }
  for (let value = 0; value <= max; value += step) {
    body.push(
      `<path class="g" d="M${at(x(value))} ${top}V${height - 20}"/>`,
      `<text class="s" x="${at(x(value))}" y="${height - 7}" text-anchor="middle">${value.toLocaleString("en")}${value === 0 ? ` ${unit}` : ""}</text>`,
    );
  }
  let y = top;
  for (const { title, rows } of panels) {
    body.push(`<text class="p" x="10" y="${y + 15}">${xml(title)}</text>`);
    y += 22;
    for (const { label, kind, value } of rows) {
      const middle = y + row / 2;
      body.push(
        `<text x="${left - 6}" y="${middle + 4}" text-anchor="end">${xml(label)}</text>`,
        `<rect x="${left}" y="${y + 2}" width="${at(Math.max(0.5, x(value.median) - left))}" height="${row - 4}" fill="${colors[kind]}"/>`,
        whisker(x(value.low), x(value.high), middle),
        `<text x="${at(x(value.high) + 5)}" y="${middle + 4}">${withSpread(value)}</text>`,
      );
      y += row;
    }
  }
  return frame(theme, title, note, height, body);
}

/** @param {number} low @param {number} high @returns {number[]} powers of ten around both */
function decades(low, high) {
  const [from, to] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  return Array.from({ length: to - from + 1 }, (_, i) => 10 ** (from + i));
}

/** @param {number} value */
const power = (value) => (value >= 1e6 ? `${value / 1e6} M` : value >= 1e5 ? `${value / 1e3} k` : value.toLocaleString("en"));

/**
 * Two values per row as dots on a logarithmic scale, for what differs by orders of magnitude; the numbers stand beside them.
 * @param {{ title: string, note: string, unit: string, names: [string, string], least: number, panels: { title: string, rows: Row[] }[] }} chart
 *   values below `least` cannot be told from it
 * @param {Theme} theme
 */
export function dots({ title, note, unit, names, least, panels }, theme) {
  const colors = themes[theme];
  const [left, right, row, top] = [118, 108, 21, 62];
  const values = panels.flatMap(({ rows }) => rows.flatMap(({ value, second }) => [value, second ?? value]));
  const last = Math.max(10 * least, ...values.map(({ high }) => high));
  const lines = decades(least, last).filter((line) => line <= last);
  /** @param {number} value */
  const x = (value) => left + (Math.log(Math.max(least, value) / least) / Math.log(last / least)) * (width - left - right);
  /** @param {Figure} value */
  const number = ({ median }) => (median <= least ? `≤ ${least}` : median.toLocaleString("en", { maximumFractionDigits: 0 }));
  const height = top + panels.reduce((sum, { rows }) => sum + 22 + rows.length * row, 0) + 24;
  const body = [
    `<circle cx="15" cy="49.500" r="4.500" fill="${colors.other}"/><text x="24" y="53">${xml(names[0])}</text>`,
    `<circle cx="${40 + names[0].length * 6}" cy="49.500" r="4" fill="${colors.paper}" stroke="${colors.other}" stroke-width="2"/><text x="${49 + names[0].length * 6}" y="53">${xml(names[1])}</text>`,
  ];
  for (const line of lines) {
    const text = line <= least ? `≤ ${power(line)}` : power(line);
    body.push(
      `<path class="g" d="M${at(x(line))} ${top}V${height - 20}"/><text class="s" x="${at(x(line))}" y="${height - 7}" text-anchor="middle">${text} ${unit}</text>`,
    );
  }
  let y = top;
  for (const { title, rows } of panels) {
    body.push(`<text class="p" x="10" y="${y + 15}">${xml(title)}</text>`);
    y += 22;
    for (const { label, kind, value, second } of rows) {
      const middle = y + row / 2;
      const numbers = second ? `${number(value)} and ${number(second)} ${unit}` : `${number(value)} ${unit}`;
      body.push(
        `<path class="g" d="M10 ${y}H${width - 8}"/>`,
        `<text x="${left - 8}" y="${middle + 4}" text-anchor="end">${xml(label)}</text>`,
        `<text x="${width - 8}" y="${middle + 4}" text-anchor="end">${numbers}</text>`,
        whisker(x(value.low), x(value.high), middle - 4),
        `<circle cx="${at(x(value.median))}" cy="${middle - 4}" r="4.500" fill="${colors[kind]}"/>`,
      );
      if (second) {
        body.push(
          whisker(x(second.low), x(second.high), middle + 5),
          `<circle cx="${at(x(second.median))}" cy="${middle + 5}" r="3.500" fill="${colors.paper}" stroke="${colors[kind]}" stroke-width="2"/>`,
        );
      }
      y += row;
    }
  }
  return frame(theme, title, note, height, body);
}

/**
 * Lines over powers of ten, one panel above the other.
 * @param {{ title: string, note: string, panels: { title: string, unit: string, series: { name: string, kind: Kind, points: [number, Figure][] }[] }[] }} chart
 * @param {Theme} theme
 */
export function lines({ title, note, panels }, theme) {
  const colors = themes[theme];
  const [left, right, top, panelHeight] = [72, 84, 48, 150];
  const height = top + panels.length * (panelHeight + 48);
  const counts = panels.flatMap(({ series }) => series.flatMap(({ points }) => points.map(([count]) => count)));
  const last = Math.max(...counts);
  /** @param {number} count */
  const x = (count) => left + (Math.log10(count) / Math.log10(last)) * (width - left - right);
  const body = [];
  for (const [i, { title, unit, series }] of panels.entries()) {
    const start = top + 24 + i * (panelHeight + 48);
    const values = series.flatMap(({ points }) => points.flatMap(([, { low, high }]) => [low, high]));
    const ticks = decades(Math.min(...values), Math.max(...values));
    const [low = 1, high = 10] = [ticks[0], ticks.at(-1)];
    /** @param {number} value */
    const y = (value) => start + panelHeight - (Math.log(value / low) / Math.log(high / low)) * panelHeight;
    body.push(`<text class="p" x="10" y="${start - 10}">${xml(title)}</text>`);
    for (const tick of ticks) {
      body.push(
        `<path class="g" d="M${left} ${at(y(tick))}H${width - right}"/><text class="s" x="${left - 6}" y="${at(y(tick) + 4)}" text-anchor="end">${power(tick)} ${unit}</text>`,
      );
    }
    for (let count = 1; count <= last; count *= 10) {
      body.push(`<text class="s" x="${at(x(count))}" y="${start + panelHeight + 16}" text-anchor="middle">${power(count)}</text>`);
    }
    /** @type {number[]} */
    const labels = [];
    for (const { name, kind, points } of series) {
      const path = points.map(([count, { median }], n) => `${n ? "L" : "M"}${at(x(count))} ${at(y(median))}`).join("");
      const dash = kind === "rival" ? ' stroke-dasharray="5 3"' : kind === "other" ? ' stroke-dasharray="2 2"' : "";
      body.push(`<path d="${path}" fill="none" stroke="${colors[kind]}" stroke-width="2"${dash}/>`);
      for (const [count, { median, low, high }] of points) {
        body.push(
          `<path class="e" d="M${at(x(count))} ${at(y(low))}V${at(y(high))}"/><circle cx="${at(x(count))}" cy="${at(y(median))}" r="3" fill="${colors[kind]}"/>`,
        );
      }
      const [count = 1, end] = points.at(-1) ?? [];
      let labelY = end ? y(end.median) + 4 : start;
      while (labels.some((other) => Math.abs(other - labelY) < 12)) labelY += 3;
      labels.push(labelY);
      body.push(`<text x="${at(x(count) + 8)}" y="${at(labelY)}">${xml(name)}</text>`);
    }
  }
  return frame(theme, title, note, height, body);
}
