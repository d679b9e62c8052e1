// npm run bulk [-- --lines 20000] [--quick]: examples/bulk signs a million lines while workers, Redis and the
// producer are killed; then each line is verified. It takes about 20 minutes, as root for a small file system, and
// writes results/bulk.json. npm run pages writes the figures into examples/bulk/README.md. Fewer lines, or
// --quick on a busy machine, mark the results as quick: their rates mean nothing.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, closeSync, createReadStream, mkdirSync, openSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import * as bulk from "@cloudfront-sign-webcrypto/examples-tests/bulk/faults";
import { run } from "@cloudfront-sign-webcrypto/testing/run";
import { redisServer } from "@cloudfront-sign-webcrypto/testing/runtimes";
import { isFaultless, memoryByKind } from "./pages/bulk.mjs";
import { provenance, versionOf, writeResults } from "./provenance.mjs";
import { bulkFile } from "./raw.mjs";
import { cleanEnvironment, runtime } from "./runtimes.mjs";

/** @typedef {import("@cloudfront-sign-webcrypto/examples-tests/bulk/faults").Result} Result */
/** @typedef {import("@cloudfront-sign-webcrypto/examples-tests/bulk/faults").Setting} Setting */
/** @typedef {import("./pages/bulk.mjs").BulkRun} BulkRun */

const million = 1_000_000;
const { values } = parseArgs({
  options: { lines: { type: "string", default: String(million) }, quick: { type: "boolean" } },
});
const lines = Number(values.lines);
if (!Number.isInteger(lines / 1000) || lines < 1000) {
  console.error("--lines: give a multiple of 1000");
  process.exit(2);
}
if (process.getuid?.() !== 0) {
  console.error("npm run bulk: needs root, for a small file system");
  process.exit(2);
}
/** Of a run with one kind of fault. */
const linesOfShortRun = Math.min(lines, 25_000);
const rowsFile = join(import.meta.dirname, "../out/bulk.ndjson");
const started = performance.now();
/** @param {string} text */
const say = (text) =>
  console.error(`${`${Math.round((performance.now() - started) / 1000)} s`.padStart(6)}  ${text}`);
const { path: node } = runtime("node");

/** @param {Result} result @param {string} name @returns {BulkRun} */
function figuresOf(result, name) {
  const { seconds, signed, rejected, happened, crashes, isComplete, report } = result;
  const { doubled = 0, foreign = 0, "extra file": extra = 0, ...others } = result.faults;
  const { lost: _, "missing part": __, ...wrong } = others;
  // What they printed may have paths of this machine.
  for (const crash of crashes) say(crash);
  const times = (/** @type {RegExp} */ what) => happened.filter((one) => what.test(one.name)).length;
  return {
    name,
    lines: result.lines,
    signed,
    lost: result.lines - result.empty - signed - rejected,
    twice: doubled + foreign + extra,
    wrong: Object.values(wrong).reduce((sum, count) => sum + count, 0),
    isComplete,
    crashes: crashes.map((crash) => crash.split(":")[0] ?? ""),
    perSecond: signed / seconds,
    kills: times(/^worker-\d+ killed/),
    restarts: times(/^Redis ended/),
    report: { status: report.status, signed: report.values.signed },
    memory: memoryByKind(result.memory.map(bulk.memoryFigures)),
  };
}

/** @param {AsyncIterable<Uint8Array>[]} streams */
async function hashOf(streams) {
  const hash = createHash("sha256");
  for (const stream of streams) for await (const bytes of stream) hash.update(bytes);
  return hash.digest("hex");
}

/**
 * `cloudfront-sign sign -` on the same lines with the same key. RSA signatures have no random part: the output
 * must be the same.
 * @param {number} linesPerChunk
 * @param {Result} result
 */
async function signInOneProcess(linesPerChunk, { input, output, privateKeyFile, terms, lines: count }) {
  const require = createRequire(import.meta.url);
  const program = join(dirname(require.resolve("cloudfront-sign-cli/package.json")), "dist/main.js");
  const file = `${input}.signed`;
  const expiry = new Date(terms.dateLessThan * 1000).toISOString();
  const key = ["--key-pair-id", terms.keyPairId, "--private-key", privateKeyFile];
  const [from, to] = [openSync(input, "r"), openSync(file, "w")];
  const begun = performance.now();
  const child = spawn(node, [program, "sign", "-", ...key, "--date-less-than", expiry], {
    stdio: [from, to, "inherit"],
    env: cleanEnvironment(),
  });
  const [status] = await once(child, "close");
  const seconds = (performance.now() - begun) / 1000;
  closeSync(from);
  closeSync(to);
  if (status !== 0) throw new Error(`cloudfront-sign sign - ended with exit code ${status}`);
  const parts = Array.from({ length: Math.ceil(count / linesPerChunk) }, (_, chunk) =>
    createReadStream(join(output, `part-${String(chunk).padStart(6, "0")}.txt`)),
  );
  const isSame = (await hashOf(parts)) === (await hashOf([createReadStream(file)]));
  return { lines: count, seconds, perSecond: count / seconds, isSame };
}

