// The charts of docs/performance.md, of README.md and of the report.
import { growth } from "./charts/growth.mjs";
import { render } from "./charts/render.mjs";
import { otherEndpoint, server, serverLoad } from "./charts/server.mjs";
import { sizes } from "./charts/sizes.mjs";
import { perUrl, wholeProcess } from "./charts/times.mjs";

/** @typedef {import("./raw.mjs").Raw} Raw */

/**
 * Every chart in both themes, by its file name.
 * @param {Raw} raw
 * @param {import("./raw.mjs").Build} build
 * @returns {Promise<Record<string, string>>}
 */
export async function charts(raw, build) {
  /** @type {Record<string, import("./charts/render.mjs").Chart>} */
  const all = {
    "whole-process": wholeProcess(raw),
    "per-url": perUrl(raw),
    growth: growth(raw),
    server: server(raw),
    "server-load": serverLoad(raw),
    "other-endpoint": otherEndpoint(raw),
    sizes: sizes(build.sizes),
  };
  /** @type {Record<string, string>} */
  const files = {};
  for (const [name, chart] of Object.entries(all))
    for (const theme of /** @type {const} */ (["light", "dark"]))
      files[`${name}-${theme}.svg`] = await render(chart, theme);
  return files;
}
