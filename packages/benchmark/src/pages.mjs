// Writes what shows the results: the report beside the raw results, the charts, and the parts of pages between
// markers (README.md, and those of pages/blocks.mjs).
//
//   node src/pages.mjs                  measures the sizes of the build, and writes the pages from them and from the
//                                       newest raw results
//   node src/pages.mjs --check FILE.tgz… lists what differs: pages from the results, and sizes from the tarballs by
//                                       more than 2 %
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildOfToday, knowsAges, staleFacts } from "./build.mjs";
import { charts } from "./charts.mjs";
import { between, blocks, filledIn, withRow } from "./pages/blocks.mjs";
import { readmeBlock, sizeRows } from "./pages/readme.mjs";
import { reportPage } from "./pages/report.mjs";
import { rivalsPage, storedRivals } from "./pages/rivals.mjs";
import { calculatorFigures } from "./pages/scale.mjs";
import { writeResults } from "./provenance.mjs";
import { buildFile, newestRaw, resultsFolder, storedBuild } from "./raw.mjs";

/** @typedef {import("./raw.mjs").Raw} Raw */

const root = join(import.meta.dirname, "../../..");
const readmeMarkers = /** @type {const} */ (["<!-- benchmarks:start -->", "<!-- benchmarks:end -->"]);

/** @param {string} page its path from the top level */
const read = (page) => readFileSync(join(root, page), "utf8");

/** Throws if README.md lacks the markers. */
export function checkMarkers() {
  between(read("README.md"), "README.md", readmeMarkers, "");
}

/**
 * The contents of every generated page, by its path from the top level.
 * @param {Raw} raw
 * @param {string} rawName
 * @returns {Record<string, string>}
 */
function texts(raw, rawName) {
  const report = rawName.replace(".json", ".md");
  const build = storedBuild();
  const comparison = "docs/migrating.md";
  const compared = Object.entries(sizeRows(build.sizes)).reduce(
    (text, [first, cells]) => withRow(text, comparison, first, cells),
    read(comparison),
  );
  return {
    ...filledIn(blocks(raw, build), read),
    "examples/calculator/figures.js": calculatorFigures(raw),
    [`packages/benchmark/results/${report}`]: reportPage(raw, rawName),
    "packages/benchmark/results/rivals/rivals.md": rivalsPage(storedRivals(), build),
    [comparison]: compared,
    "README.md": between(read("README.md"), "README.md", readmeMarkers, readmeBlock(raw)),
  };
}

/** The pages and the charts. @param {Raw} raw @param {string} rawName */
async function pages(raw, rawName) {
  const files = texts(raw, rawName);
  for (const [name, svg] of Object.entries(await charts(raw, storedBuild())))
    files[`docs/charts/${name}`] = svg;
  return files;
}

/** Those that differ from the files of the repository. @param {Record<string, string>} files */
const differingFrom = (files) =>
  Object.entries(files)
    .filter(([file, content]) => !existsSync(join(root, file)) || read(file) !== content)
    .map(([file]) => file);

/**
 * @param {Raw} raw
 * @param {string} rawFile
 * @param {string} target folder
 * @returns {Promise<string[]>} the written files
 */
export async function writePages(raw, rawFile, target) {
  return Object.entries(await pages(raw, basename(rawFile))).map(([name, content]) => {
    const file = join(target, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  });
}

/** The files that differ from the stored results. */
export async function differing() {
  const { name, raw } = newestRaw();
  return differingFrom(await pages(raw, name));
}

/** Stores the sizes of the build and the age of the measured times, from which the pages are written. */
export async function writeBuild() {
  writeResults(buildFile, await buildOfToday());
}

/** What is wrong on the pages. Charts have no sizes: a test compares them. @param {readonly string[]} tarballs */
async function problems(tarballs) {
  const { name, raw } = newestRaw();
  return [
    ...differingFrom(texts(raw, name)).map((file) => `${file} differs from packages/benchmark/results`),
    ...staleFacts(storedBuild(), await buildOfToday(tarballs.length > 0 ? tarballs : undefined)),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  if (process.argv[2] === "--check") {
    const found = await problems(process.argv.slice(3));
    for (const problem of found) console.log(problem);
    if (found.length) console.log("Write the pages again: npm run pages, in packages/benchmark");
    else if (knowsAges()) console.log("sizes, and how old the measured times are, as the pages say");
    else {
      console.log("sizes as the pages say. How old the measured times are was not compared: this clone has");
      console.log("no whole history. Run: git fetch --unshallow");
    }
    process.exitCode = found.length ? 1 : 0;
  } else {
    await writeBuild();
    const { name, raw } = newestRaw();
    for (const file of await writePages(raw, join(resultsFolder, name), root))
      console.log(file.replace(`${root}/`, ""));
  }
}
