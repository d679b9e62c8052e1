// The part of README.md between the markers: one chart and its figures.
import { comparedLoads, loadOf, noticedAt } from "../charts/server.mjs";
import { noticed } from "../load/rates.mjs";
import { digits, measuredWith, picture, quickNote } from "../text.mjs";
import { kilobytes } from "./tables.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */
/** @typedef {import("../raw.mjs").Load} Load */

/** @param {number} rate */
const count = (rate) => Math.round(rate).toLocaleString("en");

/** From which rate on users notice which signer, beyond the noise, and what this package does at the highest. @param {readonly Load[]} loads */
function sayNoticed(loads) {
  const [sdk, once] = ["aws-sdk", "aws-sdk, KeyObject"].map((variant) => noticedAt(loadOf(loads, variant)));
  const [most, mostOfSdk] = ["ours, RSA", "aws-sdk"].map((variant) => loadOf(loads, variant)?.rates.at(-1));
  return [
    `Users notice a delay of ${noticed} ms.`,
    ...(sdk
      ? [
          `From ${count(sdk)} signed URLs per second on, the slowest 1 % of other requests took longer than that in every run with the AWS SDK${once ? `. If it gets a \`KeyObject\` (a key that is parsed once), this begins at ${count(once)}` : ""}.`,
        ]
      : []),
    ...(most && mostOfSdk && most.health.high < noticed
      ? [
          `At ${count(most.offered)} requests per second, this package signs ${count(most.answered.median)} URLs (AWS SDK: ${count(mostOfSdk.answered.median)}), and the slowest 1 % of other requests take ${digits(most.health.median)} ms.`,
        ]
      : []),
  ].join(" ");
}

/** @param {Raw} raw */
export function readmeBlock(raw) {
  const loads = comparedLoads(raw);
  return [
    ...quickNote(raw),
    picture(
      "docs/charts",
      "other-endpoint",
      "Bar chart: how long another endpoint takes while the server signs URLs",
    ),
    "",
    sayNoticed(loads),
    "",
    `Measured with ${measuredWith(raw)} and Node.js ${raw.versions.node24} on ${raw.host.cores} cores. [All benchmarks](docs/performance.md#compared-with-other-libraries) show where other libraries are as fast, or faster.`,
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
