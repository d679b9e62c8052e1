// The chart of what an endpoint feels that signs nothing, while the server signs URLs.
import { short } from "./labels.mjs";
import { lines } from "./lines.mjs";

/** The lines of the chart, by the variant of the server. @type {Record<string, import("./lines.mjs").Series>} */
export const otherEndpointLines = {
  off: { name: short("off"), kind: "limit" },
  "aws-sdk": { name: short("aws-sdk"), kind: "rival" },
  "ours, RSA": { name: "this package", kind: "ours" },
  "aws-sdk, KeyObject": { name: short("aws-sdk, KeyObject"), kind: "rival", dash: "dashed" },
};

/** @param {import("../raw.mjs").Raw} raw @returns {import("./render.mjs").Chart} */
export function otherEndpoint({ server, host }) {
  const points = server
    .filter(({ runtime }) => runtime === "node24")
    .flatMap(({ variant, rates }) => {
      const line = otherEndpointLines[variant];
      return line ? rates.map((rate) => ({ series: line.name, x: rate.offered, y: rate.health })) : [];
    });
  return {
    title: "The wait at another endpoint while the server signs URLs",
    note: `RSA-2048, Node.js 24, ${host.cores} cores; logarithmic scales; less is better\nKeyObject: the key was imported before`,
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
