// The chart of how long an endpoint takes that signs nothing, while the server signs URLs.
import { noticed } from "../load/rates.mjs";
import { digits } from "../text.mjs";
import { bars } from "./bars.mjs";
import { kindOf, short } from "./labels.mjs";

/** @typedef {import("../raw.mjs").Load} Load */

/** The variants of the server that are compared, in this order. */
const compared = [
  "off",
  "aws-sdk",
  "aws-sdk, KeyObject",
  "aws-sdk, P-256",
  "ours, RSA",
  "ours, P-256",
  "ours, grant",
];

/** @param {import("../raw.mjs").Raw} raw @returns {Load[]} */
export const comparedLoads = ({ server }) =>
  compared.flatMap((variant) => server.filter((one) => one.runtime === "node24" && one.variant === variant));

/** @param {readonly Load[]} loads @param {string} variant */
export const loadOf = (loads, variant) => loads.find((load) => load.variant === variant);

/** The first rate at which users notice, beyond the noise. @param {Load | undefined} load */
export const noticedAt = (load) => load?.rates.find(({ health }) => health.low >= noticed)?.offered;

/** The highest rate that the AWS SDK can serve. @param {readonly Load[]} loads */
export const servedRate = (loads) =>
  loadOf(loads, "aws-sdk")
    ?.rates.filter(({ offered, answered }) => answered.median >= 0.9 * offered)
    .at(-1)?.offered ?? 0;

/** @param {readonly Load[]} loads @param {number} offered */
const delaysAt = (loads, offered) =>
  loads.flatMap(({ variant, rates }) =>
    rates.filter((rate) => rate.offered === offered).map(({ health }) => ({ variant, health })),
  );

/** @param {readonly Load[]} loads @param {number} offered */
function finding(loads, offered) {
  const delays = delaysAt(loads, offered);
  const [sdk, mine] = ["aws-sdk", "ours, RSA"].map(
    (wanted) => delays.find(({ variant }) => variant === wanted)?.health,
  );
  const what = `At ${offered.toLocaleString("en")} signed URLs per second, the slowest\n1 % of other requests take`;
  return sdk && mine && mine.high < sdk.low
    ? `${what} ${digits(sdk.median)} ms with\nthe AWS SDK, ${digits(mine.median)} ms with this package`
    : "How long other requests wait\nwhile the server signs URLs";
}

/** @param {import("../raw.mjs").Raw} raw @returns {import("./render.mjs").Chart} */
export function otherEndpoint(raw) {
  const loads = comparedLoads(raw);
  const offered = servedRate(loads);
  return {
    title: finding(loads, offered),
    note: `median and 95 % interval; RSA-2048 unless marked\nNode.js 24, ${raw.host.cores} cores; KeyObject: a key parsed once`,
    description: `Bar chart of the 99th percentile of the response time of an endpoint that signs nothing, in milliseconds, at ${offered.toLocaleString("en")} requests for a signed URL per second.`,
    spec: bars([
      {
        title: "another endpoint, 99th percentile [ms]",
        unit: "ms",
        rows: delaysAt(loads, offered).map(({ variant, health }) => ({
          label: short(variant),
          kind: kindOf(variant),
          value: health,
        })),
      },
    ]),
  };
}
