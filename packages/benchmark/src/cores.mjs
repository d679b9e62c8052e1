// npm run cores [-- --quick]: how many URLs a second signUrls signs on one core and on all of them, alone and in
// worker threads, in each runtime, and what it costs. Writes results/cores/cores.json and the pages. A quick run
// takes a minute and shows that everything works; a full run takes less than eight.
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { run } from "@cloudfront-sign-webcrypto/testing/run";
import { makeFixture } from "./make-fixture.mjs";
import { canBind, processors } from "./processors.mjs";
import { provenance, versionOf, writeResults } from "./provenance.mjs";
import { available, runScript, runtime } from "./runtimes.mjs";
import { figure } from "./stats.mjs";

/** @typedef {import("./stats.mjs").Figure} Figure */
/** @typedef {import("./cores/signers.mjs").Key} Key */
/** @typedef {import("./cores/signers.mjs").By} By */
/** @typedef {import("./cores/program.mjs").Variant} Variant */
/** @typedef {import("./cores/program.mjs").Measured} Measured */
/** @typedef {import("./cores/program.mjs").Sample} Sample */
/**
 * @typedef {object} CoresRow
 * @property {string} runtime
 * @property {Key} key
 * @property {number} cores that the process may use
 * @property {number} workers threads with a signer each; 0 is signUrls in the main thread
 * @property {By} by what signs: the runtime's pool for WebCrypto, the thread itself for node:crypto
 * @property {number} urls signed in all rounds
 * @property {Figure} perSecond
 * @property {Figure} cpuMicroseconds user and system time of the process, per URL
 * @property {Figure} coresUsed CPU time per second
 * @property {Figure} [mainMicroseconds] of the CPU time the main thread's
 * @property {Figure} [threads] other threads that had more than a fiftieth of the CPU time
 */
/**
 * @typedef {object} Cores
 * @property {string} date
 * @property {string} commit
 * @property {boolean} isDirty
 * @property {boolean} isQuick
 * @property {number} seconds that the run took
 * @property {ReturnType<typeof import("./provenance.mjs").host>} host
 * @property {Record<string, string>} versions
 * @property {CoresRow[]} rows
 * @property {CoresRow[]} bare the same, of signatures alone: what the pool, and what the cores can do
 * @property {(CoresRow & { poolSize: number })[]} smallPool with a UV_THREADPOOL_SIZE
 */

const resultFile = join(import.meta.dirname, "../results/cores/cores.json");

/** @returns {Cores} */
export const storedCores = () => JSON.parse(readFileSync(resultFile, "utf8"));

/** 1, 2, 4 … and the number itself. @param {number} most */
function powersUpTo(most) {
  const numbers = [];
  for (let number = 1; number < most; number *= 2) numbers.push(number);
  return [...numbers, most];
}

/** Starts a program on some processors. @param {number} cores */
const onCores = (cores) => ["taskset", "--cpu-list", processors().slice(0, cores).join(",")];

/** @param {number} cores @returns {Variant[]} */
const variantsOn = (cores) => [
  { workers: 0, by: "WebCrypto", isBare: false },
  { workers: 0, by: "WebCrypto", isBare: true },
  ...powersUpTo(cores).flatMap((workers) =>
    /** @type {By[]} */ (["WebCrypto", "node:crypto"]).map((by) => ({ workers, by, isBare: false })),
  ),
  { workers: cores, by: "node:crypto", isBare: true },
];

/**
 * @typedef {object} Setting a process that is measured several times
 * @property {string} runtime
 * @property {number} cores
 * @property {Variant[]} variants
 * @property {number} [poolSize] its UV_THREADPOOL_SIZE
 * @property {Measured[]} measured of all its processes
 */

/** @param {string[]} names of runtimes @param {number} cores @returns {Setting[]} */
function settingsOf(names, cores) {
  const settings = powersUpTo(cores).flatMap((some) =>
    names.map((name) => ({ runtime: name, cores: some, variants: variantsOn(some), measured: [] })),
  );
  // One thread in the pool shows whether the pool is the limit.
  const small = names
    .filter((name) => name === "node24")
    .map((name) => ({
      runtime: name,
      cores,
      poolSize: 1,
      variants: variantsOn(cores).filter(({ workers, isBare }) => !isBare && [0, cores].includes(workers)),
      measured: [],
    }));
  return [...settings, ...small];
}

