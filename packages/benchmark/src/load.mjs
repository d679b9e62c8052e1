// Measures a server that signs: /sign at each offered rate, and at the same time another endpoint, /health, at a low
// rate, as load balancers ask it. The variants take turns in each round, so that a disturbance of the machine hits one
// round of a variant and not all of them.
import { offer } from "./load/offer.mjs";
import { atRates, offeredRates } from "./load/rates.mjs";
import { startServer } from "./load/start-server.mjs";

/** @typedef {import("./load/rates.mjs").Run} Run */
/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */

/** "off" signs nothing. */
const variants = [
  "off",
  "aws-sdk",
  "aws-sdk, KeyObject",
  "ours, signer per request",
  "ours, RSA",
  "aws-sdk, P-256",
  "ours, P-256, signer per request",
  "ours, P-256",
  "ours, grant",
];

/** Requests per second: enough for a 99th percentile in half a second, little beside /sign. */
const healthRate = 200;

/** Requests per second. A rate above what a server can do does no harm here. */
const warmUpRate = 800;

/**
 * @param {Server} server
 * @param {number} rate
 * @param {number} seconds
 * @returns {Promise<Run>}
 */
async function measureRate({ variant, origin }, rate, seconds) {
  const [sign, health] = await Promise.all([
    offer(`${origin}/sign`, rate, seconds),
    offer(`${origin}/health`, healthRate, seconds),
  ]);
  // An overloaded server may fail.
  const errors = sign.errors + health.errors;
  if (errors > 0 && rate === offeredRates[0])
    throw new Error(`${variant}: ${errors} errors at ${rate} requests per second`);
  // An overloaded server first ends what it has begun.
  await fetch(`${origin}/sign`);
  return { offered: rate, sign: sign.samples, health: health.samples };
}

/** @param {string} name runtime @param {boolean} isQuick @returns {Promise<import("./raw.mjs").Load[]>} */
async function measureRuntime(name, isQuick) {
  const seconds = isQuick ? 0.5 : 1;
  const rates = isQuick ? offeredRates.slice(0, 1) : offeredRates;
  /** @type {(Server & { runs: Run[] })[]} */
  const servers = [];
  try {
    for (const variant of variants) {
      const server = await startServer(name, variant);
      servers.push({ ...server, runs: [] });
      await server.check();
      await offer(`${server.origin}/sign`, warmUpRate, seconds);
    }
    for (let round = 1; round <= (isQuick ? 1 : 3); round++)
      for (const server of servers)
        for (const rate of rates) server.runs.push(await measureRate(server, rate, seconds));
    // The answers must still be right after the load.
    for (const server of servers) await server.check();
  } finally {
    for (const { stop } of servers) stop();
  }
  return servers.map(({ variant, runs }) => ({ runtime: name, variant, rates: atRates(runs) }));
}

/** @param {string[]} names runtimes @param {boolean} isQuick */
export async function serverLoad(names, isQuick) {
  const results = [];
  for (const name of names) results.push(...(await measureRuntime(name, isQuick)));
  return results;
}
