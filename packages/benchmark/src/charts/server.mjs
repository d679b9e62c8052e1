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
