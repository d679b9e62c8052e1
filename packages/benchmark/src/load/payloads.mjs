// How long a server takes for answers of 1 kB, 100 kB and 2 MB with a signed URL in a header, and without: the average,
// the median, p95 and p99. Every server gets the same number of requests at the same rate, which all of them keep up
// with. They take turns, in a random order for each round.
import { payloadSizes } from "../fixture.mjs";
import { quantile } from "../stats.mjs";
import { shuffled } from "../turns.mjs";
import { offer } from "./offer.mjs";
import { withServers } from "./start-server.mjs";

/**
 * @typedef {object} Payload milliseconds, of all answers of a server to one path
 * @property {string} runtime
 * @property {number} bytes
 * @property {string} variant "off" does not sign
 * @property {number} perSecond requests
 * @property {number} average
 * @property {number} median
 * @property {number} p95
 * @property {number} p99
 * @property {number} samples
 */

/** "off" first: the others are compared with it. */
const variants = ["off", "aws-sdk", "aws-sdk, KeyObject", "aws-cloudfront-sign", "ours, RSA", "ours, P-256"];

/** Requests per second by size: what every variant keeps up with, in every runtime. @type {Record<number, number>} */
const rates = { 1000: 200, 100000: 200, 2000000: 40 };

/** @param {string} runtime @param {boolean} isQuick @returns {Promise<Payload[]>} */
export function payloads(runtime, isQuick) {
  const [rounds, seconds] = isQuick ? [1, 0.5] : [5, 1.2];
  return withServers(runtime, variants, async (servers) => {
    const rows = payloadSizes.flatMap((bytes) =>
      servers.map((server) => ({ bytes, server, latencies: /** @type {number[]} */ ([]) })),
    );
    // Round 0 warms up.
    for (let round = 0; round <= rounds; round++) {
      for (const { bytes, server, latencies } of shuffled(rows)) {
        const { samples, errors } = await offer(`${server.origin}/${bytes}`, rates[bytes] ?? 0, seconds);
        if (errors > 0) throw new Error(`${runtime}, ${server.variant}, ${bytes} bytes: ${errors} errors`);
        if (round > 0) latencies.push(...samples.map(({ latency }) => latency));
      }
    }
    return rows.map(({ bytes, server: { variant }, latencies }) => ({
      runtime,
      bytes,
      variant,
      perSecond: rates[bytes] ?? 0,
      average: latencies.reduce((sum, value) => sum + value, 0) / latencies.length,
      median: quantile(latencies, 0.5),
      p95: quantile(latencies, 0.95),
      p99: quantile(latencies, 0.99),
      samples: latencies.length,
    }));
  });
}
