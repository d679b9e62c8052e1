// api-reference.mjs: checks the docstrings of everything that a user can import, and that docs/api and
// docs/llms.txt are what they give. `api-reference.mjs --write` writes both.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProblems } from "./api-reference/docstring-rules.mjs";
import { llmsTxt } from "./api-reference/llms-txt.mjs";
import { readProject, writePages } from "./api-reference/project.mjs";
import { stalePages } from "./api-reference/stale-pages.mjs";
import { root } from "./folders.mjs";

const docs = join(root, "docs");
const pages = join(docs, "api");
const index = join(docs, "llms.txt");
const isWriting = process.argv.includes("--write");
const folder = mkdtempSync(join(tmpdir(), "api-reference-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

const { app, project } = await readProject();
const problems = findProblems(project);
await writePages(app, project, isWriting ? pages : folder);
const list = llmsTxt(docs);
problems.push(...list.problems);
if (isWriting) writeFileSync(index, list.text);
else {
  const stale = stalePages(pages, folder).map((name) => `docs/api/${name}`);
  if (readFileSync(index, "utf8") !== list.text) stale.push("docs/llms.txt");
  problems.push(
    ...stale.map((name) => `${name} is stale: npm run api-reference -- --write in packages/testing`),
  );
}
for (const problem of problems) console.log(problem);
const warnings = app.logger.warningCount + app.logger.errorCount;
console.log(`api-reference: ${problems.length + warnings} problems`);
process.exitCode = problems.length + warnings > 0 ? 1 : 0;
