// Horizontal bars from zero, with their names above them, and their values and intervals at their ends.
import { digits } from "../text.mjs";
import { colors } from "./theme.mjs";

/** @typedef {import("../stats.mjs").Figure} Figure */
/** @typedef {{ label: string, kind: import("./theme.mjs").Kind, value: Figure }} Row */
/** @typedef {{ title: string, unit: string, rows: Row[] }} Panel title: of the axis, with its unit */

const width = 360;
/** Pixels of a bar and its name. */
const step = 40;
const height = 14;

/** @param {Panel[]} panels @returns {import("./render.mjs").Chart["spec"]} */
export const bars = (panels) => (theme) => ({
  spacing: 24,
  vconcat: panels.map(({ title, unit, rows }) => {
    const x = {
      type: "quantitative",
      title,
      axis: { domain: false, ticks: false, grid: false, labelFlush: false, tickCount: 4 },
    };
    const y = { field: "label", type: "nominal", sort: null, axis: null };
    const color = { field: "color", type: "nominal", scale: null };
    return {
      width,
      height: { step },
      data: {
        values: rows.map(({ label, kind, value }) => ({
          label,
          color: colors[theme][kind],
          text: `${digits(value.median)} ${unit}`,
          ...value,
        })),
      },
      layer: [
        {
          mark: { type: "bar", height, yOffset: height / 2 },
          encoding: { y, x: { field: "median", ...x }, color },
        },
        {
          mark: { type: "rule", strokeWidth: 1.5, yOffset: height / 2 },
          encoding: { y, x: { field: "low", ...x }, x2: { field: "high" } },
        },
        {
          mark: { type: "text", align: "left", dx: 6, yOffset: height / 2, fontWeight: "bold" },
          encoding: { y, x: { field: "high", ...x }, text: { field: "text" } },
        },
        {
          mark: { type: "text", align: "left", yOffset: -height / 2 - 2 },
          encoding: { y, x: { value: 0 }, text: { field: "label" } },
        },
      ],
    };
  }),
});
