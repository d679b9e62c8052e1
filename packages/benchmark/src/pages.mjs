// Writes what shows the results: the report beside the raw results, the charts, and the parts of pages between
// markers (README.md, and those of pages/blocks.mjs).
//
//   node src/pages.mjs                  measures the sizes of the build, and writes the pages from them and from the
//                                       stored results
//   node src/pages.mjs --check FILE.tgz… lists what differs: pages from the results, and sizes from the tarballs by
//                                       more than 2 %
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { charts } from "./charts.mjs";
import { between, blocks, filledIn, withRow } from "./pages/blocks.mjs";
import { readmeBlock, sizeRows } from "./pages/readme.mjs";
import { reportPage } from "./pages/report.mjs";
import { writeResults } from "./provenance.mjs";
import { sizesFile, storedRaw, storedSizes } from "./raw.mjs";
import { measureSizes } from "./sizes.mjs";
import { staleSizes } from "./stale-sizes.mjs";

/** @typedef {import("./raw.mjs").Raw} Raw */

const root = join(import.meta.dirname, "../../..");
const readmeMarkers = /** @type {const} */ (["<!-- benchmarks:start -->", "<!-- benchmarks:end -->"]);

/** @param {string} page its path from the top level */
const read = (page) => readFileSync(join(root, page), "utf8");

/**
 * The contents of every generated page, by its path from the top level.
 * @param {Raw} raw
 * @returns {Record<string, string>}
 */
function texts(raw) {
  const sizes = storedSizes();
  const comparison = "docs/migrating.md";
  const compared = Object.entries(sizeRows(sizes)).reduce(
    (text, [first, cells]) => withRow(text, comparison, first, cells),
    read(comparison),
  );
  return {
    ...filledIn(blocks(raw, sizes), read),
    "packages/benchmark/results/README.md": reportPage(raw, sizes),
    [comparison]: compared,
    "README.md": between(read("README.md"), "README.md", readmeMarkers, readmeBlock(raw)),
  };
}

/** The pages and the charts. @param {Raw} raw */
async function pages(raw) {
  const files = texts(raw);
  for (const [name, svg] of Object.entries(await charts(raw, storedSizes())))
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
 * @param {string} target folder
 * @returns {Promise<string[]>} the written files
 */
export async function writePages(raw, target) {
  return Object.entries(await pages(raw)).map(([name, content]) => {
    const file = join(target, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  });
}

/** The files that differ from the stored results. */
export const differing = async () => differingFrom(await pages(storedRaw()));

/** Stores the sizes of the build, from which the pages are written. */
export async function writeSizes() {
  writeResults(sizesFile, await measureSizes());
}

/** What is wrong on the pages. Charts have no sizes: a test compares them. @param {readonly string[]} tarballs */
async function problems(tarballs) {
  return [
    ...differingFrom(texts(storedRaw())).map((file) => `${file} differs from packages/benchmark/results`),
    ...staleSizes(storedSizes(), await measureSizes(tarballs.length > 0 ? tarballs : undefined)),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  if (process.argv[2] === "--check") {
    const found = await problems(process.argv.slice(3));
    for (const problem of found) console.log(problem);
    if (found.length) console.log("Write the pages again: npm run pages, in packages/benchmark");
    else console.log("sizes as the pages say");
    process.exitCode = found.length ? 1 : 0;
  } else {
    await writeSizes();
    for (const file of await writePages(storedRaw(), root)) console.log(file.replace(`${root}/`, ""));
  }
}
