// The part of README.md between the markers: one chart and its figures.
import { comparedLoads, delayAt, noticedAt } from "../charts/server.mjs";
import { noticed } from "../load/rates.mjs";
import { digits, measuredWith, picture, quickNote } from "../text.mjs";
import { kilobytes } from "./tables.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */
/** @typedef {import("../raw.mjs").Load} Load */

/** @param {number} rate */
const count = (rate) => Math.round(rate).toLocaleString("en");

/** What other requests take at the first rate at which the SDK's delay is noticed, beyond the noise. @param {readonly Load[]} loads */
function sayNoticed(loads) {
  const offered = noticedAt(loads.find(({ variant }) => variant === "aws-sdk"))?.offered;
  if (offered === undefined) return "";
  const [sdk, once, mine] = ["aws-sdk", "aws-sdk, KeyObject", "ours, RSA"].map((variant) => {
    const { median = 0, low = 0, high = 0 } = delayAt([...loads], variant, offered) ?? {};
    return `${digits(median)} ms (95 % interval ${digits(low)} to ${digits(high)})`;
  });
  return ` At ${count(offered)} per second, they take ${sdk} with the AWS SDK, ${once} with the SDK and a \`KeyObject\` made once, and ${mine} with this package.`;
}

/** The rates at which nobody notices which one signs, up to the first at which it shows. @param {readonly Load[]} loads */
function sayUnnoticed(loads) {
  const rates = (loads[0]?.rates ?? []).map(({ offered }) =>
    loads.flatMap((load) => load.rates.filter((rate) => rate.offered === offered)),
  );
  const first = rates.findIndex((same) => same.some(({ health }) => health.high >= noticed));
  const last = rates.at(first < 0 ? rates.length - 1 : first - 1);
  if (first === 0 || !last?.[0]) return "";
  const times = last.map(({ health }) => health.median);
  return ` Up to ${count(last[0].offered)} signed URLs per second, it does not matter what signs them: other requests take ${digits(Math.min(...times))} to ${digits(Math.max(...times))} ms.`;
}

/** @param {Raw} raw */
export function readmeBlock(raw) {
  const loads = comparedLoads(raw);
  return [
    ...quickNote(raw),
    picture(
      "docs/charts",
      "other-endpoint",
      "Line chart: how long another endpoint takes while the server signs URLs, by the rate of requests",
    ),
    "",
    `Users notice a delay of ${noticed} ms.${sayUnnoticed(loads)}${sayNoticed(loads)}`,
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
