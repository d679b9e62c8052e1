// The charts of a server.
import { figure } from "../stats.mjs";
import { keptUpText, runtimeName } from "../text.mjs";
import { bars } from "./bars.mjs";
import { kindOf, short } from "./labels.mjs";
import { lines } from "./lines.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */
/** @typedef {import("./render.mjs").Chart} Chart */

/** @param {Raw} raw @returns {Chart} */
export function server({ server: all }) {
  const panels = ["node24"].map((runtime) => ({
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
    note: "99 % of the answers within 100 ms; more is better\n≥: no higher rate was offered",
    description: "Bar chart of the highest rate of requests that a small server keeps up with.",
    spec: bars(panels, "/s", { limit: "no signing", ours: "this package", rival: "others" }),
  };
}

/** The lines of both charts, by the variant of the server. @type {Record<string, import("./lines.mjs").Series>} */
export const otherEndpointLines = {
  off: { name: short("off"), kind: "limit" },
  "aws-sdk": { name: short("aws-sdk"), kind: "rival" },
  "ours, RSA": { name: "this package", kind: "ours" },
  "aws-sdk, KeyObject": { name: short("aws-sdk, KeyObject"), kind: "rival", dash: "dashed" },
};

/** @param {Raw["server"]} all @param {"p99" | "health"} key */
const points = (all, key) =>
  all
    .filter(({ runtime }) => runtime === "node24")
    .flatMap(({ variant, rates }) => {
      const line = otherEndpointLines[variant];
      return line ? rates.map((rate) => ({ series: line.name, x: rate.offered, y: rate[key] })) : [];
    });

/** @param {Raw} raw */
const note = ({ host }) =>
  `RSA-2048, Node.js 24, ${host.cores} cores; logarithmic scales; less is better\nKeyObject: the key was imported before`;
const x = "requests for a signed URL per second";
const title = "99 % of its answers come within";

/** @param {Raw} raw @returns {Chart} */
export function serverLoad(raw) {
  return {
    title: "The wait for a signed URL, by load of the server",
    note: note(raw),
    description:
      "Line chart of the 99th percentile of the time to answer of an endpoint that signs, by offered requests per second.",
    spec: lines(
      [{ title, x, y: "ms", points: points(raw.server, "p99") }],
      Object.values(otherEndpointLines),
    ),
  };
}

/** What an endpoint that signs nothing feels. @param {Raw} raw @returns {Chart} */
export function otherEndpoint(raw) {
  return {
    title: "The wait at another endpoint while the server signs URLs",
    note: note(raw),
    description:
      "Line chart of the 99th percentile of the time to answer of an endpoint that signs nothing, by signed URLs per second.",
    spec: lines(
      [{ title, x, y: "ms", points: points(raw.server, "health") }],
      Object.values(otherEndpointLines),
    ),
  };
}
