// What a run leaves out because the machine lacks a program. Its tests say so: with a line "Not run: …", or with a
// figure that begins with "NOT RUN".

/** @typedef {import("./same-tests.mjs").Result} Result */

/** Programs that `.ci/run` does not install. */
const notInCi = [/\bAWS CLI\b/, /\bTerraform\b/];

/** @param {string} output @returns {string[]} each line once */
export const linesOfNotRun = (output) => [...new Set(output.match(/^not run\b.*$/gim))];

/** @param {Result} result */
const skippedTests = ({ testResults }) =>
  testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ fullName, meta }) =>
      meta?.figure?.startsWith("NOT RUN") ? `${fullName.trim()}: ${meta.figure}` : [],
    ),
  );

/**
 * What CI must not leave out, because `.ci/run` and the workflow install the programs.
 * @param {Result} result
 * @param {string} output
 */
export const leftOutInCi = (result, output) =>
  [...linesOfNotRun(output), ...skippedTests(result)].filter(
    (reason) => !notInCi.some((program) => program.test(reason)),
  );
