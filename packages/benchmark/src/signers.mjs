// npm run signers [-- --quick]: how many requests per second one core answers as a signing server, for the
// page docs/scale.md. Writes results/signers.json.
//
// Each server has one core, and the load comes from another one. So the figures are those of a container
// with one core, HTTP included. More machines cannot be measured on one: the page multiplies.
import { execFileSync } from "node:child_process";
import { Agent, get } from "node:http";
import process from "node:process";
import { offer } from "./load/offer.mjs";
import { noticed } from "./load/rates.mjs";
import { startServer } from "./load/start-server.mjs";
import { makeFixture } from "./make-fixture.mjs";
import { canBind, processors } from "./processors.mjs";
import { provenance, versionOf, writeResults } from "./provenance.mjs";
import { signersFile } from "./raw.mjs";
import { runtime } from "./runtimes.mjs";
import { figure, median, quantile } from "./stats.mjs";

/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */
/** @typedef {import("./stats.mjs").Figure} Figure */
/**
 * @typedef {object} SignersRow a server on one core
 * @property {string} key RSA-2048, P-256, or "none": no signing
 * @property {Figure} perSecond answers, with 64 requests in progress
 */
/**
 * @typedef {object} OverloadRow one process that gets twice the requests that it can answer, RSA-2048
 * @property {number} limit requests in progress beyond which it answers 503, 0 for no limit
 * @property {number} threads UV_THREADPOOL_SIZE
 * @property {Figure} offered per second
 * @property {Figure} signed answers with a URL within 100 ms, per second
 * @property {Figure} refused answers with 503 per second
 * @property {Figure} p99 milliseconds, of the answers with a URL
 * @property {Figure} health p99 of /health, milliseconds
 */

const [serverCore, loadCore] = canBind ? processors() : [];
const connections = 64;
/** So many wait for an overloaded server. More would wait at the load balancer. */
const waiting = 512;
/**
 * Requests in progress beyond which it answers 503, 0 for no limit; UV_THREADPOOL_SIZE. Never 1: a DNS lookup
 * that gets no answer would then stop all signatures.
 */
const overloadOptions = /** @type {const} */ ([
  [0, 4],
  [100, 4],
  [100, 2],
]);
const healthRate = 100;
const variants = /** @type {const} */ ({ none: "off", "RSA-2048": "ours, RSA", "P-256": "ours, P-256" });

const isQuick = process.argv.includes("--quick");
const seconds = isQuick ? 0.5 : 1;
const overloadSeconds = isQuick ? 1 : 2;
const rounds = isQuick ? 2 : 8;

/** @param {string} url @param {Agent} agent @returns {Promise<number | undefined>} the status */
const ask = (url, agent) =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.once("end", () => resolve(response.statusCode)).resume();
    }).once("error", reject);
  });

/** Answers per second with all connections in use. @param {Server} server */
async function most({ origin }) {
  const agent = new Agent({ keepAlive: true });
  const end = performance.now() + seconds * 1000;
  let answered = 0;
  const client = async () => {
    while (performance.now() < end) {
      if ((await ask(`${origin}/sign`, agent)) !== 200) throw new Error("a request failed");
      answered++;
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, client));
  agent.destroy();
  return (answered * 1000) / (performance.now() - start);
}

/** @param {Server} server @param {number} rate */
async function overload({ origin }, rate) {
  const [{ samples, errors }, health] = await Promise.all([
    offer(`${origin}/sign`, rate, overloadSeconds, waiting),
    offer(`${origin}/health`, healthRate, overloadSeconds),
  ]);
  const signed = samples.filter(({ isAnswered }) => isAnswered).map(({ latency }) => latency);
  // It ends what it has begun before the next round.
  await fetch(`${origin}/sign`);
  return {
    offered: rate,
    signed: signed.filter((latency) => latency <= noticed).length / overloadSeconds,
    refused: errors / overloadSeconds,
    p99: quantile(signed, 0.99),
    health: quantile(
      health.samples.map(({ latency }) => latency),
      0.99,
    ),
  };
}

if (serverCore === undefined || loadCore === undefined) {
  console.error(
    "npm run signers needs Linux, for taskset, and 2 cores: one for the server, one for the load",
  );
  process.exit(2);
}
await makeFixture();
// All threads of this process.
execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", String(loadCore), String(process.pid)]);
/** @type {Server[]} */
const started = [];
/** @param {keyof typeof variants} key @param {{ limit?: number, threads?: number }} [options] */
const start = async (key, options = {}) => {
  const server = await startServer("node", variants[key], { core: serverCore, ...options });
  started.push(server);
  await server.check();
  return server;
};

try {
  /** @type {{ key: keyof typeof variants, server: Server, values: number[] }[]} */
  const rows = [];
  for (const key of /** @type {const} */ (["none", "RSA-2048", "P-256"]))
    rows.push({ key, server: await start(key), values: [] });
  /** @type {{ limit: number, threads: number, server: Server, runs: Awaited<ReturnType<typeof overload>>[] }[]} */
  const overloaded = [];
  for (const [limit, threads] of overloadOptions) {
    const options = { threads, ...(limit > 0 && { limit }) };
    overloaded.push({ limit, threads, server: await start("RSA-2048", options), runs: [] });
  }
  for (const { server } of rows) await most(server); // warm
  for (const { server } of overloaded) await overload(server, 1000);
  for (let round = 0; round < rounds; round++) {
    for (const row of rows) row.values.push(await most(row.server));
    const capacity = median(rows.find(({ key }) => key === "RSA-2048")?.values ?? []);
    for (const one of overloaded) one.runs.push(await overload(one.server, Math.round(2 * capacity)));
  }
  for (const server of started) await server.check();
  writeResults(signersFile, {
    ...provenance(),
    isQuick,
    versions: {
      node24: execFileSync(runtime("node").path, ["--version"], { encoding: "utf8" }).trim().slice(1),
      "cloudfront-sign-webcrypto": versionOf("cloudfront-sign-webcrypto"),
      loadtest: versionOf("loadtest"),
    },
    connections,
    rows: rows.map(({ key, values }) => ({ key, perSecond: figure(values) })),
    overload: overloaded.map(({ limit, threads, runs }) => ({
      limit,
      threads,
      ...Object.fromEntries(
        /** @type {const} */ (["offered", "signed", "refused", "p99", "health"]).map((name) => [
          name,
          figure(runs.map((run) => run[name])),
        ]),
      ),
    })),
  });
  console.log(signersFile);
} finally {
  for (const { stop } of started) stop();
}
