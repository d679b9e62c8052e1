// Horizontal bars from zero, with their names above them, and their values and intervals at their ends.
import { digits } from "../text.mjs";
import { colors } from "./theme.mjs";

/** @typedef {import("../stats.mjs").Figure} Figure */
/** @typedef {{ label: string, kind: import("./theme.mjs").Kind, value: Figure }} Row */
/** @typedef {{ heading?: string, title: string, unit: string, rows: Row[] }} Panel title: of the axis, with its unit */

const width = 360;
/** Pixels of a bar and its name. */
const step = 40;
const height = 14;

/** Shorter bars are thinner than a pixel. */
const leastPart = 1 / width;

/** Round numbers from zero to one that is not below the longest bar and its interval. @param {readonly Row[]} rows */
function ticksFor(rows) {
  const most = Math.max(...rows.map(({ value }) => value.high));
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one * 4 >= most) ?? most;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step);
}

/** @param {Panel[]} panels @param {{ isOneScale: boolean }} [options] isOneScale: a bar of one panel can be compared with those of another @returns {import("./render.mjs").Chart["spec"]} */
export const bars =
  (panels, { isOneScale } = { isOneScale: false }) =>
  (theme) => ({
    spacing: 24,
    vconcat: panels.map(({ heading, title, unit, rows }) => {
      const ticks = ticksFor(isOneScale ? panels.flatMap((panel) => panel.rows) : rows);
      const last = ticks.at(-1) ?? 0;
      const x = {
        type: "quantitative",
        title,
        scale: { domain: [0, last] },
        axis: { domain: false, ticks: false, grid: false, labelFlush: false, values: ticks },
      };
      const y = { field: "label", type: "nominal", sort: null, axis: null };
      const color = { field: "color", type: "nominal", scale: null };
      return {
        ...(heading === undefined ? {} : { title: { text: heading, fontSize: 14, offset: 6 } }),
        width,
        height: { step },
        data: {
          values: rows.map(({ label, kind, value }) => ({
            label,
            color: colors[theme][kind],
            text: `${digits(value.median)} ${unit}${value.median < leastPart * last ? " (too short to draw)" : ""}`,
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
