// The same tests in every runtime that this machine has, first on the source, then on the installed tarball;
// and the examples. One line per run and a plain closing line. `matrix.mjs chromium bun` does only the runs
// with these words in their names; `--write-docs` puts the outcome of a whole run into docs/runtimes.md.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { core } from "./folders.mjs";
import { writeDocumentation } from "./matrix/documentation.mjs";
import { allRuns, runtimes, vitest } from "./matrix/runs.mjs";
import { unequal } from "./matrix/same-tests.mjs";
import { install, pack } from "./pack.mjs";
import { atATime, run } from "./run.mjs";

/**
 * @typedef {import("./matrix/runs.mjs").Run} Run @typedef {import("./matrix/same-tests.mjs").Result} Result
 */

const folder = mkdtempSync(join(tmpdir(), "matrix-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const app = join(folder, "app");

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { "write-docs": { type: "boolean" } },
});
const runs = allRuns(app).filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
);
if (runs.length === 0) {
  console.log(`no runtime is called ${wanted.join(" or ")}`);
  process.exit(2);
}
if (values["write-docs"] && wanted.length > 0) {
  console.log("--write-docs takes a whole run: leave the names out");
  process.exit(2);
}

let passed = 0;
let failed = 0;
let skipped = 0;
let notRun = 0;
let reported = false;
/** @type {(import("./matrix/same-tests.mjs").Outcome & { library: Run["library"] })[]} */
const outcomes = [];

/** @param {string} sign @param {string} name @param {string} text */
const line = (sign, name, text) => console.log(`${sign.padEnd(4)} ${name.padEnd(25)} ${text}`);

/** A line for each failed test, and for each file that has failed as a whole. @param {Result} result */
const failures = ({ testResults }) =>
  testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${name}: ${message.split("\n")[0]}`] : []),
    ...assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages?.[0]?.split("\n")[0]}`),
  ]);

/** A line for each test that found out a figure or was skipped. @param {Result} result */
const figures = ({ testResults }) =>
  testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ fullName, meta }) =>
      meta?.figure ? `${fullName.trim()}: ${meta.figure}` : [],
    ),
  );

/**
 * Said again at the end, where it is found even when only the last lines of a long report were kept. @type
 * {string[]}
 */
const summary = [];

/** @param {Run} job @param {number} number */
async function test(
  { name, path, args, cwd = core, install, env, runtime, library, hasOptionalTests = false },
  number,
) {
  if (!path) {
    // On a developer's machine a browser may be missing; where the result counts, all have to be there.
    if (process.env.CI) failed++;
    notRun++;
    line(process.env.CI ? "FAIL" : "----", name, `NOT RUN, missing here: ${install}`);
    return;
  }
  const file = join(folder, `${number}.json`);
  const reporters = args.includes(vitest)
    ? ["--reporter=dot", "--reporter=json", `--outputFile.json=${file}`]
    : [`--outputFile=${file}`];
  const { status, output, seconds } = await run(path, [...args, ...reporters], {
    cwd,
    env: { ...process.env, NO_COLOR: "1", ...env },
  });
  /** @type {Result} */
  let result = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] };
  try {
    result = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // it ended before it had a result: its output says why
  }
  const { numPassedTests, numFailedTests, numPendingTests } = result;
  // Nothing is skipped silently: what a runtime cannot do is asked for as a refusal
  // (runtime-differences.mjs), and what is optional has a line that says what is missing.
  const numWronglySkipped = hasOptionalTests ? 0 : numPendingTests;
  const ok = status === 0 && numPassedTests > 0 && numFailedTests + numWronglySkipped === 0;
  passed += numPassedTests;
  skipped += numPendingTests - numWronglySkipped;
  // A run that failed without a failed test (a crash, an unhandled rejection, no tests at all) is a failure
  // all the same.
  failed += ok ? 0 : Math.max(1, numFailedTests + numWronglySkipped);
  if (runtime && numPassedTests > 0) outcomes.push({ name, runtime, library, result });
  const counts = [
    `${numPassedTests} tests`,
    ...(numFailedTests ? [`${numFailedTests} FAILED`] : []),
    ...(numPendingTests ? [`${numPendingTests} SKIPPED`] : []),
  ];
  line(ok ? "ok" : "FAIL", name, `${counts.join(", ").padEnd(24)} ${seconds.toFixed(1)} s`);
  for (const figure of figures(result)) console.log(`     ${figure}`);
  if (ok) return;
  // What fails in one runtime mostly fails in all: the whole report once, then only the names.
  const reasons = failures(result);
  summary.push(
    ...(reasons.length > 0 ? reasons : ["ended without a result"])
      .slice(0, 5)
      .map((reason) => `${name}: ${reason}`),
  );
  if (reported && reasons.length > 0) list(reasons);
  else console.log(output.replace(/^[·x-]{2,}$/m, ""));
  reported = true;
}

/** @param {string[]} reasons */
function list(reasons) {
  for (const reason of reasons.slice(0, 30)) console.log(`     x ${reason.slice(0, 300)}`);
  if (reasons.length > 30) console.log(`     and ${reasons.length - 30} more`);
}

/** The runs on the source also have the unit tests, so that they are compared among themselves. */
function compare() {
  const groups = [
    outcomes.filter(({ library }) => library === "source"),
    outcomes.filter(({ library }) => library !== "source"),
  ];
  const problems = groups.flatMap((group) => unequal(group));
  const compared = groups.filter((group) => group.length > 1).flat().length;
  if (compared > 0)
    line(problems.length ? "FAIL" : "ok", "the same tests in each", `${compared} runs compared`);
  list(problems);
  failed += problems.length;
}

async function writeDocs() {
  if (failed || notRun) {
    console.log("docs/runtimes.md is as it was: only a whole run without a failure is written down");
    return;
  }
  /** @param {string} name @param {string} format */
  const count = (name, format) =>
    outcomes.find(({ runtime, library }) => runtime === name && library === format)?.result.numPassedTests ??
    null;
  writeDocumentation({
    date: new Date().toISOString().slice(0, "2026-01-01".length),
    runtimes: await Promise.all(
      runtimes.map(async ({ name, title, version }) => ({
        runtime: name,
        title,
        version: await version(),
        source: count(name, "source") ?? 0,
        esm: count(name, "esm") ?? 0,
        cjs: count(name, "cjs"),
      })),
    ),
  });
  console.log("docs/runtimes.md and docs/runtimes.json are written");
}

if (runs.some(({ library }) => library === "esm" || library === "cjs"))
  await install(await pack(folder), app);
const everything = runs.map((run, number) => ({ ...run, number }));
/** @param {typeof everything} some */
const all = (some) =>
  atATime(
    some.map(
      ({ number, ...run }) =>
        () =>
          test(run, number),
    ),
    2,
  );
if (values["write-docs"]) {
  // The tests of the documentation have to see the new one.
  await all(everything.filter(({ runtime }) => runtime));
  compare();
  await writeDocs();
  await all(everything.filter(({ runtime }) => !runtime));
} else {
  await all(everything);
  compare();
}
list(summary);
if (failed) console.log("for the whole report of one run: npm test -- NAME, as in npm test -- node20");
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed ? 1 : 0;
