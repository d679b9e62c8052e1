// Writes the table of the last full run in docs/runtimes.md from docs/runtimes.json. A test compares the two, and
// the matrix compares its counts with those of each run.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../folders.mjs";
import { differences } from "../runtime-differences.mjs";
import { isStale } from "../stated.mjs";

const docs = join(root, "docs");
const [begin, end] = ["<!-- begin: npm test -- all --write-docs -->", "<!-- end -->"];

/**
 * @typedef {object} Documented
 * @property {string} runtime as the matrix calls it
 * @property {string} title
 * @property {string} version
 * @property {number | null} source tests passed on the source; null where it is not run
 * @property {number} esm tests passed on the packed package, as ES module
 * @property {number | null} cjs the same as CommonJS; null where it is not run
 * @property {number} [words] tests in suite/words passed on the packed package, which the others do not count
 */

/** @typedef {import("./earlier-outcomes.mjs").Outcome} Outcome */

/** @typedef {{ date: string, runtimes: Documented[] }} LastRun */

/** @returns {LastRun} */
export const readLastRun = () => JSON.parse(readFileSync(join(docs, "runtimes.json"), "utf8"));

export const readPage = () => readFileSync(join(docs, "runtimes.md"), "utf8");

/** How many tests passed: those of suite/words do not run in every runtime. @param {Outcome["result"]} result */
function countsOf({ testResults }) {
  const counts = { suite: 0, words: 0 };
  for (const { name, assertionResults } of testResults)
    counts[/suite[\\/]words[\\/]/.test(name) ? "words" : "suite"] += assertionResults.filter(
      ({ status }) => status === "passed",
    ).length;
  return counts;
}

/**
 * The counts of a runtime.
 * @param {Outcome[]} outcomes
 * @param {string} name as the matrix calls it
 */
export function documentedCounts(outcomes, name) {
  /** @param {Outcome["library"]} format */
  const counts = (format) => {
    const found = outcomes.find(({ runtime, library }) => runtime === name && library === format);
    return found && countsOf(found.result);
  };
  const { suite: esm, words } = counts("esm") ?? { suite: 0, words: 0 };
  return {
    source: counts("source")?.suite ?? null,
    esm,
    cjs: counts("cjs")?.suite ?? null,
    ...(words > 0 && { words }),
  };
}

/**
 * The counts on the page that differ by more than 2 % from those of these runs.
 * @param {Outcome[]} outcomes
 * @param {LastRun} [lastRun]
 * @returns {string[]}
 */
export function staleCounts(outcomes, { runtimes } = readLastRun()) {
  const statedWords = Math.max(0, ...runtimes.map(({ words = 0 }) => words));
  return outcomes
    .filter(({ result }) => result.numFailedTests === 0)
    .flatMap(({ name, runtime, library, result }) => {
      const stated = library && runtimes.find((row) => row.runtime === runtime)?.[library];
      const { suite, words } = countsOf(result);
      return [
        ...(stated && isStale(stated, suite)
          ? [`${written(stated)} tests for ${name}, it has ${written(suite)}`]
          : []),
        ...(words > 0 && isStale(statedWords, words)
          ? [`${written(statedWords)} tests of words, ${name} has ${written(words)}`]
          : []),
      ].map((difference) => `docs/runtimes.md states ${difference}`);
    });
}

/** @param {number} count */
const written = (count) => count.toLocaleString("en");

/** Which runtimes have tests that the others do not have. @param {LastRun} run @returns {string[]} paragraphs */
function wordsText({ runtimes }) {
  const some = runtimes.filter(({ words = 0 }) => words > 0);
  const count = Math.max(0, ...some.map(({ words = 0 }) => words));
  if (count === 0) return [];
  return [
    "",
    `The table does not count ${written(count)} tests whose subject is the text of messages and findings. They passed in ${some.map(({ title }) => title).join("; ")}.`,
  ];
}

/** @param {LastRun} run */
function table(run) {
  const { date, runtimes } = run;
  /** @param {number | null} count */
  const cell = (count) => (count === null ? "–" : written(count));
  const rows = runtimes.map(({ runtime, title, version, source, esm, cjs }) => {
    const notes = differences
      .filter((difference) => difference.runtimes.includes(runtime))
      .map(({ note }) => note);
    return `| ${[title, version, cell(source), cell(esm), cell(cjs), notes.join("; ")].join(" | ")} |`.replace(
      "|  |",
      "| |",
    );
  });
  return [
    `Tests passed on ${date}; none failed, none was skipped.`,
    "",
    "| runtime | version | source | packed, ESM | packed, CommonJS | notes |",
    "|---|---|---|---|---|---|",
    ...rows,
    ...wordsText(run),
  ].join("\n");
}

/** The known differences, test by test. @param {import("../runtime-differences.mjs").Difference[]} [all] */
function differencesByTest(all = differences) {
  return all
    .flatMap(({ runtimes, lacks, tests, there }) =>
      tests.map(
        (test) =>
          `- ${lacks}, which ${runtimes.join(", ")} lacks: \`${test}\` ${{ refused: "expects the documented error", absent: "is absent" }[there]}.`,
      ),
    )
    .join("\n");
}

/** The page with the table of this run between its markers. @param {string} page @param {LastRun} run */
export function rendered(page, run) {
  const [before, after] = [page.indexOf(begin), page.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`docs/runtimes.md needs the lines ${begin} and ${end}`);
  return `${page.slice(0, before)}${begin}\n\n${table(run)}\n\nTest by test:\n\n${differencesByTest()}\n\n${page.slice(after)}`;
}

/** @param {LastRun} run */
export function writeDocumentation(run) {
  const page = rendered(readPage(), run);
  writeFileSync(join(docs, "runtimes.json"), `${JSON.stringify(run, null, 2)}\n`);
  writeFileSync(join(docs, "runtimes.md"), page);
}
