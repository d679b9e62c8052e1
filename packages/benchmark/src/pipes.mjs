// npm run pipes [-- --lines 1000000 --key RSA-2048] [--quick]: the lines of a file through one
// `cloudfront-sign sign -`, through GNU parallel, and through a Spark cluster of two workers. Each output is verified
// with node:crypto. Writes results/pipes/pipes.json. Needs python3, Java and parallel, and the build of the packages.
// Fewer lines, or --quick on a busy machine, mark the results as quick: their rates mean nothing.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { integration } from "@cloudfront-sign-webcrypto/testing/folders";
import { install, pack } from "@cloudfront-sign-webcrypto/testing/pack";
import { checkLines } from "@cloudfront-sign-webcrypto/testing/pipes/check-lines";
import { pageFile } from "@cloudfront-sign-webcrypto/testing/pipes/page";
import { SparkCluster } from "@cloudfront-sign-webcrypto/testing/pipes/spark";
import { findPython } from "@cloudfront-sign-webcrypto/testing/python";
import { keyOf, keys } from "./cores/signers.mjs";
import { makeFixture } from "./make-fixture.mjs";
import { provenance, writeResults } from "./provenance.mjs";
import { resultsFolder } from "./raw.mjs";
import { runtime } from "./runtimes.mjs";
import { figure } from "./stats.mjs";

/** @typedef {import("./pages/pipes.mjs").PipesRow} PipesRow */

const million = 1_000_000;
const { values } = parseArgs({
  options: {
    lines: { type: "string", default: String(million) },
    key: { type: "string", default: "RSA-2048" },
    quick: { type: "boolean" },
  },
});
const numLines = Number(values.lines);
const key = keys.find((name) => name === values.key);
if (!Number.isInteger(numLines) || numLines < 1 || !key) {
  console.error(`give --lines a whole number, and --key ${keys.join(" or ")}`);
  process.exit(2);
}
const numWorkers = 2;
const fixture = await makeFixture();
const { pem: privateKey, publicKey, hash } = keyOf(fixture, key);
const { keyPairId, dateLessThan } = fixture;

const folder = mkdtempSync(join(tmpdir(), "pipes-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const input = join(folder, "urls.txt");
const keyFile = join(folder, "private.pem");
const command = join(folder, "cloudfront-sign");
const urls = Array.from(
  { length: numLines },
  (_, i) =>
    `https://d111111abcdef8.cloudfront.net/mail/2026-11/invoice-${String(i + 1).padStart(9, "0")}.pdf`,
);
writeFileSync(input, `${urls.join("\n")}\n`);
writeFileSync(keyFile, privateKey, { mode: 0o600 });
const { path: node } = runtime("node24");
// As a user has it. A build in the meantime would break a run of the workspace's own files.
const app = join(folder, "app");
await install(await pack(folder), app);
const main = join(app, "node_modules/cloudfront-sign-cli/dist/main.js");
writeFileSync(command, `#!/bin/sh\nexec '${node}' '${main}' "$@"\n`, { mode: 0o700 });
const until = new Date(dateLessThan * 1000).toISOString();
const env = {
  ...process.env,
  CLOUDFRONT_KEY_PAIR_ID: keyPairId,
  CLOUDFRONT_PRIVATE_KEY_FILE: keyFile,
};

/** @param {string} shell @param {NodeJS.ProcessEnv} [variables] @returns {Promise<number>} seconds */
async function timed(shell, variables = env) {
  const started = performance.now();
  const child = spawn("sh", ["-c", shell], { cwd: folder, env: variables, stdio: ["ignore", 2, 2] });
  const [status] = await once(child, "close");
  if (status !== 0) throw new Error(`status ${status}: ${shell}`);
  return (performance.now() - started) / 1000;
}

/** @param {readonly string[]} files */
async function* linesOf(files) {
  for (const file of files)
    yield* createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
}

/** @type {PipesRow[]} */
const rows = [];
/** @param {PipesRow["how"]} how @param {number} processes @param {number} seconds @param {readonly string[]} files */
async function add(how, processes, seconds, files) {
  const terms = { publicKey, keyPairId, dateLessThan, hash };
  const { signed, lost, twice, wrong } = await checkLines(urls, linesOf(files), terms);
  const row = { how, processes, seconds, perSecond: numLines / seconds, signed, lost, twice, wrong };
  rows.push(row);
  console.log(JSON.stringify(row));
  for (const file of files) rmSync(file);
}

const signing = `'${command}' sign - --date-less-than ${until}`;
const out = join(folder, "signed.txt");
const startups = [];
for (let i = 0; i < 5; i++) startups.push(await timed(`head -n 1 urls.txt | ${signing} > '${out}'`));
await add("sign", 1, await timed(`${signing} < urls.txt > '${out}'`), [out]);
for (let jobs = 1; jobs <= cpus().length; jobs *= 2) {
  const parallel = `parallel --will-cite -j ${jobs} --keep-order --halt soon,fail=1 --pipe-part -a urls.txt --block -1`;
  await add("parallel", jobs, await timed(`${parallel} "${signing}" > '${out}'`), [out]);
}
const requirements = join(integration, "pipes/requirements.txt");
const { python, problem } = await findPython([requirements], { seconds: 400 });
if (python === undefined) throw new Error(`no Python with PySpark: ${problem}`);
const cluster = await SparkCluster.start(python, folder, numWorkers);
try {
  const program = pageFile("sign_urls.py", {
    "/usr/local/bin/cloudfront-sign": command,
    "/etc/cloudfront/private.pem": keyFile,
    K2JCJMDEHXQW5F: keyPairId,
  });
  writeFileSync(join(folder, "sign_urls.py"), program);
  const signed = join(folder, "signed");
  const partitions = 4 * numWorkers;
  const seconds = await timed(
    `'${python}' sign_urls.py 'file://${input}' 'file://${signed}' ${until} ${partitions}`,
    { ...cluster.env },
  );
  const parts = readdirSync(signed).filter((name) => name.startsWith("part-"));
  await add(
    "spark",
    numWorkers,
    seconds,
    parts.sort().map((name) => join(signed, name)),
  );
} finally {
  await cluster.stop();
}

/** The first line that a program prints about its version. @param {string} program */
const versionLine = (program) =>
  execFileSync(program, ["--version"], { encoding: "utf8" }).split("\n")[0] ?? "";
writeResults(join(resultsFolder, "pipes/pipes.json"), {
  ...provenance(),
  isQuick: values.quick === true || numLines < million,
  key,
  lines: numLines,
  versions: {
    node24: versionLine(node).slice(1),
    parallel: versionLine("parallel").split(" ").at(-1),
    pyspark: cluster.version,
    java: versionLine("java"),
  },
  startupSeconds: figure(startups),
  rows,
});
