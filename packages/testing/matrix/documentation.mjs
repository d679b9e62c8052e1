// Writes the table of the runtimes in docs/status.md: what runs in each comes from the matrix, the versions and the
// date of the last whole run from docs/runtimes.json. A test compares the page.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../folders.mjs";
import { differences } from "../runtime-differences.mjs";
import { allRuns, runtimes } from "./runs.mjs";

const docs = join(root, "docs");
const [begin, end] = ["<!-- begin: npm test -- all --write-docs -->", "<!-- end -->"];

/**
 * @typedef {object} LastRun the last whole run, in which everything passed
 * @property {string} date
 * @property {Record<string, string>} versions of the runtimes, as the matrix calls them
 */

/** @returns {LastRun} */
export const readLastRun = () => JSON.parse(readFileSync(join(docs, "runtimes.json"), "utf8"));

export const readPage = () => readFileSync(join(docs, "status.md"), "utf8");

const all = allRuns("");
/** @param {string} name @param {import("./runs.mjs").Run["library"]} library */
const isRun = (name, library) =>
  all.some(({ runtime, library: tested }) => runtime === name && tested === library) ? "yes" : "–";

/** @param {LastRun} run */
function table({ date, versions }) {
  const rows = runtimes.map(({ name, title }) => {
    const notes = differences
      .filter((difference) => difference.runtimes.includes(name))
      .map(({ note }) => note);
    const cells = [
      title,
      versions[name] ?? "unknown",
      isRun(name, "esm"),
      isRun(name, "cjs"),
      isRun(name, "source"),
    ];
    return `| ${[...cells, notes.join(" ")].join(" | ")} |`.replace("|  |", "| |");
  });
  return [
    `All tests passed on ${date}; none was skipped.`,
    "",
    "| runtime | version | ES modules | CommonJS files | source | notes |",
    "|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** The known differences, each with its tests. @param {import("../runtime-differences.mjs").Difference[]} [some] */
function differencesByTest(some = differences) {
  /** @param {string} name */
  const titleOf = (name) => runtimes.find((one) => one.name === name)?.title ?? name;
  const rows = some.flatMap(({ runtimes: own, lacks, tests, there }) =>
    tests.map(
      (test) =>
        `| ${own.map(titleOf).join("; ")} | ${lacks} | \`${test}\` | ${{ refused: "checks for the error", absent: "does not run" }[there]} |`,
    ),
  );
  return [
    "| runtime | missing feature | name of the test | in this runtime, the test |",
    "|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** The page with the table of this run between its markers. @param {string} page @param {LastRun} run */
export function rendered(page, run) {
  const [before, after] = [page.indexOf(begin), page.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`docs/status.md needs the lines ${begin} and ${end}`);
  return `${page.slice(0, before)}${begin}\n\n${table(run)}\n\nIn some runtimes, these tests check for the error in the notes above:\n\n${differencesByTest()}\n\n${page.slice(after)}`;
}

/** @param {LastRun} run */
export function writeDocumentation(run) {
  const page = rendered(readPage(), run);
  writeFileSync(join(docs, "runtimes.json"), `${JSON.stringify(run, null, 2)}\n`);
  writeFileSync(join(docs, "status.md"), page);
}
