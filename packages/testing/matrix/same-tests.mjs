// Compares the runs test by test: a runtime that left out a file would otherwise look green.
import { isOfWords } from "../portable-tests.mjs";
import { differences } from "../runtime-differences.mjs";

/**
 * @typedef {object} Result the output of Vitest's JSON reporter
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {{ name: string, message: string, assertionResults: TestResult[] }[]} testResults
 */

/**
 * @typedef {{ fullName: string, status: string, failureMessages?: string[], meta?: { figure?: string } }}
 * TestResult
 */

/**
 * @typedef {{ name: string, runtime: string, hasWords?: boolean | undefined, result: Result }} Outcome `hasWords`: it ran the
 * tests of words
 */

/** How often each test ran: two tests may have the same name. @param {Result} result */
function testsIn({ testResults }) {
  /** @type {Map<string, number>} */
  const tests = new Map();
  for (const { name, assertionResults } of testResults) {
    const file = /packages\/.*$/.exec(name.replaceAll("\\", "/"))?.[0] ?? name;
    for (const { fullName, status } of assertionResults) {
      const test = `${file}: ${fullName.trim()}`;
      if (status === "passed" || status === "failed") tests.set(test, (tests.get(test) ?? 0) + 1);
    }
  }
  return tests;
}

/**
 * @param {Outcome[]} outcomes of runs that must run the same tests
 * @param {import("../runtime-differences.mjs").Difference[]} [explained]
 * @returns {string[]} the tests that a run lacks, and the explained differences without a test
 */
export function unequal(outcomes, explained = differences) {
  const each = outcomes.map(({ result, ...rest }) => ({ ...rest, tests: testsIn(result) }));
  /** @type {Map<string, { times: number, run: string }>} the run in which each test ran most often */
  const mostOften = new Map();
  for (const { name, tests } of each) {
    for (const [test, times] of tests)
      if (times > (mostOften.get(test)?.times ?? 0)) mostOften.set(test, { times, run: name });
  }
  return each.flatMap(({ name, runtime, hasWords, tests }) => {
    const lacking = [...mostOften]
      .filter(
        ([test, { times }]) =>
          (hasWords || !isOfWords(test.split(": ", 1)[0] ?? "")) && (tests.get(test) ?? 0) < times,
      )
      .map(([test, { run }]) => `${name} lacks what ${run} has: ${test}`);
    const stale = explained
      .filter(({ runtimes }) => runtimes.includes(runtime))
      .flatMap((difference) => difference.tests)
      .filter((title) => ![...tests.keys()].some((test) => test.endsWith(`: ${title}`)))
      .map((title) => `runtime-differences.mjs names a test that ${name} does not have: ${title}`);
    return [...lacking, ...stale];
  });
}
