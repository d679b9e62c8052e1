// Writes the pages that show the results: docs/benchmarks.md and its charts, the report beside the raw
// results, and the parts of other pages between markers (README.md, and those of pages/blocks.mjs).
//
//   node src/pages.mjs          writes them from the newest raw results
//   node src/pages.mjs --check  lists those that differ from the raw results
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { charts } from "./charts.mjs";
import { benchmarksPage } from "./pages/benchmarks.mjs";
import { between, blocks, filledIn } from "./pages/blocks.mjs";
import { readmeBlock } from "./pages/readme.mjs";
import { reportPage } from "./pages/report.mjs";
import { calculatorFigures } from "./pages/scale.mjs";
import { newestRaw, resultsFolder } from "./raw.mjs";

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
 * The contents of every generated file, by its path from the top level.
 * @param {Raw} raw
 * @param {string} rawName
 * @returns {Promise<Record<string, string>>}
 */
async function pages(raw, rawName) {
  const report = rawName.replace(".json", ".md");
  /** @type {Record<string, string>} */
  const files = {
    ...filledIn(blocks(raw), read),
    "examples/calculator/figures.js": calculatorFigures(raw),
    "docs/benchmarks.md": benchmarksPage(raw, { raw: rawName, report }),
    [`packages/benchmark/results/${report}`]: reportPage(raw, rawName),
  };
  for (const [name, svg] of Object.entries(await charts(raw))) files[`docs/charts/${name}`] = svg;
  files["README.md"] = between(read("README.md"), "README.md", readmeMarkers, readmeBlock(raw));
  return files;
}

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

/** The files that differ from the newest raw results. */
export async function differing() {
  const { name, raw } = newestRaw();
  return Object.entries(await pages(raw, name))
    .filter(([file, content]) => !existsSync(join(root, file)) || read(file) !== content)
    .map(([file]) => file);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  if (process.argv[2] === "--check") {
    const found = await differing();
    for (const file of found)
      console.log(`${file} differs from the raw results: npm run pages, in packages/benchmark`);
    process.exitCode = found.length ? 1 : 0;
  } else {
    const { name, raw } = newestRaw();
    for (const file of await writePages(raw, join(resultsFolder, name), root))
      console.log(file.replace(`${root}/`, ""));
  }
}
