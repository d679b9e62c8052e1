// Runs the tests that need nothing but this Node.js, on the installed tarball. `matrix.mjs all` runs the same tests in
// every runtime that this machine has; and the examples, the players and other programs. It prints one line per run and
// ends with `N passed, N failed`. `matrix.mjs chromium bun` does only the runs with these words in their names.
// `matrix.mjs examples` runs the examples with frameworks, which download their packages and are in no other run;
// `matrix.mjs "examples express"` runs one of them.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testing } from "./folders.mjs";
import { leftOutInCi } from "./matrix/left-out.mjs";
import { line, list, reportRun, reportSummary } from "./matrix/report.mjs";
import { allRuns } from "./matrix/runs.mjs";
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

const words = process.argv.slice(2);
const runs = selectRuns(allRuns(app), words);
if (runs.length === 0) {
  console.log(`no run has ${words.join(" or ")} in its name`);
  process.exit(2);
}

let passed = 0;
let failed = 0;
let skipped = 0;
/** @type {import("./matrix/same-tests.mjs").Outcome[]} */
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
  const { name, path, args, cwd = testing, install, env, runtime, hasWords } = job;
  const { hasOptionalTests = false } = job;
  if (!path) {
    // A developer's machine may lack a browser. CI must have all of them.
    if (process.env.CI) failed++;
    line(process.env.CI ? "FAIL" : "----", name, `NOT RUN, missing here: ${install}`);
    return;
  }
  const file = join(folder, `${number}.json`);
  const reporters = args.includes(vitest)
    ? ["--reporter=dot", "--reporter=json", `--outputFile.json=${file}`]
    : [`--outputFile=${file}`];
  const { status, output, seconds } = await run(path, [...args, ...reporters], {
    cwd,
    // `npm test` alone tries a part of the inputs of repeated tests: support/runs.ts.
    env: { ...process.env, NO_COLOR: "1", ...(words.length > 0 && { EVERY_INPUT: "1" }), ...env },
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
  if (runtime && numPassedTests > 0) outcomes.push({ name, runtime, hasWords, result });
  reportRun({ name, ok, result, output, leftOut, seconds });
}

console.log(
  `${runs.length} runs, with a line for each when it ends: ${runs.map(({ name }) => name).join(", ")}.`,
);
if (words.length === 0)
  console.log(
    "On two quiet cores this takes about 7 minutes. A busy machine takes longer, and fails no test.",
  );

if (runs.some(({ env }) => env?.PACKED_DIR)) await install(await pack(folder), app);
/** @param {boolean} isWaiting */
const startsOf = (isWaiting) =>
  runs.flatMap((job, number) => ((job.waits ?? false) === isWaiting ? () => test(job, number) : [])).values();
const [waiting, others] = [startsOf(true), startsOf(false)];
// Three at once, which keep two cores busy, as each waits now and then. Of those that mostly wait, one.
await Promise.all([runJobs(others, 2), runJobs(waiting, 1).then(() => runJobs(others, 1))]);
const problems = unequal(outcomes);
if (outcomes.length > 1)
  line(problems.length ? "FAIL" : "ok", "the same tests in each", `${outcomes.length} runs compared`);
list(problems);
failed += problems.length;
const named = words.length > 0 && !words.includes("all");
if (!named) {
  const notRun = (/** @type {string} */ name, /** @type {string} */ how) =>
    line("----", name, `NOT RUN, ${how}`);
  if (words.length === 0)
    notRun(
      "other runtimes",
      "Node.js 20 to 26, Bun, Deno, workerd, browsers; players, keys in KMS and HSM, pipes, bulk, HTTP clients: npm test -- all",
    );
  notRun("examples", "they download frameworks: npm test -- examples");
  notRun("films in real time", "they need a quiet machine: npm test -- real-time");
}
reportSummary();
if (failed) console.log("for the full report of one run: npm test -- NAME, as in npm test -- node20");
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed ? 1 : 0;
