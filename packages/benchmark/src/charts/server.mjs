// The chart of what an endpoint feels that signs nothing, while the server signs URLs.
import { bars } from "./bars.mjs";
import { kindOf, short } from "./labels.mjs";

/** @typedef {import("../raw.mjs").Load} Load */

/** The variants of the server in the chart, from top to bottom. */
const compared = ["aws-sdk", "aws-sdk, KeyObject", "ours, RSA", "ours, grant"];

/** A server that answers fewer requests than this share has a queue, which grows as long as the test lasts. */
const served = 0.99;

/** @param {import("../raw.mjs").Raw} raw @returns {Load[]} those of the chart, in its order */
export const comparedLoads = ({ server }) =>
  compared.flatMap((name) => server.filter((one) => one.runtime === "node24" && one.variant === name));

/** The highest rate that every variant serves; a quick run may have none. @param {readonly Load[]} loads */
export function servedRate(loads) {
  const rates = (loads[0]?.rates ?? []).map(({ offered }) => offered);
  const all = rates.filter((offered) =>
    loads.every((load) => (rateOf(load, offered)?.answered.median ?? 0) >= served * offered),
  );
  return all.at(-1) ?? rates[0] ?? 0;
}

/** @param {Load} load @param {number} offered */
export const rateOf = ({ rates }, offered) => rates.find((rate) => rate.offered === offered);

/** @param {import("../raw.mjs").Raw} raw @returns {import("./render.mjs").Chart} */
export function otherEndpoint(raw) {
  const loads = comparedLoads(raw);
  const offered = servedRate(loads);
  const rows = loads.flatMap((load) => {
    const rate = rateOf(load, offered);
    const label = load.variant === "ours, RSA" ? "this package" : short(load.variant);
    return rate ? [{ label, kind: kindOf(load.variant), value: rate.health }] : [];
  });
  return {
    title: "How long another endpoint takes while the server signs URLs",
    note: `${offered.toLocaleString("en")} signed URLs per second, RSA-2048, Node.js 24, ${raw.host.cores} cores\n99th percentile: median and 95 % interval; less is better\nKeyObject: the key is parsed once`,
    description: `Bar chart of the 99th percentile of the response time of an endpoint that signs nothing, in milliseconds, at ${offered.toLocaleString("en")} signed URLs per second.`,
    spec: bars([{ title: "", rows }], "ms", { ours: "this package", rival: "AWS SDK" }),
  };
}
