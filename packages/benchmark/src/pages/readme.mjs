// The part of README.md between the markers: one chart and its figures.
import { sayWaits } from "../charts/times.mjs";
import { measuredWith, picture, quickNote } from "../text.mjs";
import { sayNoticed } from "./loads.mjs";
import { kilobytes } from "./tables.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */
/** @param {Raw} raw */
export const readmeBlock = (raw) =>
  [
    ...quickNote(raw),
    picture("docs/charts", "other-requests", sayWaits(raw)),
    "",
    sayNoticed(raw),
    "",
    `Measured with ${measuredWith(raw)} and Node.js ${raw.versions.node24} on ${raw.host.cores} cores. [All benchmarks](docs/performance.md#compared-with-other-libraries) show where other libraries are as fast, or faster.`,
  ].join("\n");

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
