// Renders a Vega-Lite specification as SVG text, without a browser: the same bytes for the same results.
import * as vega from "vega";
import { compile } from "vega-lite";
import { configOf } from "./theme.mjs";

/**
 * @typedef {object} Chart
 * @property {string} title what the chart shows, in lines
 * @property {string} description in one or two sentences, for people who do not see it
 * @property {(theme: import("./theme.mjs").Theme) => object} spec of Vega-Lite, without title
 * @property {string} note below the title, in lines
 */

/** @typedef {{ width: (item: { fontSize?: number, text?: unknown }, text?: unknown) => number }} TextMetrics */
const { textMetrics } = /** @type {{ textMetrics: TextMetrics }} */ (/** @type {unknown} */ (vega));
// Without a browser nothing can measure text. Vega's own estimate is a third too wide for common fonts.
textMetrics.width = ({ fontSize = 11, ...item }, text = item.text) => 0.6 * fontSize * String(text).length;

/** @param {string} text */
const xml = (text) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

/** @param {Chart} chart @param {import("./theme.mjs").Theme} theme */
export async function render({ title, note, description, spec }, theme) {
  const full = /** @type {import("vega-lite").TopLevelSpec} */ ({
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    title: { text: title.split("\n"), subtitle: note.split("\n") },
    padding: 10,
    config: configOf(theme),
    ...spec(theme),
  });
  const view = new vega.View(vega.parse(compile(full).spec), { renderer: "none" });
  const svg = await view.toSVG();
  view.finalize();
  const attributes = 'role="img" aria-labelledby="title desc" ';
  const texts = `<title id="title">${xml(title.replace("\n", " "))}</title><desc id="desc">${xml(description)}</desc>`;
  const at = svg.indexOf(">") + 1;
  const whole = `${svg.slice(0, 5)}${attributes}${svg.slice(5, at)}${texts}${svg.slice(at)}\n`;
  // Engines differ in the last digits of a logarithm.
  return whole.replace(/\d+\.\d{3,}/g, (number) => String(Number(Number(number).toFixed(2))));
}
