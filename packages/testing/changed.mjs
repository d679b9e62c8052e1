// changed.mjs [FILE …]: runs the tests that concern the files, or everything that differs from HEAD, in this Node.js and
// on the source. The tests that fit best come first; those that have not ended in time are listed with their command.
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readConcerns } from "./changed/concern.mjs";
import { allFiles, changedFiles, inRoot } from "./changed/files.mjs";
import { openTests } from "./changed/run-tests.mjs";
import { coreTests, published, root, tools } from "./folders.mjs";
import { line, list } from "./matrix/report.mjs";

/** Of the minute that the command may take. The rest is for tests that do not hear that the time is over. */
const seconds = 46;

const { positionals: named } = parseArgs({ allowPositionals: true });
const files = await allFiles();
const changed = named.length > 0 ? named.map((path) => inRoot(path)) : await changedFiles();
const unknown = changed.filter((file) => named.length > 0 && !files.includes(file));
if (unknown.length > 0) {
  console.log(`there is no file ${unknown.join(", ")}`);
  process.exit(2);
}

const concerns = await readConcerns(files);

/** @type {Map<string, import("./changed/concern.mjs").Concerned>} */
const found = new Map();
for (const file of changed)
  for (const one of await concerns.of(file))
    if ((found.get(one.test)?.score ?? -1) < one.score) found.set(one.test, one);

/** @type {{ cwd: string, tests: Awaited<ReturnType<typeof openTests>> }[]} */
const packages = [];
for (const { cwd, project, exclude } of [
  { cwd: coreTests, project: "node", exclude: [] },
  { cwd: tools, project: undefined, exclude: ["bulk/**", "smoke/**", "workerd/**"] },
])
  if ([...found.keys()].some((test) => test.startsWith(`${inRoot(cwd, root)}/`)))
    packages.push({ cwd, tests: await openTests(cwd, project, exclude) });
const runnable = new Map(
  packages.flatMap((one) => one.tests.files.map((file) => /** @type {const} */ ([inRoot(file, root), one]))),
);

/** A slow test first would leave no time for many quick ones. @param {import("./changed/concern.mjs").Concerned} one */
const priority = ({ test, score }) =>
  score / Math.sqrt(1 + (runnable.get(test)?.tests.lastSeconds(join(root, test)) ?? 1));
const all = [...found.values()].sort((a, b) => priority(b) - priority(a));

// The tests run on the source, but a few read the built files.
const isBuilt = Object.values(published).every(
  (folder) => newest(join(folder, "src")) < newest(join(folder, "dist")),
);
const chosen = all.filter(({ test }) => runnable.has(test) && (isBuilt || !concerns.needBuild.has(test)));
const elsewhere = all.filter((one) => !chosen.includes(one));

console.log(`changed: ${changed.join(", ") || "nothing"}`);
if (all.length === 0) console.log("nothing concerns it");

let passed = 0;
let failed = 0;
/** @type {string[]} */
const reasons = [];
/** @type {string[]} */
const left = [];
const inTurn = [...new Set(chosen.map(({ test }) => runnable.get(test)))];
for (const { cwd, tests } of inTurn.filter((one) => one !== undefined)) {
  const own = chosen.filter(({ test }) => runnable.get(test)?.tests === tests);
  const unfinished = await tests.run(
    own.map(({ test }) => join(root, test)),
    // It counts from the start of this process.
    Math.max(0, seconds * 1000 - performance.now()),
    (result) => {
      if (result.state === "not run") return;
      passed += result.passed;
      failed += result.failures.length;
      const name = inRoot(result.file, cwd === tools ? root : coreTests);
      const test = inRoot(result.file, root);
      line(
        result.state === "failed" ? "FAIL" : "ok",
        name,
        `${result.passed} tests, ${result.seconds.toFixed(1)} s; ${found.get(test)?.why}`,
      );
      for (const failure of result.failures) reasons.push(`${name}: ${failure}`);
    },
  );
  left.push(...unfinished.map((file) => inRoot(file, root)));
}
list(reasons);
reportLeft();
console.log(`${passed} passed, ${failed} failed`);
// Not one test in time proves nothing.
process.exit(failed > 0 || (chosen.length > 0 && passed === 0) ? 1 : 0);

/** Lines with what was not run. */
function reportLeft() {
  /** @param {string[]} tests @param {string} why @param {string} command */
  const notRun = (tests, why, command) => {
    if (tests.length > 0) line("----", `${tests.length} test files`, `NOT RUN, ${why}: ${command}`);
  };
  for (const { cwd, tests } of packages) {
    const own = left.filter((test) => runnable.get(test)?.tests === tests).map((test) => inRoot(test, root));
    const inPackage = own.map((test) => test.slice(inRoot(cwd, root).length + 1));
    const project = cwd === coreTests ? "--project node " : "";
    notRun(own, "no time", `(cd ${inRoot(cwd, root)} && npx vitest run ${project}${inPackage.join(" ")})`);
  }
  const stale = elsewhere.filter(({ test }) => runnable.has(test)).map(({ test }) => test);
  notRun(stale, "they need the build", "npm test -- node-only");
  const others = elsewhere.filter(({ test }) => !runnable.has(test)).map(({ test }) => test);
  notRun(
    others,
    "they need other programs",
    `npm test -- ${[...new Set(others.map(runOf))].sort().join(" ")}`,
  );
  line("----", "everything else", "NOT RUN, it takes minutes: npm test");
}

/** The run of the matrix with a test file that this command does not run. @param {string} test */
function runOf(test) {
  const [, inCore] = /^packages\/core\/test\/(clients|keys|pipes|players)\//.exec(test) ?? [];
  if (inCore) return inCore;
  if (/^packages\/tools\/bulk\/|^examples\/test\/bulk\//.test(test)) return "bulk";
  if (test.startsWith("packages/tools/workerd/")) return "workerd";
  if (test.startsWith("packages/benchmark/")) return "benchmark";
  return test.startsWith("examples/test/frameworks/") ? "examples" : "example";
}

/** @param {string} path @returns {number} the time of the newest file in it */
function newest(path) {
  if (!existsSync(path)) return 0;
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}
