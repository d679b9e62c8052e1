// Horizontal bars with their intervals and values, one panel for each runtime.
import { digits } from "../text.mjs";
import { colors } from "./theme.mjs";

/** @typedef {import("../stats.mjs").Figure} Figure */
/** @typedef {import("./theme.mjs").Kind} Kind */
/** @typedef {{ label: string, kind: Kind, value: Figure, text?: string }} Row text: instead of the value */

/**
 * @param {{ title: string, rows: Row[] }[]} panels
 * @param {string} unit
 * @param {Partial<Record<Kind, string>>} names of the kinds, in the legend
 * @returns {import("./render.mjs").Chart["spec"]}
 */
export const bars = (panels, unit, names) => (theme) => {
  const kinds = /** @type {Kind[]} */ (Object.keys(names));
  const color = {
    field: "kind",
    type: "nominal",
    scale: { domain: kinds.map((kind) => names[kind]), range: kinds.map((kind) => colors[theme][kind]) },
  };
  const quantitative = { type: "quantitative", axis: null };
  return {
    vconcat: panels.map(({ title, rows }) => ({
      title: { text: title, fontSize: 11, offset: 4 },
      width: 250,
      height: { step: 17 },
      data: {
        values: rows.map(({ label, kind, value, text = `${digits(value.median)} ${unit}` }) => ({
          label,
          text,
          kind: names[kind],
          ...value,
        })),
      },
      encoding: {
        y: {
          field: "label",
          type: "nominal",
          sort: null,
          axis: { title: null, ticks: false, domain: false, labelPadding: 6, minExtent: 165 },
        },
      },
      layer: [
        {
          mark: { type: "bar", height: 10 },
          encoding: { x: { field: "median", ...quantitative }, color },
        },
        {
          mark: { type: "rule", strokeWidth: 1.2 },
          encoding: { x: { field: "low", ...quantitative }, x2: { field: "high" } },
        },
        {
          mark: { type: "text", align: "left", dx: 5 },
          encoding: { x: { field: "high", ...quantitative }, text: { field: "text" } },
        },
      ],
    })),
  };
};
