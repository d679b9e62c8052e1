// The servers under load that the pages compare, and the rate from which on users notice a library.
import { noticed } from "../load/rates.mjs";
import { digits } from "../text.mjs";

/** @typedef {import("../raw.mjs").Load} Load */

/** The variants of the server that are compared, in this order. */
const variants = [
  "off",
  "aws-sdk",
  "aws-sdk, KeyObject",
  "aws-sdk, P-256",
  "ours, RSA",
  "ours, P-256",
  "ours, grant",
];

/** @param {Pick<import("../raw.mjs").Raw, "server">} raw @param {readonly string[]} [wanted] @returns {Load[]} */
export const comparedLoads = ({ server }, wanted = variants) =>
  wanted.flatMap((variant) => server.filter((one) => one.runtime === "node24" && one.variant === variant));

/** @param {number} rate */
const count = (rate) => rate.toLocaleString("en");

/** Of the requests; the others came too late for their half second. */
const served = 0.99;

/** The highest rate that all servers answered. @param {readonly Load[]} loads */
export const servedRate = (loads) =>
  loads[0]?.rates
    .map(({ offered }) => offered)
    .filter((rate) =>
      loads.every(({ rates }) =>
        rates.some(({ offered, answered }) => offered === rate && answered.median >= served * rate),
      ),
    )
    .at(-1);

/** From which rate on users notice that the AWS SDK signs, and what this package does at that rate. @param {Pick<import("../raw.mjs").Raw, "server">} raw */
export function sayNoticed(raw) {
  const [sdk, once] = ["aws-sdk", "aws-sdk, KeyObject"].map((variant) => firstNoticed(raw, variant));
  if (!sdk) return "No delay was seen that users would notice.";
  const first = `**From ${count(sdk.rate)} signed URLs per second on, users notice that the AWS SDK signs:** the slowest 1% of the server's other requests take ${sdk.wait}, and ${sdk.ownWait} with this package.`;
  return once
    ? `${first} With one \`KeyObject\`, users notice the SDK from ${count(once.rate)} on: ${once.wait}, and ${once.ownWait} with this package.`
    : first;
}

/** The first rate at which users notice a library, and what others wait then. @param {Pick<import("../raw.mjs").Raw, "server">} raw @param {string} variant */
function firstNoticed(raw, variant) {
  const [theirs, mine] = [variant, "ours, RSA"].map((one) => comparedLoads(raw, [one])[0]?.rates ?? []);
  const at = theirs?.find(({ health }) => health.median >= noticed);
  const own = mine?.find(({ offered }) => offered === at?.offered);
  if (!at || !own) return undefined;
  const { median, low, high } = at.health;
  return {
    rate: at.offered,
    wait: `${digits(median)} ms (95% interval: ${digits(low)} to ${digits(high)} ms)`,
    ownWait: `${digits(own.health.median)} ms`,
  };
}
