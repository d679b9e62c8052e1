// The same tests in every runtime that this machine has, first on the source, then on the installed tarball. One line per run and
// a plain closing line. `matrix.mjs chromium bun` does only the runs with these words in their names.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { browsers, hosts } from "@cloudfront-sign-webcrypto/runtimes";
import { atATime, run } from "@cloudfront-sign-webcrypto/runtimes/run";
import { install, pack } from "./pack.mjs";
import { variants } from "./workerd/variants.mjs";

const core = join(import.meta.dirname, "..");
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const folder = mkdtempSync(join(tmpdir(), "matrix-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const app = join(folder, "app");
const self = process.execPath;

/**
 * @typedef {object} Run
 * @property {string} name
 * @property {string | undefined} path the program; undefined where the machine lacks it
 * @property {string[]} args
 * @property {string} install
 * @property {NodeJS.ProcessEnv} [env]
 */

/** @returns {Run[]} one for each runtime */
const everywhere = () => [
  ...browsers.map(({ name, path, install }) => ({
    name,
    path: path && self,
    args: [vitest, "run", "--config", "vitest.browsers.config.ts", "--project", name],
    install,
    env: { EXPECT_RUNTIME: name },
  })),
  ...Object.keys(variants).map((name) => ({
    name,
    path: self,
    args: ["scripts/workerd/run.mjs", name],
    install: "",
  })),
  ...hosts.map(({ name, path, args, install }) => ({
    name,
    path,
    // Without --bun, Bun would follow the script's first line to Node.js.
    args: [...args, ...(name === "bun" ? ["--bun"] : []), vitest, "run", "--project", "portable"],
    install,
    env: { EXPECT_RUNTIME: name },
  })),
  { name: "edge", path: self, args: [vitest, "run", "--project", "edge"], install: "" },
];

/** @param {"esm" | "cjs"} format @param {Run} run @returns {Run} */
const packed = (format, { name, env, ...rest }) => ({
  ...rest,
  name: `${name} packed ${format}`,
  env: { ...env, PACKED: format, PACKED_DIR: app },
});

const hostNames = hosts.map(({ name }) => name);
const wanted = process.argv.slice(2);
const runs = [
  { name: "node-only", path: self, args: [vitest, "run", "--project", "node", "test/node"], install: "" },
  ...everywhere(),
  ...everywhere().map((run) => packed("esm", run)),
  ...everywhere()
    .filter(({ name }) => hostNames.includes(name))
    .map((run) => packed("cjs", run)),
].filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
if (runs.length === 0) {
  console.log(`no runtime is called ${wanted.join(" or ")}`);
  process.exit(2);
}

let passed = 0;
let failed = 0;
let reported = false;

/** @param {string} sign @param {string} name @param {string} text */
const line = (sign, name, text) => console.log(`${sign.padEnd(4)} ${name.padEnd(25)} ${text}`);

/**
 * @typedef {object} Result what Vitest's JSON reporter writes
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {{ name: string, message: string, assertionResults: { fullName: string, status: string }[] }[]} testResults
 */

/** A line for each failed test, and for each file that has failed as a whole. @param {Result} result */
const failures = ({ testResults }) =>
  testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${name}: ${message.split("\n")[0]}`] : []),
    ...assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName),
  ]);

/** @param {Run} job @param {number} number */
async function test({ name, path, args, install, env }, number) {
  if (!path) {
    // On a developer's machine a browser may be missing; where the result counts, all have to be there.
    if (process.env.CI) failed++;
    line(process.env.CI ? "FAIL" : "----", name, `NOT RUN, missing here: ${install}`);
    return;
  }
  const file = join(folder, `${number}.json`);
  const reporters = args.includes(vitest)
    ? ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`]
    : [`--outputFile=${file}`];
  const { status, output, seconds } = await run(path, [...args, ...reporters], {
    cwd: core,
    env: { ...process.env, NO_COLOR: "1", ...env },
  });
  /** @type {Result} */
  let result = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] };
  try {
    result = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // it ended before it had a result: its output says why
  }
  const ok = status === 0 && result.numPassedTests > 0 && result.numFailedTests === 0;
  passed += result.numPassedTests;
  // A run that failed without a failed test (a crash, an unhandled rejection, no tests at all) is a failure all the same.
  failed += ok ? 0 : Math.max(1, result.numFailedTests);
  const counts = [
    `${result.numPassedTests} tests`,
    ...(result.numFailedTests ? [`${result.numFailedTests} FAILED`] : []),
    ...(result.numPendingTests ? [`${result.numPendingTests} skipped`] : []),
  ];
  line(ok ? "ok" : "FAIL", name, `${counts.join(", ").padEnd(24)} ${seconds.toFixed(1)} s`);
  if (ok) return;
  // What fails in one runtime mostly fails in all: the whole report once, then only the names.
  const reasons = failures(result);
  if (reported && reasons.length > 0) for (const reason of reasons) console.log(`     x ${reason.slice(0, 160)}`);
  else console.log(output);
  reported = true;
}

if (runs.some(({ name }) => name.includes("packed"))) await install(await pack(folder), app);
await atATime(
  runs.map((run, number) => () => test(run, number)),
  2,
);
if (failed) console.log("for the whole report of one run: npm test -- NAME, as in npm test -- node20");
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
