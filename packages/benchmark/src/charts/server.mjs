// The charts of a server.
import { figure } from "../stats.mjs";
import { keptUpText, runtimeName, unique } from "../text.mjs";
import { bars } from "./bars.mjs";
import { kindOf, short } from "./labels.mjs";
import { lines } from "./lines.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */
/** @typedef {import("./render.mjs").Chart} Chart */

/** @param {Raw} raw @returns {Chart} */
export function server({ server: all }) {
  const panels = unique(all.map(({ runtime }) => runtime)).map((runtime) => ({
    title: runtimeName(runtime),
    rows: all
      .filter((row) => row.runtime === runtime)
      .map(({ variant, lastGood, breaksDownAt }) => ({
        label: short(variant),
        kind: kindOf(variant),
        value: figure([lastGood ?? 0]),
        text: keptUpText(lastGood, breaksDownAt),
      })),
  }));
  return {
    title: "Signed URLs per second that a server keeps up with",
    note: "highest offered rate with 99 % of the answers within 100 ms; more is better",
    description:
      "Bar chart of the highest rate of requests that a small server keeps up with, for each runtime.",
    spec: bars(panels, "/s", { limit: "no signing", ours: "this package", rival: "others" }),
  };
}

/** The variants of the server as lines. @type {Record<string, Omit<import("./lines.mjs").Series, "name">>} */
const lineOf = {
  off: { kind: "limit" },
  "aws-sdk": { kind: "rival" },
  "aws-sdk, KeyObject": { kind: "rival", dash: "dashed" },
  "aws-sdk, P-256": { kind: "rival", dash: "dotted" },
  "ours, RSA": { kind: "ours" },
  "ours, signer per request": { kind: "ours", dash: "dashed" },
  "ours, P-256": { kind: "ec" },
  "ours, P-256, signer per request": { kind: "ec", dash: "dashed" },
  "ours, grant": { kind: "grant" },
};

/** @param {Raw} raw @returns {Chart} */
export function serverLoad({ server: all }) {
  const rows = all.filter(({ runtime }) => runtime === "node24");
  /** @param {"p99" | "health"} key */
  const points = (key) =>
    rows.flatMap(({ variant, rates }) =>
      rates.map((rate) => ({ series: short(variant), x: rate.offered, y: rate[key] })),
    );
  const x = "requests to /sign per second";
  return {
    title: "A server at the same offered load, Node.js 24",
    note: "the slowest 1 % of the answers; logarithmic scales; less is better",
    description:
      "Two line charts by offered requests per second: the p99 of signing, and the p99 of an unrelated endpoint.",
    spec: lines(
      [
        { title: "p99 of /sign", x, y: "ms", points: points("p99") },
        { title: "p99 of /health, which signs nothing", x, y: "ms", points: points("health") },
      ],
      Object.entries(lineOf)
        .filter(([variant]) => rows.some((row) => row.variant === variant))
        .map(([variant, line]) => ({ name: short(variant), ...line })),
    ),
  };
}

/** The lines of the README's chart, by the variant of the server. @type {Record<string, import("./lines.mjs").Series>} */
export const otherEndpointLines = {
  off: { name: "no signing", kind: "limit" },
  "aws-sdk": { name: "@aws-sdk/cloudfront-signer", kind: "rival" },
  "ours, RSA": { name: "this package", kind: "ours" },
  "aws-sdk, KeyObject": { name: "@aws-sdk/cloudfront-signer, KeyObject", kind: "rival", dash: "dashed" },
};

/** What an endpoint that signs nothing feels. @param {Raw} raw @returns {Chart} */
export function otherEndpoint({ server: all, host }) {
  const points = all
    .filter(({ runtime }) => runtime === "node24")
    .flatMap(({ variant, rates }) => {
      const line = otherEndpointLines[variant];
      return line ? rates.map(({ offered, health }) => ({ series: line.name, x: offered, y: health })) : [];
    });
  return {
    title: "The wait at another endpoint while the server signs URLs",
    note: `RSA-2048, Node.js 24, ${host.cores} cores; logarithmic scales; less is better`,
    description:
      "Line chart of the 99th percentile of the time to answer of an endpoint that signs nothing, by signed URLs per second.",
    spec: lines(
      [
        {
          title: "99 % of its answers come within",
          x: "requests for a signed URL per second",
          y: "ms",
          points,
        },
      ],
      Object.values(otherEndpointLines),
    ),
  };
}
