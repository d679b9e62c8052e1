// Runs examples/bulk with a producer, workers and a Redis of its own, and injects faults by the progress of the
// output. It knows the program only by its command line.
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "@cloudfront-sign-webcrypto/testing/run";
import { writeInput } from "./input.mjs";
import { Program } from "./program.mjs";
import { Redis } from "./redis.mjs";

/** @typedef {import("@cloudfront-sign-webcrypto/testing/signed-line").Terms} Terms */
/** @typedef {import("./faults.mjs").Fault} Fault */

/**
 * @typedef {object} Bulk what a fault can reach
 * @property {Redis} redis
 * @property {() => Program[]} workers those that run
 * @property {() => Program} producer the newest
 * @property {() => Program} startProducer
 * @property {(seconds: number) => Promise<unknown>} wait
 */

/**
 * @typedef {object} Setting
 * @property {string} folder an empty one, for everything
 * @property {string} example the folder of examples/bulk, with its packages installed
 * @property {string} node
 * @property {number} lines
 * @property {(number: number) => string} [lineAt] a line of the input
 * @property {(number: number) => boolean} [mustReject] whether it cannot be signed
 * @property {number} linesPerChunk
 * @property {number} numWorkers
 * @property {number} [killEverySeconds] kills a worker at random, and replaces it
 * @property {readonly Fault[]} faults
 * @property {number} limitSeconds after which the run has failed
 */

/**
 * @typedef {object} RunUnderFaults
 * @property {string} input
 * @property {string} output
 * @property {Terms} terms
 * @property {{ at: number, name: string }[]} happened the faults, in seconds since the start
 * @property {string[]} crashes processes that ended without a reason
 * @property {{ status: number, values: Record<string, unknown>, output: string }} report of the program itself
 * @property {number} mostLogLines of one process
 * @property {boolean} isComplete whether all workers ended by themselves within the time
 */

const keyPairId = "K2JCJMDEHXQW5F";

/** @param {number} milliseconds */
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** @param {string} folder */
function numParts(folder) {
  try {
    return readdirSync(folder).filter((name) => /^part-\d+\.txt$/.test(name)).length;
  } catch {
    return 0; // The producer has not made it yet.
  }
}

/** @param {Setting} setting @returns {Promise<RunUnderFaults>} */
export async function runUnderFaults(setting) {
  const { folder, example, node, lines, linesPerChunk, numWorkers, killEverySeconds, faults } = setting;
  const output = join(folder, "output");
  const input = join(folder, "urls.txt");
  const privateKeyFile = join(folder, "private.pem");
  const logs = join(folder, "logs");
  mkdirSync(logs, { recursive: true });
  await writeInput(input, lines, setting.lineAt);
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  writeFileSync(privateKeyFile, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  const dateLessThan = Math.floor(Date.now() / 1000) + 7 * 24 * 3600;
  const redis = await Redis.start(join(folder, "redis"));
  const program = join(example, "bulk.js");
  const env = {
    ...process.env,
    REDIS_URL: redis.socket,
    CLOUDFRONT_KEY_PAIR_ID: keyPairId,
    CLOUDFRONT_PRIVATE_KEY_FILE: privateKeyFile,
    NO_COLOR: "1",
  };
  const expiry = new Date(dateLessThan * 1000).toISOString();
  const add = ["add", "--input", input, "--output", output, "--date-less-than", expiry];

  /** @type {Program[]} */
  const programs = [];
  /** @param {string} name @param {string[]} args */
  const start = (name, args) => {
    const started = new Program({ name, node, args: [program, ...args], env, folder: logs });
    programs.push(started);
    return started;
  };
  let numProducers = 0;
  let numWorkersStarted = 0;
  const startProducer = () =>
    start(`producer-${++numProducers}`, [...add, "--lines-per-chunk", String(linesPerChunk)]);
  const startWorker = () => start(`worker-${++numWorkersStarted}`, ["work", "--exit-when-done"]);
  /** @param {string} role */
  const ofRole = (role) => programs.filter(({ name }) => name.startsWith(role));
  /** @param {string} role */
  const running = (role) => ofRole(role).filter(({ hasEnded, isStopped }) => !hasEnded && !isStopped);

  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  /** @type {{ at: number, name: string }[]} */
  const happened = [];
  /** @param {string} name */
  const note = (name) => happened.push({ at: Number(seconds().toFixed(1)), name });
  const chunks = Math.ceil(lines / linesPerChunk);
  const isLate = () => seconds() > setting.limitSeconds;
  let isOver = false;
  /** @param {number} at */
  const progress = async (at) => {
    while (numParts(output) < at * chunks && !isOver) await wait(100);
  };
  /** @type {Bulk} */
  const bulk = {
    redis,
    workers: () => running("worker"),
    producer: () => /** @type {Program} */ (ofRole("producer").at(-1)),
    startProducer,
    wait: (time) => wait(time * 1000),
  };
  /** Replaces those that somebody has stopped, not those that have ended by themselves. */
  const replaceWorkers = () => {
    const numEnded = ofRole("worker").filter(({ hasEnded, isStopped }) => hasEnded && !isStopped).length;
    for (let i = running("worker").length + numEnded; i < numWorkers; i++) startWorker();
  };
  const injectAll = async () => {
    for (const fault of faults) {
      await progress(fault.at);
      if (isOver) return;
      note(fault.name);
      await fault.inject(bulk);
    }
  };
  const killInTurn = async () => {
    for (let next = killEverySeconds ?? Number.POSITIVE_INFINITY; !isOver; await wait(100)) {
      if (seconds() < next) continue;
      next += killEverySeconds ?? 0;
      const alive = running("worker");
      const victim = alive[Math.floor(Math.random() * alive.length)];
      if (!victim) continue;
      note(`${victim.name} killed with SIGKILL`);
      victim.kill();
    }
  };

  startProducer();
  replaceWorkers();
  const injected = Promise.all([injectAll(), killInTurn()]);
  // A fault that cannot be injected is the harness's own error.
  let failure = /** @type {unknown} */ (undefined);
  injected.catch((error) => {
    failure = error;
  });
  const isRunning = () => running("worker").length > 0 || running("producer").length > 0;
  while (isRunning() && !isLate() && failure === undefined) {
    replaceWorkers();
    await wait(100);
  }
  const isComplete = !isRunning();
  isOver = true;
  const crashes = programs
    .filter(({ isStopped, hasEnded, status }) => !isStopped && hasEnded && status !== 0)
    .map(({ name, status, output: text }) => `${name} ended with ${status}: ${text.slice(-500)}`);
  const {
    status,
    stdout,
    output: text,
  } = await run(node, [program, "report", "--json"], {
    env,
    cwd: logs,
    seconds: 60,
  });
  for (const one of programs) one.kill();
  redis.kill();
  if (failure !== undefined) throw failure;
  return {
    input,
    output,
    terms: {
      publicKey: String(publicKey.export({ type: "spki", format: "pem" })),
      keyPairId,
      dateLessThan,
      hash: "SHA1",
    },
    happened,
    crashes,
    report: { status, values: parseReport(stdout), output: text },
    mostLogLines: Math.max(
      ...readdirSync(logs).map((name) => readFileSync(join(logs, name), "utf8").split("\n").length - 1),
    ),
    isComplete,
  };
}

/** @param {string} text @returns {Record<string, unknown>} empty if it is not JSON */
function parseReport(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
