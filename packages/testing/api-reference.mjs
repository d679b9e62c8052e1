// api-reference.mjs: checks the docstrings of everything that a user can import, and that docs/api is what they give.
// `api-reference.mjs --write` writes it.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProblems } from "./api-reference/docstring-rules.mjs";
import { readProject } from "./api-reference/project.mjs";
import { root } from "./folders.mjs";

const pages = join(root, "docs/api");
const folder = mkdtempSync(join(tmpdir(), "api-reference-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const isWriting = process.argv.includes("--write");

const { app, project } = await readProject();
app.options.setValue("out", isWriting ? pages : folder);
await app.generateOutputs(project);
const problems = findProblems(project);
if (!isWriting) {
  const args = ["diff", "--no-index", "--stat", pages, folder];
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  if (status !== 0)
    problems.push(`docs/api is stale: npm run api-reference -- --write in packages/testing\n${stdout}`);
}
for (const problem of problems) console.log(problem);
const numProblems = problems.length + app.logger.warningCount + app.logger.errorCount;
console.log(`api-reference: ${numProblems} problems`);
process.exitCode = numProblems > 0 ? 1 : 0;
