// api-reference.mjs: checks the docstrings of everything that a user can import, and that docs/api has the pages
// that they give. `api-reference.mjs --write` writes these pages.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProblems } from "./api-reference/docstring-rules.mjs";
import { readProject, writePages } from "./api-reference/project.mjs";
import { errorCodes } from "./api-reference/types.mjs";
import { root } from "./folders.mjs";

const pages = join(root, "docs/api");
const { app, project } = await readProject();
const problems = findProblems(project, errorCodes(project));

if (process.argv.includes("--write")) {
  await writePages(app, project, pages);
} else {
  const folder = mkdtempSync(join(tmpdir(), "api-reference-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  await writePages(app, project, folder);
  const names = new Set([...readdirSync(folder), ...readdirSync(pages)]);
  for (const name of names)
    if (read(folder, name) !== read(pages, name))
      problems.push(`docs/api/${name} is stale: run npm run api-reference -- --write in packages/tools`);
}
for (const problem of problems) console.log(problem);
const warnings = app.logger.warningCount + app.logger.errorCount;
console.log(`api-reference: ${problems.length + warnings} problems`);
process.exitCode = problems.length + warnings > 0 ? 1 : 0;

/** The text of a page; `undefined` if there is none. @param {string} folder @param {string} name */
function read(folder, name) {
  try {
    return readFileSync(join(folder, name), "utf8");
  } catch {
    return undefined;
  }
}
