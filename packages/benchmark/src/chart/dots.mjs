// A chart of dots on a logarithmic scale.
import { at, decades, frame, power, themes, whisker, width, xml } from "./svg.mjs";

/** @typedef {import("./svg.mjs").Row} Row */
/** @typedef {import("./svg.mjs").Theme} Theme */
/** @typedef {import("../stats.mjs").Figure} Figure */

/**
 * Two values per row as dots on a logarithmic scale, for values that differ by orders of magnitude, with the
 * numbers beside them.
 * @param {{ title: string, note: string, unit: string, names: [string, string], least: number, panels: {
 * title: string, rows: Row[] }[] }} chart
 *   `least` is the resolution: lower values are drawn as `least`
 * @param {Theme} theme
 */
export function dots({ title, note, unit, names, least, panels }, theme) {
  const colors = themes[theme];
  const [left, right, row, top] = [124, 112, 21, 62];
  const values = panels.flatMap(({ rows }) => rows.flatMap(({ value, second }) => [value, second ?? value]));
  const last = Math.max(10 * least, ...values.map(({ high }) => high));
  const lines = decades(least, last).filter((line) => line <= last);
  /** @param {number} value */
  const x = (value) =>
    left + (Math.log(Math.max(least, value) / least) / Math.log(last / least)) * (width - left - right);
  /** @param {Figure} value */
  const number = ({ median }) =>
    median <= least ? `≤ ${least}` : median.toLocaleString("en", { maximumFractionDigits: 0 });
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
