// A chart of horizontal bars.
import { withSpread } from "../text.mjs";
import { at, frame, themes, whisker, width, xml } from "./svg.mjs";

/** @typedef {import("./svg.mjs").Row} Row */
/** @typedef {import("./svg.mjs").Kind} Kind */
/** @typedef {import("./svg.mjs").Theme} Theme */

/** @param {number} max @param {number} [ticks] */
function niceStep(max, ticks = 4) {
  const power = 10 ** Math.floor(Math.log10(max / ticks));
  return power * ([1, 2, 5, 10].find((step) => step * power >= max / ticks) ?? 10);
}

/**
 * Horizontal bars in panels with one scale.
 * @param {{ title: string, note: string, unit: string, panels: { title: string, rows: Row[] }[], legend:
 * Partial<Record<Kind, string>> }} chart
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
