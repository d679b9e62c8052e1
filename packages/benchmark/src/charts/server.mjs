// The chart of how long an endpoint takes that signs nothing, while the server signs URLs.
import { noticed } from "../load/rates.mjs";
import { figure } from "../stats.mjs";
import { digits } from "../text.mjs";
import { kindOf } from "./labels.mjs";
import { colors, fontSize } from "./theme.mjs";

/** @typedef {import("../raw.mjs").Load} Load */

/**
 * The variants of the server in the chart. The second one of each library has a dashed line and hollow points.
 * @type {Record<string, { label: string, shape: string, isDashed?: boolean, isBefore?: boolean }>} isBefore: the name of the line stands before its last point
 */
const styles = {
  "aws-sdk": { label: "AWS SDK", shape: "circle", isBefore: true },
  "aws-sdk, KeyObject": { label: "SDK with KeyObject", shape: "square", isDashed: true },
  "ours, RSA": { label: "this package", shape: "triangle-up" },
  "ours, grant": { label: "a grant", shape: "diamond", isDashed: true },
};

/** @param {import("../raw.mjs").Raw} raw @returns {Load[]} those of the chart, in its order */
export const comparedLoads = ({ server }) =>
  Object.keys(styles).flatMap((variant) =>
    server.filter((one) => one.runtime === "node24" && one.variant === variant),
  );

/** The first rate at which users notice, in most of the rounds. @param {Load | undefined} load */
export const noticedAt = (load) => load?.rates.find(({ health }) => health.median >= noticed);

/** Up to the first rate at which users notice: above it, the queue grows as long as the load lasts. @param {Load} load */
const drawn = (load) => {
  const last = noticedAt(load);
  return last ? load.rates.slice(0, load.rates.indexOf(last) + 1) : load.rates;
};

/** @param {Load[]} loads */
function finding(loads) {
  const [sdk, once, mine] = ["aws-sdk", "aws-sdk, KeyObject", "ours, RSA"].map((name) =>
    noticedAt(loads.find(({ variant }) => variant === name))?.offered.toLocaleString("en"),
  );
  return sdk && once && !mine
    ? `From ${sdk} URLs per second on (${once} with\na KeyObject), other requests wait for the\nAWS SDK, but not for this package`
    : "How long other requests wait\nwhile the server signs URLs";
}

/** What the line of this package does not show: how many URLs it signs. @param {Load[]} loads @param {number} cores */
function mostSigned(loads, cores) {
  const last = loads.find(({ variant }) => variant === "ours, RSA")?.rates.at(-1);
  const [offered, signed] = [last?.offered ?? 0, Math.round(last?.answered.median ?? 0)];
  return signed < offered * 0.9
    ? `
At ${offered.toLocaleString("en")} requests, ${cores} cores sign only ${signed.toLocaleString("en")} URLs per second`
    : "";
}

const [width, height] = [232, 250];
/** Pixels that the lines stand apart at each rate, so that no interval covers another. */
const besideEachOther = 8;
/** Pixels between the last point and the names beside it: half of the last label of the axis, and some air. */
const besidePoints = 24;
const lineHeight = fontSize + 4;

/** @typedef {{ text: string[], color: string, align: "left" | "right", x: number, y: number }} Label in pixels */

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
  const all = loads.flatMap(drawn);
  const rates = [...new Set(all.map(({ offered }) => offered))].sort((a, b) => a - b);
  const fastest = rates.at(-1) ?? 1;
  // A little before the first rate, so that its points are beside the axis.
  const start = (rates[0] ?? 1) / 1.2;
  const most = Math.max(noticed, ...all.map(({ health }) => health.high));
  const longest = Math.ceil(most / 200) * 200;
  const x = {
    field: "offered",
    type: "quantitative",
    title: "requests for a signed URL per second",
    // The rates double: so they are evenly spaced.
    scale: { type: "log", base: 2, domain: [start, fastest] },
    // Flush, the last label would stand close to the one before it.
    axis: { grid: false, values: rates, format: ",d", labelFlush: false },
  };
  const y = {
    type: "quantitative",
    title: "response time of another endpoint, 99th percentile [ms]",
    scale: { domain: [0, longest] },
    axis: {
      ...{ grid: true, domain: false, ticks: false, tickCount: 5 },
      ...{ titleAngle: 0, titleAlign: "left", titleAnchor: "end", titleX: -40, titleY: -16 },
    },
  };
  const across = (/** @type {number} */ offered) =>
    (width * Math.log(offered / start)) / Math.log(fastest / start);
  const down = (/** @type {number} */ milliseconds) => height * (1 - milliseconds / longest);
  /** @param {import("./theme.mjs").Theme} theme */
  const spec = (theme) => {
    const { ink, paper, ...kinds } = colors[theme];
    /** @type {Label[]} */
    const inside = [];
    /** @type {Label[]} */
    const beside = [];
    /** @param {string} text @param {number} milliseconds @param {string} color */
    const addBeside = (text, milliseconds, color) =>
      beside.push({ text: [text], color, align: "left", x: width + besidePoints, y: down(milliseconds) });
    addBeside(`${noticed} ms: users notice`, noticed, ink);
    const series = loads.flatMap((load) => {
      const points = drawn(load);
      const { label, shape, isDashed, isBefore } = styles[load.variant] ?? {};
      const color = kinds[kindOf(load.variant)];
      const { offered = 0, health: { median } = figure([]) } = points.at(-1) ?? {};
      const time = `${digits(median)} ms`;
      const xOffset = ((isDashed ? 1 : -1) * besideEachOther) / 2;
      if (offered === fastest) addBeside(`${label}: ${time}`, median, color);
      else
        inside.push({
          text: [`${label}`, time],
          color,
          align: isBefore ? "right" : "left",
          x: across(offered) + (isBefore ? -14 : 14),
          y: down(median) - lineHeight / 2,
        });
      return {
        data: { values: points.map((point) => ({ offered: point.offered, ...point.health })) },
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
              size: 80,
              opacity: 1,
              stroke: color,
              fill: isDashed ? paper : color,
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
    return { width, height, layer: [limit, ...series, ...[...inside, ...apart(beside)].map(labelLayer)] };
  };
  return {
    title: finding(loads),
    note: `median and 95 % interval; RSA-2048, Node.js 24, ${raw.host.cores} cores\nThe SDK's lines end where its queue keeps growing${mostSigned(loads, raw.host.cores)}`,
    description: `Line chart of the 99th percentile of the response time of an endpoint that signs nothing, in milliseconds, at up to ${fastest.toLocaleString("en")} requests for a signed URL per second.`,
    spec,
  };
}
