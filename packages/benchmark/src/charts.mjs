// The charts of docs/performance.md, of README.md and of the report.
import { render } from "./charts/render.mjs";
import { sizes as sizesChart } from "./charts/sizes.mjs";
import { otherRequests, running, wholeProcess } from "./charts/times.mjs";

/** @typedef {import("./raw.mjs").Raw} Raw */

/**
 * Every chart in both themes, by its file name.
 * @param {Raw} raw
 * @param {import("./sizes.mjs").Sizes} sizes
 * @returns {Promise<Record<string, string>>}
 */
export async function charts(raw, sizes) {
  /** @type {Record<string, import("./charts/render.mjs").Chart>} */
  const all = {
    "whole-process": wholeProcess(raw),
    "thousand-urls": running(raw),
    "other-requests": otherRequests(raw),
    sizes: sizesChart(sizes),
  };
  /** @type {Record<string, string>} */
  const files = {};
  for (const [name, chart] of Object.entries(all))
    for (const theme of /** @type {const} */ (["light", "dark"]))
      files[`${name}-${theme}.svg`] = await render(chart, theme);
  return files;
}
