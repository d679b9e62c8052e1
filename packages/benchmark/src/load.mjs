// Measures a server under rising load: /sign at each offered rate, and at the same time /health at a low rate, as
// load balancers ask it.
import { spawn } from "node:child_process";
import { readFixture } from "./fixture.mjs";
import { atRate, climb, keepsUp, offeredRates } from "./load/breakdown.mjs";
import { offer } from "./load/offer.mjs";
import { cleanEnvironment, runtime } from "./runtimes.mjs";
import { verifyUrl } from "./verify.mjs";

/** @typedef {import("./raw.mjs").Load} Load */

const withoutSigning = "off";
const signing = [
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

/** Requests per second, without a figure. */
const warmUpRate = 800;

/**
 * Checks answers that the server gives at once.
 * @param {string} origin
 * @param {string} variant
 */
async function check(origin, variant) {
  const { keyPairId, dateLessThan, resource, rsaPublic, ecPublic } = await readFixture();
  if ((await (await fetch(`${origin}/health`)).text()) !== "ok") throw new Error("the server is not well");
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => (await fetch(`${origin}/sign`)).text()),
  );
  // Each request asks for a different URL.
  if (new Set(answers).size !== answers.length) throw new Error(`${variant} answered the same twice`);
  if (variant === withoutSigning) return;
  const isEc = variant.includes("P-256");
  const covers = variant.includes("grant") ? { resource } : {};
  for (const made of answers) {
    const url = made.split("?")[0] ?? "";
    verifyUrl(made, {
      url,
      keyPairId,
      dateLessThan,
      ...covers,
      publicKey: isEc ? ecPublic : rsaPublic,
      hash: isEc ? "SHA256" : "SHA1",
    });
  }
}

/**
 * Offers a rate once, and once more if the server broke down, because another program on the machine can
 * disturb a second of load.
 * @param {string} origin
 * @param {number} rate
 * @param {number} seconds
 */
async function measureRate(origin, rate, seconds) {
  const runs = [];
  for (let run = 1; run <= 2; run++) {
    const [sign, health] = await Promise.all([
      offer(`${origin}/sign`, rate, seconds),
      offer(`${origin}/health`, healthRate, seconds),
    ]);
    runs.push({ sign: sign.samples, health: health.samples });
    if (!keepsUp(sign.samples)) continue;
    // An overloaded server may fail; one that keeps up must not.
    if (sign.errors > 0 || health.errors > 0)
      throw new Error(`${sign.errors + health.errors} errors at ${rate} requests per second`);
    break;
  }
  return atRate(rate, runs);
}

/**
 * @param {string} name runtime
 * @param {string} variant
 * @param {readonly number[]} rates
 * @param {number} seconds of each
 * @returns {Promise<Load>}
 */
async function measure(name, variant, rates, seconds) {
  const { path, args } = runtime(name);
  const script = new URL("server.mjs", import.meta.url).pathname;
  const child = spawn(path, [...args, script, variant], {
    stdio: ["pipe", "pipe", "inherit"],
    env: cleanEnvironment(),
  });
  try {
    const port = await new Promise((resolve, reject) => {
      child.stdout.setEncoding("utf8").once("data", resolve);
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`ended with exit code ${code}`)));
      setTimeout(() => reject(new Error("did not start")), 20_000).unref();
    });
    const origin = `http://127.0.0.1:${Number(port)}`;
    await check(origin, variant);
    // Warm up: the code of a long-lived server is compiled. A rate above what it can do does no harm here.
    await offer(`${origin}/sign`, warmUpRate, seconds);
    const load = await climb(rates, (rate) => measureRate(origin, rate, seconds));
    // The answers must still be right after the load.
    await check(origin, variant);
    return { runtime: name, variant, ...load };
  } catch (error) {
    throw new Error(`the server of "${variant}" in ${name}`, { cause: error });
  } finally {
    child.removeAllListeners("exit");
    child.kill("SIGKILL");
  }
}

/** @param {string[]} names runtimes @param {boolean} isQuick */
export async function serverLoad(names, isQuick) {
  const seconds = isQuick ? 0.5 : 1.5;
  /** @type {Load[]} */
  const results = [];
  for (const name of names) {
    const off = await measure(name, withoutSigning, isQuick ? [400] : offeredRates, seconds);
    // Where a server that signs nothing breaks down, the cause is HTTP or the load generator.
    const rates = off.rates.filter(({ keptUp }) => keptUp).map(({ offered }) => offered);
    results.push(off);
    for (const variant of signing) results.push(await measure(name, variant, rates, seconds));
  }
  return results;
}
