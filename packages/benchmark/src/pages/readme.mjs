// The part of README.md between the markers: one chart and its figures.
import { comparedLoads, rateOf, servedRate } from "../charts/server.mjs";
import { overlap } from "../stats.mjs";
import { digits, measuredAt, picture } from "../text.mjs";
import { kilobytes } from "./tables.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */
/** @typedef {import("../raw.mjs").Load} Load */

/** Milliseconds. Users notice such a delay. */
const noticed = 100;

/** How a sentence names each of the others. @type {Record<string, string>} */
const names = {
  "aws-sdk": "the AWS SDK",
  "aws-sdk, KeyObject": "the AWS SDK with a `KeyObject`",
  "ours, grant": "a grant",
};

/** @param {readonly Load[]} loads @param {number} offered */
function sayNoise(loads, offered) {
  const waitOf = (/** @type {Load} */ load) => rateOf(load, offered)?.health;
  const mine = loads
    .filter(({ variant }) => variant === "ours, RSA")
    .flatMap((load) => waitOf(load) ?? [])[0];
  const same = loads.flatMap((load) => {
    const [name, wait] = [names[load.variant], waitOf(load)];
    return name && mine && wait && overlap(mine, wait) ? [name] : [];
  });
  return same.length > 0
    ? ` The differences between this package and ${list(same)} are within the noise.`
    : "";
}

/** @param {readonly string[]} words */
const list = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** The rate from which on users notice, beyond the noise. @param {Load | undefined} load @param {string} name */
function sayNoticed(load, name) {
  const count = (/** @type {number} */ rate) => Math.round(rate).toLocaleString("en");
  const first = load?.rates.find(({ health }) => health.low >= noticed);
  if (first)
    return `With ${name}, the other endpoint takes longer from ${count(first.offered)} requests per second on (${digits(first.health.median)} ms).`;
  const last = load?.rates.at(-1);
  if (!last) return `With ${name}, nothing was measured.`;
  const { offered, answered, health } = last;
  const signed =
    answered.median < offered ? `, although the server can sign only ${count(answered.median)} of them` : "";
  return `With ${name}, the other endpoint takes ${digits(health.median)} ms at ${count(offered)} requests per second${signed}.`;
}

/** @param {Raw} raw */
export function readmeBlock(raw) {
  const { date, commit, host, versions, isQuick } = raw;
  const loads = comparedLoads(raw);
  const offered = servedRate(loads);
  const find = (/** @type {string} */ name) => loads.find(({ variant }) => variant === name);
  return [
    picture(
      "docs/charts",
      "other-endpoint",
      "Bar chart: how long another endpoint takes while the server signs URLs",
    ),
    "",
    `A server gets ${offered.toLocaleString("en")} requests for a signed URL per second, the highest measured rate that the AWS SDK keeps up with. The bars show how long another endpoint, which signs nothing, takes for 99 % of its requests.${sayNoise(loads, offered)}`,
    "",
    `Users notice a delay of ${noticed} ms. ${sayNoticed(find("aws-sdk"), "the AWS SDK")} ${sayNoticed(find("aws-sdk, KeyObject"), "a `KeyObject` made once")} ${sayNoticed(find("ours, RSA"), "this package")}`,
    "",
    `The times are medians, measured on ${measuredAt({ date, commit })}, with Node.js ${versions.node24} on ${host.cpu} with ${host.cores} cores${isQuick ? ", **a quick run**" : ""}. [All benchmarks](docs/performance.md#compared-with-other-libraries) show where other libraries are as fast, or faster.`,
  ].join("\n");
}

/**
 * The rows of sizes in the comparison of docs/migrating.md, by their first cell: this package, the AWS SDK, `aws-cloudfront-sign`.
 * @param {import("../sizes.mjs").Sizes} sizes
 * @returns {Record<string, (string | number)[]>}
 */
export const sizeRows = ({ packages, oneFunction }) => ({
  "dependencies installed": packages.map(({ dependencies }) => dependencies.length),
  "bundle size, minified and gzipped": packages.map(({ gzipped }, i) =>
    i === 0
      ? `${kilobytes(gzipped)} with \`createCloudFrontSigner\`, ${kilobytes(oneFunction.gzipped)} with \`${oneFunction.name}\` only`
      : kilobytes(gzipped),
  ),
});
