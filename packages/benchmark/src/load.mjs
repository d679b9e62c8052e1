// Loads the server with autocannon: /sign with as many connections as a busy server has, and at the same time
// /health with one connection at a steady rate, as a load balancer does.
import { spawn } from "node:child_process";
// @ts-expect-error autocannon has no types
import autocannon from "autocannon";
import { readFixture } from "./fixture.mjs";
import { cleanEnvironment, runtime } from "./runtimes.mjs";
import { figure } from "./stats.mjs";
import { verifyUrl } from "./verify.mjs";

const variants = ["off", "aws-sdk", "aws-sdk, KeyObject", "ours, RSA", "ours, P-256", "ours, grant"];

const connections = 20;

/**
 * Checks the answers under the same concurrency as in the measurement.
 * @param {string} origin
 * @param {string} variant
 */
async function check(origin, variant) {
  const { keyPairId, dateLessThan, resource, rsaPublic, ecPublic } = await readFixture();
  if ((await (await fetch(`${origin}/health`)).text()) !== "ok") throw new Error("the server is not well");
  const answers = await Promise.all(
    Array.from({ length: connections }, async () => (await fetch(`${origin}/sign`)).text()),
  );
  // Each request asks for a different URL.
  if (new Set(answers).size !== connections) throw new Error(`${variant} answered the same twice`);
  if (variant === "off") return;
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
 * @param {string} name runtime
 * @param {string} variant
 * @param {number} rounds
 * @param {number} seconds of each
 */
async function measure(name, variant, rounds, seconds) {
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
      child.once("exit", (code) =>
        reject(new Error(`the server of ${variant} in ${name} ended with exit code ${code}`)),
      );
      setTimeout(
        () => reject(new Error(`the server of ${variant} in ${name} did not start`)),
        20_000,
      ).unref();
    });
    const origin = `http://127.0.0.1:${Number(port)}`;
    await check(origin, variant);
    /** @type {Record<"requests" | "p50" | "p99" | "health", number[]>} */
    const seen = { requests: [], p50: [], p99: [], health: [] };
    for (let round = rounds > 1 ? -1 : 0; round < rounds; round++) {
      const duration = round < 0 ? Math.min(1, seconds) : seconds;
      // Bounded in time and in the number of requests.
      const [sign, health] = await Promise.all([
        autocannon({ url: `${origin}/sign`, connections, duration, maxOverallRequests: 1_000_000 }),
        autocannon({
          url: `${origin}/health`,
          connections: 1,
          duration,
          overallRate: 200,
          maxOverallRequests: 1_000_000,
        }),
      ]);
      if ([sign, health].some(({ non2xx, errors, timeouts }) => non2xx || errors || timeouts))
        throw new Error(`${variant} in ${name} answered with errors`);
      if (round < 0) continue;
      seen.requests.push(sign.requests.average);
      seen.p50.push(sign.latency.p50);
      seen.p99.push(sign.latency.p99);
      seen.health.push(health.latency.p99);
    }
    // The answers must still be right after the load.
    await check(origin, variant);
    return {
      runtime: name,
      variant,
      requests: figure(seen.requests),
      p50: figure(seen.p50),
      p99: figure(seen.p99),
      health: figure(seen.health),
    };
  } finally {
    child.removeAllListeners("exit");
    child.kill("SIGKILL");
  }
}

/** @param {string[]} names runtimes @param {number} rounds @param {number} seconds */
export async function serverLoad(names, rounds, seconds) {
  const results = [];
  for (const name of names)
    for (const variant of variants) results.push(await measure(name, variant, rounds, seconds));
  return results;
}
