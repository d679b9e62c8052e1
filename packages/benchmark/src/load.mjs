// Measures a server that signs: /sign at each offered rate, and at the same time another endpoint, /health, at a low
// rate, as load balancers ask it. The variants take turns in each round, so that a disturbance of the machine hits one
// round of a variant and not all of them.
import { offer } from "./load/offer.mjs";
import { atRates, offeredRates } from "./load/rates.mjs";
import { withServers } from "./load/start-server.mjs";
import { old, variants } from "./subjects.mjs";

/** @typedef {import("./load/rates.mjs").Run} Run */
/** @typedef {import("./load/start-server.mjs").Server} Server */

/** aws-cloudfront-sign signs as the SDK does. */
const measured = Object.keys(variants).filter((variant) => variant !== old);

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
export function serverLoad(name, isQuick) {
  const seconds = isQuick ? 0.5 : 1;
  const rates = isQuick ? offeredRates.slice(0, 1) : offeredRates;
  return withServers(name, measured, async (servers) => {
    const loads = servers.map((server) => ({ server, runs: /** @type {Run[]} */ ([]) }));
    for (const { origin } of servers) await offer(`${origin}/sign`, warmUpRate, seconds);
    for (let round = 1; round <= (isQuick ? 1 : 3); round++)
      for (const { server, runs } of loads)
        for (const rate of rates) runs.push(await measureRate(server, rate, seconds));
    return loads.map(({ server: { variant }, runs }) => ({ runtime: name, variant, rates: atRates(runs) }));
  });
}
