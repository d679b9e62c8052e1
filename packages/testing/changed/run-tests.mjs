// Runs test files with Vitest in a given order, until a given moment.
import { relative } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { BaseSequencer, createVitest } from "vitest/node";

/**
 * @typedef {object} FileResult
 * @property {string} file
 * @property {"passed" | "failed" | "not run"} state
 * @property {number} passed
 * @property {string[]} failures the names of failed tests with their messages
 * @property {number} seconds
 */

/** Tests that wait for a program do not hear that the run is over. */
const grace = 8_000;

/**
 * The tests of one package.
 * @param {string} cwd
 * @param {string | undefined} project of its Vitest
 * @param {readonly string[]} exclude
 */
export async function openTests(cwd, project, exclude = []) {
  /** @type {Map<string, number>} */
  const places = new Map();
  class InOrder extends BaseSequencer {
    /** @param {import("vitest/node").TestSpecification[]} specifications @override */
    async sort(specifications) {
      return specifications.sort((a, b) => (places.get(a.moduleId) ?? 0) - (places.get(b.moduleId) ?? 0));
    }
  }
  /** @type {(result: FileResult) => void} */
  let report = () => {};
  /** @type {Set<string>} */
  const finished = new Set();
  const vitest = await createVitest("test", {
    root: cwd,
    watch: false,
    // One start of the library for many files: that is most of what a small file takes.
    isolate: false,
    testTimeout: 30_000,
    ...(project ? { project } : { config: false, exclude: ["**/node_modules/**", ...exclude] }),
    sequence: { sequencer: InOrder },
    reporters: [
      {
        onTestModuleEnd(module) {
          const result = resultOf(module);
          if (result.state !== "not run") finished.add(result.file);
          report(result);
        },
      },
    ],
  });
  const specifications = await vitest.globTestSpecifications();

  return {
    files: specifications.map(({ moduleId }) => moduleId),

    /** How long each file took the last time, in seconds. @param {string} file */
    lastSeconds(file) {
      const specification = specifications.find(({ moduleId }) => moduleId === file);
      return specification && secondsInCache(vitest, specification);
    },

    /**
     * @param {readonly string[]} files
     * @param {number} milliseconds
     * @param {(result: FileResult) => void} onResult
     * @returns {Promise<string[]>} the files that did not finish
     */
    async run(files, milliseconds, onResult) {
      report = onResult;
      for (const [i, file] of files.entries()) places.set(file, i);
      const chosen = specifications.filter(({ moduleId }) => places.has(moduleId));
      const run = vitest.runTestSpecifications(chosen).catch((error) => {
        if (!isOver) throw error;
      });
      let isOver = false;
      const over = new AbortController();
      const stop = async () => {
        await wait(milliseconds, undefined, { signal: over.signal });
        isOver = true;
        await Promise.race([
          vitest.cancelCurrentRun("keyboard-input"),
          wait(grace, undefined, { signal: over.signal }),
        ]);
      };
      await Promise.race([run, stop().catch(() => run)]);
      over.abort();
      return files.filter((file) => !finished.has(file));
    },
  };
}

/**
 * Vitest keeps the durations for its sequencers, but its types do not declare them.
 * @typedef {{ cache: { getFileTestResults(key: string): { duration: number } | undefined } }} WithCache
 */

/** @param {import("vitest/node").Vitest} vitest @param {import("vitest/node").TestSpecification} specification */
function secondsInCache(vitest, { project, moduleId }) {
  const { cache } = /** @type {WithCache} */ (/** @type {unknown} */ (vitest));
  const result = cache.getFileTestResults(`${project.name}:${relative(vitest.config.root, moduleId)}`);
  return result && result.duration / 1000;
}

/** @param {import("vitest/node").TestModule} module @returns {FileResult} */
function resultOf(module) {
  const tests = [...module.children.allTests()];
  const failures = [
    ...module.errors().map(({ message }) => message),
    ...[...module.children.allSuites()].flatMap((suite) =>
      suite.errors().map(({ message }) => `${suite.fullName}: ${message}`),
    ),
    ...tests.flatMap((test) => {
      const { state, errors = [] } = test.result();
      return state === "failed" ? `${test.fullName}: ${errors.map(shown).join("\n")}` : [];
    }),
  ];
  const passed = tests.filter((test) => test.result().state === "passed").length;
  const wasCut = tests.some((test) => test.result().state === "skipped" && test.options.mode === "run");
  return {
    file: module.moduleId,
    state: failures.length > 0 ? "failed" : passed === 0 || wasCut ? "not run" : "passed",
    passed,
    failures,
    seconds: module.diagnostic().duration / 1000,
  };
}

/** @param {{ message: string, diff?: string | undefined }} error */
const shown = ({ message, diff }) => (diff ? `${message}\n${diff}` : message);
