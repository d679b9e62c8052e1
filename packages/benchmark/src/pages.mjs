// Writes the pages that show the results: docs/benchmarks.md and its charts, the report beside the raw
// results, and the parts of README.md and docs/performance.md between markers.
//
//   node src/pages.mjs          writes them from the newest raw results
//   node src/pages.mjs --check  lists those that differ from the raw results
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { charts } from "./charts.mjs";
import { benchmarksPage } from "./pages/benchmarks.mjs";
import { readmeBlock } from "./pages/readme.mjs";
import { reportPage } from "./pages/report.mjs";
import { gains } from "./pages/tips.mjs";
import { newestRaw, resultsFolder } from "./raw.mjs";

/** @typedef {import("./raw.mjs").Raw} Raw */

const root = join(import.meta.dirname, "../../..");
const readmeMarkers = /** @type {const} */ (["<!-- benchmarks:start -->", "<!-- benchmarks:end -->"]);

/**
 * @param {string} page
 * @param {string} name the file's
 * @param {readonly [string, string]} markers
 * @param {string} content
 */
function between(page, name, [start, end], content) {
  const from = page.indexOf(start);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0)
    throw new Error(`${name} lacks the markers ${start} and ${end}, between which the results belong`);
  return `${page.slice(0, from + start.length)}\n${content}\n${page.slice(to)}`;
}

/** Throws if README.md lacks the markers. */
export function checkMarkers() {
  between(readFileSync(join(root, "README.md"), "utf8"), "README.md", readmeMarkers, "");
}

/**
 * The contents of every generated file, by its path from the top level.
 * @param {Raw} raw
 * @param {string} rawName
 * @returns {Promise<Record<string, string>>}
 */
async function pages(raw, rawName) {
  const [readme, performance] = ["README.md", "docs/performance.md"].map((name) =>
    readFileSync(join(root, name), "utf8"),
  );
  let tips = performance ?? "";
  for (const [name, content] of Object.entries(gains(raw))) {
    tips = between(tips, "docs/performance.md", [`<!-- measured:${name} -->`, "<!-- /measured -->"], content);
  }
  const report = rawName.replace(".json", ".md");
  /** @type {Record<string, string>} */
  const files = {
    "docs/benchmarks.md": benchmarksPage(raw, { raw: rawName, report }),
    "docs/performance.md": tips,
    [`packages/benchmark/results/${report}`]: reportPage(raw, rawName),
  };
  for (const [name, svg] of Object.entries(await charts(raw))) files[`docs/charts/${name}`] = svg;
  files["README.md"] = between(readme ?? "", "README.md", readmeMarkers, readmeBlock(raw));
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
    .filter(
      ([file, content]) =>
        !existsSync(join(root, file)) || readFileSync(join(root, file), "utf8") !== content,
    )
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
