// npm run mutation -- [ROOM…] [--sample N] [--seed N] [--tests FOLDER]: changes the source in thousands of ways, one at a time: a test
// has to fail for each. ROOM is a package, a folder or a file of its src, such as core, core/key or core/url/wire-form.ts;
// without one, all of core, media, diagnosis and command. Tests that build the command and start it find none of its mutants:
// those that run it in their own process do. --tests runs the tests in one folder alone, such as core/test/key.
// A mutant runs in a process of its own, with the test files that reach it: about eight a minute on two cores. So a
// sample of them is drawn at random, the same one for the same seed.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import fc from "fast-check";
import { published, testing } from "../folders.mjs";

/** @typedef {{ id: string, fileName: string, mutatorName: string, replacement: string, location: { start: { line: number } } }} Mutant */
/** The mutants that a test file reaches, and how long it takes. @typedef {{ file: string, reached: string[], milliseconds: number }} TestFile */

const folder = join(testing, "reports/mutation");
/** A mutant that has run for so long is found: it loops. */
const longestMutant = 300_000;

const { values, positionals: rooms } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    tests: { type: "string", multiple: true, default: [] },
  },
});

/** Writes the source with all mutants in it, each switched on by its ID. @returns {Promise<readonly Mutant[]>} */
async function instrument() {
  rmSync(folder, { recursive: true, force: true });
  const files = Object.values(published).flatMap((path) => {
    const name = basename(path);
    const source = join(folder, name, "src");
    cpSync(join(path, "src"), source, { recursive: true });
    // The command reads its own.
    cpSync(join(path, "package.json"), join(folder, name, "package.json"));
    return readdirSync(source, { recursive: true, encoding: "utf8" })
      .map((file) => file.replaceAll("\\", "/"))
      .filter(
        (file) =>
          /(?<!\.d)\.ts$/.test(file) &&
          (rooms.length === 0 || rooms.some((room) => `${name}/${file}/`.startsWith(`${room}/`))),
      )
      .map((file) => join(source, file));
  });
  if (files.length === 0) throw new Error(`no file of a package is in ${rooms.join(", ")}`);
  const given = files.map((name) => ({ name, content: readFileSync(name, "utf8"), mutate: true }));
  const silent = { debug() {}, info() {}, isDebugEnabled: () => false };
  const instrumenter = new Instrumenter(/** @type {any} */ (silent));
  const made = await instrumenter.instrument(given, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
    noHeader: false,
  });
  for (const { name, content } of made.files) writeFileSync(name, content);
  return /** @type {any} */ (made.mutants);
}

/**
 * Resolves to whether the tests passed.
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 * @param {{ longest?: number, stdio?: "inherit" | "ignore" }} [options] longest: milliseconds after which they have failed
 */
function vitest(args, env, { longest, stdio = "ignore" } = {}) {
  const command = ["run", "--config", join(import.meta.dirname, "vitest.config.ts"), ...args];
  const running = spawn(join(testing, "node_modules/.bin/vitest"), command, {
    cwd: testing,
    env: { ...process.env, ...env },
    stdio,
    detached: true,
  });
  const timer = longest && setTimeout(() => process.kill(-(running.pid ?? 0), "SIGKILL"), longest);
  return new Promise((resolve) => {
    running.on("close", (status) => {
      clearTimeout(timer);
      resolve(status === 0);
    });
  });
}

/** Runs each test file alone. @returns {Promise<TestFile[]>} the quickest first */
async function readCoverage() {
  const coverage = join(folder, "coverage");
  mkdirSync(coverage);
  const args = ["--isolate", "--reporter", "dot", ...values.tests];
  if (!(await vitest(args, { MUTATION_COVERAGE: coverage }, { stdio: "inherit" })))
    throw new Error("the tests fail without any mutant");
  /** @type {TestFile[]} */
  const read = readdirSync(coverage).map((name) => JSON.parse(readFileSync(join(coverage, name), "utf8")));
  return read.sort((a, b) => a.milliseconds - b.milliseconds);
}

const mutants = await instrument();
const testFiles = await readCoverage();
const length = Math.min(Number(values.sample), mutants.length);
const sampled = fc.shuffledSubarray([...mutants], { minLength: length, maxLength: length });
const [drawn = []] = fc.sample(sampled, { seed: Number(values.seed), numRuns: 1 });
console.log(`${mutants.length} mutants, ${drawn.length} drawn with seed ${values.seed}`);

/** @type {Mutant[]} */
const survivors = [];
let done = 0;
/** @param {Mutant} mutant */
async function run(mutant) {
  const files = testFiles.filter(({ reached }) => reached.includes(mutant.id)).map(({ file }) => file);
  const isFound =
    files.length > 0 &&
    !(await vitest(
      ["--bail", "1", ...files],
      { __STRYKER_ACTIVE_MUTANT__: mutant.id },
      { longest: longestMutant },
    ));
  done++;
  if (isFound) return;
  survivors.push(mutant);
  const { fileName, location, mutatorName, replacement } = mutant;
  const place = `${relative(folder, fileName)}:${location.start.line + 1}`;
  console.log(
    `${done}: ${place} ${mutatorName} ${replacement.replace(/\s+/g, " ").slice(0, 120)}, ${files.length} files`,
  );
}

const queue = [...drawn];
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let mutant = queue.pop(); mutant !== undefined; mutant = queue.pop()) await run(mutant);
  }),
);
const found = drawn.length - survivors.length;
console.log(`${found} of ${drawn.length} found: ${((100 * found) / drawn.length).toFixed(1)}%`);
