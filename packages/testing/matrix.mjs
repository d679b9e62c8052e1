// Runs the tests that need nothing but this Node.js, on the installed tarball. `matrix.mjs all` runs the same tests
// in every runtime that this machine has, in a few on the source too; and the examples, the players and other
// programs. `matrix.mjs rest` runs what of that `matrix.mjs` does not. It prints one line per run and ends with
// `N passed, N failed`. `matrix.mjs chromium bun` does only the runs with these words in their names.
// `matrix.mjs examples` runs the examples with frameworks, which download their packages and are in no other run;
// `matrix.mjs "examples express"` runs one of them. `--write-docs` writes the results of `all` to docs/status.md.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { testing } from "./folders.mjs";
import { writeDocumentation } from "./matrix/documentation.mjs";
import { earlierOutcomes, keepOutcomes } from "./matrix/earlier-outcomes.mjs";
import { leftOutInCi } from "./matrix/left-out.mjs";
import { line, list, reportRun, reportSummary } from "./matrix/report.mjs";
import { allRuns, runtimes } from "./matrix/runs.mjs";
import { unequal } from "./matrix/same-tests.mjs";
import { selectRuns } from "./matrix/select-runs.mjs";
import { vitest } from "./matrix/vitest.mjs";
import { install, pack } from "./pack.mjs";
import { run, runJobs } from "./run.mjs";
import { runSeconds } from "./time-limits.mjs";

/** @typedef {import("./matrix/runs.mjs").Run} Run */
/** @typedef {import("./matrix/same-tests.mjs").Result} Result */

const folder = mkdtempSync(join(tmpdir(), "matrix-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const app = join(folder, "app");

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { "write-docs": { type: "boolean" } },
});
const runs = selectRuns(allRuns(app), words);
if (runs.length === 0) {
  console.log(`no run has ${words.join(" or ")} in its name`);
  process.exit(2);
}
if (values["write-docs"] && words.join() !== "all") {
  console.log("--write-docs needs a full run: npm test -- all --write-docs");
  process.exit(2);
}

let passed = 0;
let failed = 0;
let skipped = 0;
let notRun = 0;
/** @type {(import("./matrix/same-tests.mjs").Outcome & { library: Run["library"] })[]} */
const outcomes = [];

/** @param {string} file @returns {Result} */
function readResult(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // The run ended before it wrote a result: its output says why.
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] };
  }
}

/** @param {Run} job @param {number} number */
async function test(job, number) {
  const { name, path, args, cwd = testing, install, env, runtime, library, hasWords } = job;
  const { hasOptionalTests = false } = job;
  if (!path) {
    // A developer's machine may lack a browser. CI must have all of them.
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
    seconds: runSeconds,
  });
  const result = readResult(file);
  const { numPassedTests, numFailedTests, numPendingTests } = result;
  // No test is skipped silently: where a runtime lacks something, the test expects the refusal
  // (runtime-differences.mjs); where a program is missing, a line says which. The Linux of CI has all of them.
  const numWronglySkipped = hasOptionalTests ? 0 : numPendingTests;
  const leftOut = process.env.CI && process.platform === "linux" ? leftOutInCi(result, output) : [];
  const numFailures = numFailedTests + numWronglySkipped + leftOut.length;
  const ok = status === 0 && numPassedTests > 0 && numFailures === 0;
  passed += numPassedTests;
  skipped += numPendingTests - numWronglySkipped;
  // A crash, an unhandled rejection or a run without tests counts as one failure.
  failed += ok ? 0 : Math.max(1, numFailures);
  if (runtime && numPassedTests > 0) outcomes.push({ name, runtime, library, hasWords, result });
  reportRun({ name, ok, result, output, leftOut, seconds });
}

function compare() {
  const problems = unequal(outcomes);
  if (outcomes.length > 1)
    line(problems.length ? "FAIL" : "ok", "the same tests in each", `${outcomes.length} runs compared`);
  list(problems);
  failed += problems.length;
}

async function writeDocs() {
  if (failed || notRun) {
    console.log("docs/status.md is unchanged: --write-docs needs a full run without a failure");
    return;
  }
  const versions = await Promise.all(runtimes.map(async ({ name, version }) => [name, await version()]));
  writeDocumentation({
    date: new Date().toISOString().slice(0, "2026-01-01".length),
    versions: Object.fromEntries(versions),
  });
  console.log("docs/status.md and docs/runtimes.json are written");
}

console.log(
  `${runs.length} runs, with a line for each when it ends: ${runs.map(({ name }) => name).join(", ")}.`,
);
if (words.length === 0)
  console.log(
    "On two quiet cores this takes about 4 minutes. A busy machine takes longer, and fails no test.",
  );

/** @type {string[] | undefined} */
let tarballs;
if (runs.some(({ env }) => env?.PACKED_DIR)) {
  tarballs = await pack(folder);
  await install(tarballs, app);
}
if (tarballs && words.includes("rest")) outcomes.push(...earlierOutcomes(tarballs));
const jobs = runs.map((job, number) => ({ ...job, start: () => test(job, number) }));
/**
 * Three at once, which keep two cores busy, as each waits now and then. Of those that mostly wait, one.
 * @param {typeof jobs} some
 */
async function all(some) {
  const startsOf = (/** @type {boolean} */ isWaiting) =>
    some
      .filter(({ waits = false }) => waits === isWaiting)
      .map(({ start }) => start)
      .values();
  const [waiting, others] = [startsOf(true), startsOf(false)];
  await Promise.all([runJobs(others, 2), runJobs(waiting, 1).then(() => runJobs(others, 1))]);
}
if (values["write-docs"]) {
  // The tests of the documentation must read the new page.
  await all(jobs.filter(({ runtime }) => runtime));
  compare();
  await writeDocs();
  await all(jobs.filter(({ runtime }) => !runtime));
} else {
  await all(jobs);
  compare();
  if (tarballs && words.length === 0) keepOutcomes(tarballs, outcomes);
}
const named = words.length > 0 && !words.includes("all") && !words.includes("rest");
if (!named) {
  /** @type {[string, string][]} */
  const left = [
    ...(words.length === 0
      ? /** @type {[string, string][]} */ ([
          [
            "other runtimes",
            "Node.js 20 to 26, Bun, Deno, workerd, browsers; players, keys in KMS and HSM, pipes, bulk, HTTP clients: npm test -- all",
          ],
        ])
      : []),
    ["examples", "they download frameworks: npm test -- examples"],
    ["films in real time", "they need a quiet machine: npm test -- real-time"],
  ];
  for (const [name, how] of left) line("----", name, `NOT RUN, ${how}`);
}
reportSummary();
if (failed) console.log("for the full report of one run: npm test -- NAME, as in npm test -- node20");
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed ? 1 : 0;
