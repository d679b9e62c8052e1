// Writes the table of the last full run in docs/runtimes.md from docs/runtimes.json. A test compares the two.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../folders.mjs";
import { differences } from "../runtime-differences.mjs";

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
 */

/** @typedef {{ date: string, runtimes: Documented[] }} LastRun */

/** @returns {LastRun} */
export const readLastRun = () => JSON.parse(readFileSync(join(docs, "runtimes.json"), "utf8"));

export const readPage = () => readFileSync(join(docs, "runtimes.md"), "utf8");

/** @param {LastRun} run */
function table({ date, runtimes }) {
  const rows = runtimes.map(({ runtime, title, version, source, esm, cjs }) => {
    const notes = differences
      .filter((difference) => difference.runtimes.includes(runtime))
      .map(({ note }) => note);
    return `| ${[title, version, source ?? "–", esm, cjs ?? "–", notes.join("; ")].join(" | ")} |`.replace(
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
