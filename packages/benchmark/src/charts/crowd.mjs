// The chart of a thousand clients that renew their grants.
import { colors } from "./theme.mjs";

/** @typedef {import("../crowd.mjs").CrowdRun} CrowdRun */

/** Seconds that one point of the chart stands for. */
const step = 10;

/** @param {readonly number[]} perSecond */
const points = (perSecond) =>
  Array.from({ length: perSecond.length / step }, (_, i) => {
    const part = perSecond.slice(i * step, (i + 1) * step);
    const mean = part.reduce((sum, count) => sum + count, 0) / step;
    return { minute: (i * step) / 60, mean, peak: Math.max(...part) };
  });

/** @type {Record<string, import("./theme.mjs").Kind>} */
const series = {
  "most in one second": "limit",
  "mean of 10 seconds": "ours",
  "the endpoint answers 503": "rival",
};

/** @param {CrowdRun} run @param {number} highest @param {import("./theme.mjs").Theme} theme */
const panel = ({ title, perSecond, outage }, highest, theme) => {
  const x = { field: "minute", type: "quantitative", title: "minutes", axis: { tickMinStep: 10 } };
  const y = {
    type: "quantitative",
    title: "requests per second",
    scale: { domain: [0, highest], nice: false },
    axis: { tickCount: 4 },
  };
  const scale = {
    domain: Object.keys(series),
    range: Object.values(series).map((kind) => colors[theme][kind]),
  };
  const legend = { symbolType: "stroke", symbolStrokeWidth: 3, symbolSize: 300, symbolOpacity: 1 };
  /** @param {string} name */
  const color = (name) => ({ datum: name, type: "nominal", scale, legend });
  return {
    title: { text: title, fontSize: 11, offset: 6 },
    width: 460,
    height: 110,
    data: { values: points(perSecond) },
    layer: [
      ...(outage
        ? [
            {
              data: { values: [{ from: outage.from / 60, to: outage.to / 60 }] },
              mark: { type: "rect", opacity: 0.35, clip: true },
              encoding: {
                x: { ...x, field: "from" },
                x2: { field: "to" },
                color: color("the endpoint answers 503"),
              },
            },
          ]
        : []),
      {
        mark: { type: "line", strokeWidth: 1, clip: true },
        encoding: { x, y: { ...y, field: "peak" }, color: color("most in one second") },
      },
      {
        mark: { type: "line", strokeWidth: 2, clip: true },
        encoding: { x, y: { ...y, field: "mean" }, color: color("mean of 10 seconds") },
      },
      {
        data: {
          values: [{ minute: 0.6, text: `${perSecond[0]?.toLocaleString("en")} in the first second` }],
        },
        mark: { type: "text", align: "left", baseline: "top", dy: 2 },
        encoding: { x, y: { value: 0 }, text: { field: "text" } },
      },
    ],
  };
};

/** @param {readonly CrowdRun[]} runs @returns {import("./render.mjs").Chart} */
export function crowd(runs) {
  const highest = Math.max(...runs.flatMap(({ perSecond }) => perSecond.slice(step)));
  return {
    title: "1,000 viewers of a live event renew their grants",
    note: "requests to the grant endpoint; all viewers begin in the same second; virtual time",
    description:
      "Line charts of requests per second over an hour: 5-minute grants, grants that end with a window, and an outage of 20 seconds.",
    spec: (theme) => ({ vconcat: runs.map((run) => panel(run, highest, theme)) }),
  };
}
