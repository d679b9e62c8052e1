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

/** From which rate on users notice that the AWS SDK signs, and what this package does at that rate. @param {Pick<import("../raw.mjs").Raw, "server">} raw */
export function sayNoticed(raw) {
  const [sdk, once] = ["aws-sdk", "aws-sdk, KeyObject"].map((variant) => firstNoticed(raw, variant));
  if (!sdk) return "No delay was seen that users would notice.";
  const first = `**From ${count(sdk.rate)} signed URLs per second on, users can notice that the AWS SDK signs:** the slowest 1% of the server's other requests took ${sdk.wait}, and ${sdk.ownWait} with this package.`;
  return once
    ? `${first} If you parse the key once (\`KeyObject\`), they can notice the SDK from ${count(once.rate)} on: ${once.wait}, and ${once.ownWait} with this package.`
    : first;
}

/** The first rate at which users notice the AWS SDK, after the one before it. @param {readonly Load[]} loads of the AWS SDK first @returns {number[]} */
export function comparedRates([sdk]) {
  const rates = sdk?.rates ?? [];
  const first = rates.findIndex(({ health }) => health.median >= noticed);
  return (first < 0 ? rates.slice(-1) : rates.slice(Math.max(0, first - 1), first + 1)).map(
    ({ offered }) => offered,
  );
}

/** @param {number} low @param {number} high @param {string} unit */
const interval = (low, high, unit) => {
  const some = low < noticed && high >= noticed ? ": in some runs nobody would notice" : "";
  return `(95% interval: ${digits(low)} to ${digits(high)} ${unit}${some})`;
};

/** The first rate at which users notice a library, and what others wait then. @param {Pick<import("../raw.mjs").Raw, "server">} raw @param {string} variant */
function firstNoticed(raw, variant) {
  const [theirs, mine] = [variant, "ours, RSA"].map((one) => comparedLoads(raw, [one])[0]?.rates ?? []);
  const at = theirs?.find(({ health }) => health.median >= noticed);
  const own = mine?.find(({ offered }) => offered === at?.offered);
  if (!at || !own) return undefined;
  const { median, low, high } = at.health;
  return {
    rate: at.offered,
    wait: `${digits(median)} ms ${interval(low, high, "ms")}`,
    ownWait: `${digits(own.health.median)} ms`,
  };
}
