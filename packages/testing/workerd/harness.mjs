// Runs every bundled test file in the worker with Vitest's runner, and prints the result as one line of JSON.
import { startTests } from "@vitest/runner";
import { hookTimeout, testTimeout } from "../time-limits.mjs";
import { counting } from "./vitest.mjs";

/** @type {Map<Promise<unknown>, string>} */
const unhandled = new Map();
addEventListener("unhandledrejection", ({ promise, reason }) =>
  unhandled.set(promise, `unhandled rejection: ${reason?.stack ?? reason}`),
);
// With older compatibility dates workerd reports a rejection before the code that handles it has run.
addEventListener("rejectionhandled", ({ promise }) => unhandled.delete(promise));

/** @param {import("@vitest/runner").Task} task @returns {import("@vitest/runner").Test[]} */
const testsOf = (task) => (task.type === "suite" ? task.tasks.flatMap(testsOf) : [task]);

/**
 * @param {string} runtime the name of the runtime, for the tests
 * @param {Record<string, () => Promise<unknown>>} files path to import
 * @returns the worker
 */
export const worker = (runtime, files) => ({
  async test() {
    /** @type {Record<string, any>} */ (globalThis).provided = { runtime };
    const done = await startTests(Object.keys(files), {
      config: /** @type {any} */ ({
        root: "/",
        setupFiles: [],
        name: runtime,
        passWithNoTests: false,
        allowOnly: true,
        sequence: { seed: 1, hooks: "stack", setupFiles: "list" },
        maxConcurrency: 5,
        testTimeout,
        hookTimeout,
        retry: 0,
        tags: [],
      }),
      importFile: (path) => files[path]?.(),
      ...counting,
    });
    await new Promise((resolve) => setTimeout(resolve)); // newer compatibility dates report unhandled rejections only now
    const messages = (/** @type {import("@vitest/runner").Task} */ task) =>
      (task.result?.errors ?? []).map((error) => error.stack ?? error.message);
    /** @type {Record<string, string>} */
    const statuses = { pass: "passed", fail: "failed" };
    const testResults = done.map((file) => ({
      name: file.filepath,
      message: messages(file).join("\n"),
      assertionResults: testsOf(file).map((test) => ({
        fullName: fullNameOf(test),
        status: statuses[test.result?.state ?? ""] ?? "pending",
        failureMessages: messages(test),
      })),
    }));
    if (unhandled.size > 0)
      testResults.push({
        name: "the run",
        message: [...unhandled.values()].join("\n"),
        assertionResults: [],
      });
    const count = (/** @type {string} */ status) =>
      testResults.flatMap(({ assertionResults }) => assertionResults).filter((test) => test.status === status)
        .length;
    // In the format of Vitest's JSON reporter, like the results of other runtimes.
    console.log(
      `RESULT ${JSON.stringify({
        success: done.every((file) => file.result?.state === "pass") && unhandled.size === 0,
        numPassedTests: count("passed"),
        numFailedTests: count("failed"),
        numPendingTests: count("pending"),
        testResults,
      })}`,
    );
  },
});

/** The names of the suites and of the test, which may have a " > " of their own. @param {import("@vitest/runner").Task} task @returns {string} */
function fullNameOf({ name, suite }) {
  return suite ? `${fullNameOf(suite)} ${name}` : name;
}