/** @param {string} example @param {string} name */
const versionInExample = (example, name) =>
  JSON.parse(readFileSync(join(example, "node_modules", name, "package.json"), "utf8")).version;

const { folder: example, remove } = await bulk.installBulk();
process.once("exit", remove);
const shared = { example, node, numWorkers: 4, say };
const linesPerChunk = Math.min(1000, lines / 100);
/** @type {Setting} */
const main = {
  ...shared,
  lines,
  linesPerChunk,
  killEverySeconds: 20,
  faults: [
    bulk.restartProducer(0.2),
    bulk.restartRedis(0.4, "SIGKILL", 2),
    bulk.restartRedis(0.7, "SIGTERM", 2),
  ],
  limitSeconds: 3600,
};
/** @type {Pick<Setting, "faults" | "diskMegabytes">[]} */
const furtherFaults = [
  { faults: [bulk.killAllWorkers(0.3)] },
  { faults: [bulk.freezeWorker(0.3, 75)] },
  { faults: [bulk.emptyRedis(0.5)] },
  { faults: [bulk.secondProducer(0.1)] },
  { faults: [bulk.fillDisk(0.3, 10)], diskMegabytes: 64 },
];

/** A run that is interrupted leaves what it has. @template T @param {T} row @returns {T} */
function keep(row) {
  mkdirSync(dirname(rowsFile), { recursive: true });
  appendFileSync(rowsFile, `${JSON.stringify(row)}\n`);
  return row;
}

say(`${lines} lines with faults`);
const { withFaults, oneProcess } = await bulk.testBulk(main, async (result) => {
  const row = keep(figuresOf(result, "faults"));
  say("each line is checked; now the same lines in one process");
  return { withFaults: row, oneProcess: keep(await signInOneProcess(linesPerChunk, result)) };
});
const short = { ...shared, limitSeconds: 600 };
/** @type {BulkRun[]} */
const further = [];
for (const setting of furtherFaults) {
  const name = setting.faults.map((fault) => fault.name).join(", ");
  say(name);
  further.push(
    await bulk.testBulk(
      { ...short, ...setting, lines: linesOfShortRun, linesPerChunk: linesOfShortRun / 250 },
      (result) => keep(figuresOf(result, name)),
    ),
  );
}
say("without faults");
const { killEverySeconds: _, ...steady } = main;
const withoutFaults = await bulk.testBulk({ ...steady, faults: [] }, (result) =>
  keep(figuresOf(result, "no faults")),
);
const { stdout } = await run(redisServer.path ?? "redis-server", ["--version"]);
const [nodeVersion, redisVersion] = [
  (await run(node, ["--version"])).stdout.trim().slice(1),
  /v=([\d.]+)/.exec(stdout)?.[1],
];
const rows = [withFaults, withoutFaults, ...further];
writeResults(bulkFile, {
  ...provenance(),
  isQuick: values.quick === true || lines < million,
  versions: {
    node24: nodeVersion,
    redis: redisVersion,
    bullmq: versionInExample(example, "bullmq"),
    ioredis: versionInExample(example, "ioredis"),
    "cloudfront-sign-webcrypto": versionOf("cloudfront-sign-webcrypto"),
  },
  key: "RSA-2048",
  numWorkers: shared.numWorkers,
  linesPerChunk,
  killEverySeconds: main.killEverySeconds,
  rows,
  oneProcess,
});
console.table(
  rows.map(({ name, lines: count, signed, lost, twice, wrong, isComplete, perSecond }) => ({
    run: name,
    lines: count,
    signed,
    lost,
    twice,
    wrong,
    complete: isComplete,
    "per second": Math.round(perSecond),
  })),
);
console.log(
  `sign - in one process: ${Math.round(oneProcess.perSecond)} per second, same output: ${oneProcess.isSame}`,
);
process.exitCode = rows.every(isFaultless) && oneProcess.isSame ? 0 : 1;
