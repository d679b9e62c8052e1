// "Green everywhere" means little if a file was left out somewhere: the runs are compared test by test.
import { differences } from "../runtime-differences.mjs";

/**
 * @typedef {object} Result what Vitest's JSON reporter writes
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {{ name: string, message: string, assertionResults: TestResult[] }[]} testResults
 */

/**
 * @typedef {{ fullName: string, status: string, failureMessages?: string[], meta?: { figure?: string } }}
 * TestResult
 */

/** @typedef {{ name: string, runtime: string, result: Result }} Outcome */

/** The tests that really ran, with how often each: a name may be there twice. @param {Result} result */
function testsIn({ testResults }) {
  /** @type {Map<string, number>} */
  const tests = new Map();
  for (const { name, assertionResults } of testResults) {
    const file = /test\/.*$/.exec(name.replaceAll("\\", "/"))?.[0] ?? name;
    for (const { fullName, status } of assertionResults) {
      const test = `${file}: ${fullName.trim()}`;
      if (status === "passed" || status === "failed") tests.set(test, (tests.get(test) ?? 0) + 1);
    }
  }
  return tests;
}

/**
 * @param {Outcome[]} outcomes of runs that have to do the same tests
 * @param {import("../runtime-differences.mjs").Difference[]} [explained]
 * @returns {string[]} what is not the same and not explained, and explanations of what is the same
 */
export function unequal(outcomes, explained = differences) {
  const each = outcomes.map(({ result, ...rest }) => ({ ...rest, tests: testsIn(result) }));
  /** @type {Map<string, { times: number, run: string }>} where each test ran most often */
  const most = new Map();
  for (const { name, tests } of each) {
    for (const [test, times] of tests)
      if (times > (most.get(test)?.times ?? 0)) most.set(test, { times, run: name });
  }
  /** @param {string} test @param {string} title */
  const is = (test, title) => test.endsWith(`: ${title}`);
  return each.flatMap(({ name, runtime, tests }) => {
    const own = explained.filter(({ runtimes }) => runtimes.includes(runtime));
    const absent = own.filter(({ there }) => there === "absent").flatMap((difference) => difference.tests);
    const lacking = [...most]
      .filter(
        ([test, { times }]) => (tests.get(test) ?? 0) < times && !absent.some((title) => is(test, title)),
      )
      .map(([test, { run }]) => `${name} lacks what ${run} has: ${test}`);
    const stale = own.flatMap((difference) =>
      difference.tests
        .filter(
          (title) => [...tests.keys()].some((test) => is(test, title)) === (difference.there === "absent"),
        )
        .map(
          (title) =>
            `runtime-differences.mjs is wrong about ${name}, where this is ${difference.there}: ${title}`,
        ),
    );
    return [...lacking, ...stale];
  });
}
