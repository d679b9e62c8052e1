// A chart of lines on logarithmic scales.
import { at, decades, frame, power, themes, width, xml } from "./svg.mjs";

/** @typedef {import("./svg.mjs").Kind} Kind */
/** @typedef {import("./svg.mjs").Theme} Theme */
/** @typedef {import("../stats.mjs").Figure} Figure */

/**
 * Lines over powers of ten, one panel above the other.
 * @param {{ title: string, note: string, panels: { title: string, unit: string, series: { name: string, kind:
 * Kind, points: [number, Figure][] }[] }[] }} chart
 * @param {Theme} theme
 */
export function lines({ title, note, panels }, theme) {
  const colors = themes[theme];
  const [left, right, top, panelHeight] = [72, 84, 48, 150];
  const height = top + panels.length * (panelHeight + 48);
  const counts = panels.flatMap(({ series }) =>
    series.flatMap(({ points }) => points.map(([count]) => count)),
  );
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
      body.push(
        `<text class="s" x="${at(x(count))}" y="${start + panelHeight + 16}" text-anchor="middle">${power(count)}</text>`,
      );
    }
    /** @type {number[]} */
    const labels = [];
    for (const { name, kind, points } of series) {
      const path = points
        .map(([count, { median }], n) => `${n ? "L" : "M"}${at(x(count))} ${at(y(median))}`)
        .join("");
      const dash =
        kind === "rival" ? ' stroke-dasharray="5 3"' : kind === "other" ? ' stroke-dasharray="2 2"' : "";
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