/** @param {Setting} setting @param {Measured} one @returns {CoresRow} */
function rowOf({ runtime, cores, measured }, { key, workers, by, isBare }) {
  const samples = measured
    .filter(
      (other) => other.key === key && other.workers === workers && other.by === by && other.isBare === isBare,
    )
    .flatMap((other) => other.samples);
  /** @param {(sample: Sample) => number | undefined} value */
  const of = (value) => figure(samples.map(value).filter((one) => one !== undefined));
  const hasThreads = samples.every(({ main }) => main !== undefined);
  return {
    runtime,
    key,
    cores,
    workers,
    by,
    urls: samples.reduce((sum, { urls }) => sum + urls, 0),
    perSecond: of(({ urls, seconds }) => urls / seconds),
    cpuMicroseconds: of(({ urls, cpu }) => cpu / urls),
    coresUsed: of(({ seconds, cpu }) => cpu / 1e6 / seconds),
    ...(hasThreads && {
      mainMicroseconds: of(({ urls, main }) => main && main / urls),
      threads: of(({ threads }) => threads),
    }),
  };
}

/** The rows of a setting: each variant with each key. @param {Setting} setting @param {boolean} isBare */
function rowsOf(setting, isBare) {
  const seen = new Set();
  return setting.measured
    .filter((one) => {
      const name = [one.key, one.workers, one.by].join();
      return one.isBare === isBare && !seen.has(name) && seen.add(name);
    })
    .map((one) => rowOf(setting, one));
}

/** @param {{ isQuick: boolean, say: (text: string) => void }} options @returns {Promise<Cores>} */
async function measure({ isQuick, say }) {
  const started = performance.now();
  await makeFixture();
  const names = available(["node20", "node22", "node24", "node26", "bun", "deno"]);
  const cores = availableParallelism();
  const settings = settingsOf(names, cores);
  const [passes, rounds, budget] = isQuick ? [1, 2, 20] : [2, 4, 240];
  const numMeasurements = settings.reduce(
    (sum, { variants }) => sum + 2 * passes * rounds * variants.length,
    0,
  );
  // The same time for all, however many cores and runtimes there are.
  const each = Math.max(0.05, budget / numMeasurements);
  for (let pass = 1; pass <= passes; pass++) {
    for (const setting of settings) {
      const { runtime: name, cores: some, variants, poolSize } = setting;
      say(
        `${name}, ${some} of ${cores} cores${poolSize ? `, a pool of ${poolSize}` : ""}, ${pass} of ${passes}`,
      );
      const { measured } = await runScript(
        name,
        "cores/program.mjs",
        [each.toFixed(3), rounds, JSON.stringify(variants)],
        { prefix: onCores(some), env: poolSize ? { UV_THREADPOOL_SIZE: `${poolSize}` } : {} },
      );
      setting.measured.push(...measured);
    }
  }
  /** @type {Record<string, string>} */
  const versions = { "cloudfront-sign-webcrypto": versionOf("cloudfront-sign-webcrypto") };
  for (const name of names) {
    const { stdout } = await run(runtime(name).path, ["--version"]);
    versions[name] = /\d+(\.\d+)+/.exec(stdout)?.[0] ?? "unknown";
  }
  const plain = settings.filter(({ poolSize }) => poolSize === undefined);
  return {
    ...provenance(),
    isQuick,
    seconds: Math.round((performance.now() - started) / 1000),
    versions,
    rows: plain.flatMap((setting) => rowsOf(setting, false)),
    bare: plain.flatMap((setting) => rowsOf(setting, true)),
    smallPool: settings.flatMap((setting) =>
      setting.poolSize === undefined
        ? []
        : rowsOf(setting, false).map((row) => ({ ...row, poolSize: setting.poolSize ?? 0 })),
    ),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const args = process.argv.slice(2);
  const unknown = args.filter((arg) => arg !== "--quick");
  if (unknown.length > 0 || !canBind) {
    console.error(
      unknown.length > 0
        ? `unknown: ${unknown.join(" ")}. There is only --quick`
        : "needs Linux, for taskset",
    );
    process.exit(2);
  }
  const started = performance.now();
  /** @param {string} text */
  const say = (text) =>
    console.error(`${`${Math.round((performance.now() - started) / 1000)} s`.padStart(6)}  ${text}`);
  writeResults(resultFile, await measure({ isQuick: args.includes("--quick"), say }));
  say("wrote results/cores/cores.json; now: npm run pages");
}
