// What the matrix prints: a line for each run, the reasons of a failed one, and the reasons again at the end,
// where people find them even when a long log was cut.

import { linesOfNotRun } from "./left-out.mjs";

/** @typedef {import("./same-tests.mjs").Result} Result */

/** @param {string} sign @param {string} name @param {string} text */
export const line = (sign, name, text) => console.log(`${sign.padEnd(4)} ${name.padEnd(25)} ${text}`);

/** @param {readonly string[]} reasons */
export function list(reasons) {
  for (const reason of reasons.slice(0, 30)) console.log(`     x ${reason.slice(0, 300)}`);
  if (reasons.length > 30) console.log(`     and ${reasons.length - 30} more`);
}

/** A line for each failed test and each file that failed as a whole. @param {Result} result */
const failures = ({ testResults }) =>
  testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${name}: ${message.split("\n")[0]}`] : []),
    ...assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages?.[0]?.split("\n")[0]}`),
  ]);

/** A line for each test that reports a figure or why it was skipped. @param {Result} result */
const figures = ({ testResults }) =>
  testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ fullName, meta }) =>
      meta?.figure ? `${fullName.trim()}: ${meta.figure}` : [],
    ),
  );

/** @type {string[]} */
const summary = [];
let hasFullReport = false;

/**
 * @param {{ name: string, ok: boolean, result: Result, output: string, leftOut: string[], seconds: number }} finished
 * a run; `leftOut` is what it had to run
 */
export function reportRun({ name, ok, result, output, leftOut, seconds }) {
  const { numPassedTests, numFailedTests, numPendingTests } = result;
  const counts = [
    `${numPassedTests} tests`,
    ...(numFailedTests ? [`${numFailedTests} FAILED`] : []),
    ...(numPendingTests ? [`${numPendingTests} SKIPPED`] : []),
  ];
  line(ok ? "ok" : "FAIL", name, `${counts.join(", ").padEnd(24)} ${seconds.toFixed(1)} s`);
  for (const text of [...linesOfNotRun(output), ...figures(result)]) console.log(`     ${text}`);
  if (ok) return;
  const reasons = [...failures(result), ...leftOut];
  const shown = reasons.length > 0 ? reasons : ["ended without a result"];
  summary.push(...shown.slice(0, 5).map((reason) => `${name}: ${reason}`));
  // A test that fails in one runtime mostly fails in all: the full report once, then only the names.
  if (hasFullReport && reasons.length > 0) list(reasons);
  else console.log(output.replace(/^[·x-]{2,}$/m, ""));
  hasFullReport = true;
}

export const reportSummary = () => list(summary);
