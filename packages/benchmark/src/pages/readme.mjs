// The part of README.md between the markers: one chart and its figures.
import { otherEndpointLines } from "../charts/server.mjs";
import { digits, measuredAt, picture } from "../text.mjs";
import { kilobytes } from "./tables.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */

/** Milliseconds. Below it nobody would look at the difference. */
const unnoticed = 5;

/** @param {Raw} raw */
export function readmeBlock({ server, date, commit, host, versions, isQuick }) {
  const loads = server.filter(
    ({ runtime, variant }) => runtime === "node24" && variant in otherEndpointLines,
  );
  /** @param {number} offered */
  const waits = (offered) =>
    loads.map(
      ({ rates }) =>
        rates.find((rate) => rate.offered === offered)?.health.median ?? Number.POSITIVE_INFINITY,
    );
  const common = (loads[0]?.rates ?? [])
    .map(({ offered }) => offered)
    .filter((offered) => waits(offered).every(Number.isFinite));
  const firstNoticed = common.findIndex((offered) => waits(offered).some((wait) => wait >= unnoticed));
  const calm = firstNoticed < 0 ? common.at(-1) : common[firstNoticed - 1];
  const busy = common.at(-1);
  /** @param {string} name the variant's */
  const wait = (name) => {
    const load = loads.find(({ variant }) => variant === name);
    const rate = load?.rates.find(({ offered }) => offered === busy);
    return rate ? `${digits(rate.health.median)} ms` : "–";
  };
  return [
    picture(
      "docs/charts",
      "other-endpoint",
      "Line chart: the wait at another endpoint while the server signs URLs",
    ),
    "",
    `Each second, a server gets ${busy?.toLocaleString("en")} requests for a signed URL. It also answers requests to another endpoint, which signs nothing. 99 % of the answers of that endpoint arrive within:`,
    "",
    `- ${wait("ours, RSA")} with this package`,
    `- ${wait("aws-sdk")} with the AWS SDK`,
    `- ${wait("aws-sdk, KeyObject")} with the AWS SDK, if you make a \`KeyObject\` once and pass it`,
    "",
    ...(calm === undefined
      ? []
      : [
          `With only ${calm.toLocaleString("en")} signing requests per second, each of these times is below ${unnoticed} ms.`,
        ]),
    `The times are medians, measured on ${measuredAt({ date, commit })}, with Node.js ${versions.node24} on ${host.cpu} with ${host.cores} cores${isQuick ? ", **a quick run**" : ""}. Thin lines in the chart are 95 % intervals. [All benchmarks](docs/performance.md#compared-with-other-libraries) show where other libraries are as fast, or faster.`,
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
