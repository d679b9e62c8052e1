// The servers under load that the pages compare, and the rate from which on users notice a library.
import { noticed } from "../load/rates.mjs";
import { digits } from "../text.mjs";

/** @typedef {import("../raw.mjs").Load} Load */
/** @typedef {import("../raw.mjs").LoadAtRate} LoadAtRate */

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

/** @param {Pick<import("../raw.mjs").Raw, "server">} raw @returns {Load[]} */
export const comparedLoads = ({ server }) =>
  variants.flatMap((variant) => server.filter((one) => one.runtime === "node24" && one.variant === variant));

/** @param {number} rate */
const count = (rate) => rate.toLocaleString("en");

/** From which rate on users notice that the AWS SDK signs, and what this package does at that rate. @param {Pick<import("../raw.mjs").Raw, "server">} raw */
export function sayNoticed(raw) {
  const [sdk = [], mine = []] = ["aws-sdk", "ours, RSA"].map(
    (wanted) => comparedLoads(raw).find(({ variant }) => variant === wanted)?.rates,
  );
  const slow = sdk.findIndex(({ health }) => health.median >= noticed);
  const [before, at, ownBefore, own] = [sdk[slow - 1], sdk[slow], mine[slow - 1], mine[slow]];
  if (!before || !at || !ownBefore || !own) return "No delay was seen that users would notice.";
  const waits = (/** @type {LoadAtRate} */ { health }) => `${digits(health.median)} ms`;
  return `**Up to ${count(before.offered)} signed URLs per second, nobody notices which library signs:** the slowest 1% of the server's other requests take ${waits(before)} with the AWS SDK, and ${waits(ownBefore)} with this package. At ${count(at.offered)} URLs per second, they take ${waits(at)} with the AWS SDK (95% interval: ${digits(at.health.low)} to ${digits(at.health.high)} ms), and ${waits(own)} with this package.`;
}
