// Lines with points and intervals on logarithmic scales, one panel below the other.
import { colors } from "./theme.mjs";

/** @typedef {import("../stats.mjs").Figure} Figure */
/** @typedef {{ name: string, kind: import("./theme.mjs").Kind, dash?: keyof typeof dashes }} Series */
/** @typedef {{ series: string, x: number, y: Figure }} Point */

/** For variants that share a color. */
const dashes = { solid: [1, 0], dashed: [6, 3], dotted: [2, 2] };

/** The labels of a logarithmic axis: fewer where it is longer. @param {number[]} values */
function labels(values) {
  const ratio = Math.max(...values) / Math.min(...values);
  const steps = ratio > 1e4 ? [1] : ratio > 4 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9];
  return Array.from({ length: 10 }, (_, i) => steps.map((step) => step * 10 ** (i - 2))).flat();
}

/** 1k and 1M, but 0.5 and not 500m. */
const labelExpr = 'format(datum.value, datum.value < 1000 ? "~r" : "~s")';

/**
 * @param {{ title: string, x: string, y: string, points: Point[] }[]} panels x and y: the titles of the axes
 * @param {Series[]} series in the order of the legend
 * @returns {import("./render.mjs").Chart["spec"]}
 */
export const lines = (panels, series) => (theme) => {
  const domain = series.map(({ name }) => name);
  const scale = { type: "log", nice: false };
  /** @param {string} title @param {number[]} values */
  const axis = (title, values) => ({ title, labelExpr, labelOverlap: false, values: labels(values) });
  /** @param {ReturnType<typeof axis>} one @param {number} last the end of the axis gets a label too */
  const withLast = (one, last) => ({ ...one, values: [...new Set([...one.values, last])] });
  /** A quick run has one rate, which alone is not a scale. @param {number[]} values */
  const wide = ([first = 1, ...others]) =>
    others.every((value) => value === first) ? { ...scale, domain: [first / 2, first * 2] } : scale;
  const nominal = { field: "series", type: "nominal" };
  return {
    vconcat: panels.map(({ title, x, y, points }) => ({
      title: { text: title, fontSize: 11, offset: 6 },
      width: 370,
      height: 180,
      data: {
        values: points.map(({ series, x, y }) => ({ series, x, y: y.median, low: y.low, high: y.high })),
      },
      encoding: {
        x: {
          field: "x",
          type: "quantitative",
          scale: wide(points.map((point) => point.x)),
          axis: withLast(
            axis(
              x,
              points.map((point) => point.x),
            ),
            Math.max(...points.map((point) => point.x)),
          ),
        },
        color: {
          ...nominal,
          scale: { domain, range: series.map(({ kind }) => colors[theme][kind]) },
          legend: {
            columns: 2,
            symbolType: "stroke",
            symbolStrokeWidth: 2,
            symbolSize: 400,
            symbolOpacity: 1,
          },
        },
      },
      layer: [
        {
          mark: { type: "line", strokeWidth: 2 },
          encoding: {
            y: {
              field: "y",
              type: "quantitative",
              scale,
              axis: axis(
                y,
                points.map((point) => point.y.median),
              ),
            },
            strokeDash: {
              ...nominal,
              scale: { domain, range: series.map(({ dash = "solid" }) => dashes[dash]) },
              legend: { columns: 2 },
            },
          },
        },
        {
          mark: { type: "rule", strokeWidth: 1.5, opacity: 0.4 },
          encoding: { y: { field: "low", type: "quantitative" }, y2: { field: "high" } },
        },
        {
          mark: { type: "point", filled: true, size: 28, opacity: 1 },
          encoding: { y: { field: "y", type: "quantitative" } },
        },
      ],
    })),
  };
};
