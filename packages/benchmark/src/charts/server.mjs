// The chart of how long an endpoint takes that signs nothing, while the server signs URLs.
import { noticed } from "../load/rates.mjs";
import { digits } from "../text.mjs";
import { kindOf } from "./labels.mjs";
import { colors, fontSize } from "./theme.mjs";

/** @typedef {import("../raw.mjs").Load} Load */

/**
 * The variants of the server in the chart. The second one of each library has a dashed line and hollow points.
 * @type {Record<string, { label: string, shape: string, isDashed?: boolean }>}
 */
const styles = {
  "aws-sdk": { label: "AWS SDK", shape: "circle" },
  "aws-sdk, KeyObject": { label: "SDK, KeyObject", shape: "square", isDashed: true },
  "ours, RSA": { label: "this package", shape: "triangle-up" },
  "ours, grant": { label: "a grant", shape: "diamond", isDashed: true },
};

/** @param {import("../raw.mjs").Raw} raw @returns {Load[]} those of the chart, in its order */
export const comparedLoads = ({ server }) =>
  Object.keys(styles).flatMap((variant) =>
    server.filter((one) => one.runtime === "node24" && one.variant === variant),
  );

/** The first rate at which users notice, beyond the noise. @param {Load | undefined} load */
export const noticedAt = (load) => load?.rates.find(({ health }) => health.low >= noticed);

/** What another endpoint takes with a variant at a rate. @param {Load[]} loads @param {string} variant @param {number} offered */
export const delayAt = (loads, variant, offered) =>
  loads.find((load) => load.variant === variant)?.rates.find((rate) => rate.offered === offered)?.health;

/** @param {Load[]} loads */
function finding(loads) {
  const offered = noticedAt(loads.find(({ variant }) => variant === "aws-sdk"))?.offered ?? 0;
  const [sdk, mine] = ["aws-sdk", "ours, RSA"].map((variant) => delayAt(loads, variant, offered));
  return sdk && mine && mine.high < noticed
    ? `At ${offered.toLocaleString("en")} URLs per second, other requests\ntake ${digits(sdk.median)} ms with the AWS SDK,\n${digits(mine.median)} ms with this package`
    : "How long other requests wait\nwhile the server signs URLs";
}

/** How many URLs this package signs, where more were asked for. @param {Load[]} loads @param {number} cores */
function mostSigned(loads, cores) {
  const last = loads.find(({ variant }) => variant === "ours, RSA")?.rates.at(-1);
  const [offered, signed] = [last?.offered ?? 0, Math.round(last?.answered.median ?? 0)];
  return signed < offered * 0.9
    ? `\nAt ${offered.toLocaleString("en")} requests, ${cores} cores sign only ${signed.toLocaleString("en")} URLs per second`
    : "";
}

const [width, height] = [232, 250];
/** Pixels that the lines stand apart at each rate, so that no interval covers another. */
const besideEachOther = 8;
/** Pixels between the axis and the names beside it. */
const besidePoints = 4;
const lineHeight = fontSize + 4;

/** @typedef {{ text: string[], color: string, align: "left", x: number, y: number }} Label in pixels */

/** @param {Label} label */
const labelLayer = (label) => ({
  data: { values: [{}] },
  mark: { type: "text", baseline: "middle", lineHeight, fontWeight: "bold", ...label },
});

/** Moves labels apart until none covers another, up and down alike. @param {Label[]} labels */
function apart(labels) {
  const sorted = [...labels].sort((a, b) => b.y - a.y);
  let last = Number.POSITIVE_INFINITY;
  const moved = sorted.map((label) => {
    last = Math.min(label.y, last - lineHeight);
    return { ...label, y: last };
  });
  const shift = ((sorted.at(-1)?.y ?? 0) - last) / 2;
  return moved.map((label) => ({ ...label, y: label.y + shift }));
}

/** @param {import("../raw.mjs").Raw} raw @returns {import("./render.mjs").Chart} */
export function otherEndpoint(raw) {
  const loads = comparedLoads(raw);
  const delays = loads.flatMap(({ rates }) => rates.map(({ health }) => health));
  const fastest = loads[0]?.rates.at(-1)?.offered ?? 0;
  const [shortest, longest] = [
    Math.min(...delays.map(({ low }) => low)),
    Math.max(...delays.map(({ high }) => high)),
  ];
  const x = {
    field: "offered",
    type: "ordinal",
    title: "requests for a signed URL per second",
    scale: { type: "point", padding: 0.4 },
    axis: { grid: false, labelAngle: 0, format: ",d" },
  };
  const y = {
    type: "quantitative",
    title: "another endpoint, 99th percentile [ms], logarithmic",
    scale: { type: "log", domain: [shortest, longest], nice: false },
    axis: {
      ...{ grid: true, domain: false, ticks: false, values: [1, 10, 100, 1000], format: ",d" },
      ...{ titleAngle: 0, titleAlign: "left", titleAnchor: "end", titleX: -40, titleY: -16 },
    },
  };
  const down = (/** @type {number} */ milliseconds) =>
    (height * Math.log(longest / milliseconds)) / Math.log(longest / shortest);
  /** @param {import("./theme.mjs").Theme} theme */
  const spec = (theme) => {
    const { ink, paper, ...kinds } = colors[theme];
    /** @type {Label[]} */
    const labels = [];
    /** @param {string} text @param {number} milliseconds @param {string} color */
    const addLabel = (text, milliseconds, color) =>
      labels.push({ text: [text], color, align: "left", x: width + besidePoints, y: down(milliseconds) });
    addLabel(`${noticed} ms: users notice`, noticed, ink);
    const series = loads.map(({ variant, rates }) => {
      const { label = variant, shape, isDashed } = styles[variant] ?? {};
      const color = kinds[kindOf(variant)];
      const last = rates.at(-1)?.health.median ?? 1;
      addLabel(`${label}: ${digits(last)} ms`, last, color);
      const xOffset = ((isDashed ? 1 : -1) * besideEachOther) / 2;
      return {
        data: { values: rates.map(({ offered, health }) => ({ offered, ...health })) },
        layer: [
          {
            mark: { type: "rule", color, strokeWidth: 1.5, xOffset },
            encoding: { x, y: { field: "low", ...y }, y2: { field: "high" } },
          },
          {
            mark: { type: "line", color, strokeWidth: 2.5, strokeDash: isDashed ? [5, 3] : [1, 0], xOffset },
            encoding: { x, y: { field: "median", ...y } },
          },
          {
            mark: {
              ...{ type: "point", shape, xOffset },
              ...{ size: 80, opacity: 1, stroke: color, fill: isDashed ? paper : color },
            },
            encoding: { x, y: { field: "median", ...y } },
          },
        ],
      };
    });
    const limit = {
      data: { values: [{}] },
      mark: { type: "rule", color: ink, strokeDash: [2, 3] },
      encoding: { y: { datum: noticed, ...y } },
    };
    return { width, height, layer: [limit, ...series, ...apart(labels).map(labelLayer)] };
  };
  return {
    title: finding(loads),
    note: `median and 95 % interval; RSA-2048, Node.js 24, ${raw.host.cores} cores${mostSigned(loads, raw.host.cores)}`,
    description: `Line chart of the 99th percentile of the response time of an endpoint that signs nothing, in milliseconds, at up to ${fastest.toLocaleString("en")} requests for a signed URL per second.`,
    spec,
  };
}
