// A package imports another one by its name, which holds it to what the other exports. A relative path that
// leaves the package would reach past that. Only packages/integration, which tests all packages, imports files from
// their `src`.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

const root = join(import.meta.dirname, "..");
/** Relative specifiers of imports, exports, dynamic imports and JSDoc types. */
const specifier = /(?:\bfrom|\bimport|\brequire)[\s(]*["'](\.\.?\/[^"']*)["']/g;

/**
 * The folder of the nearest package.json above. Tests have one of their own, for what they need, and still
 * belong to the package that they test.
 *
 * @param {string} path
 * @returns {string}
 */
const packageOf = (path) =>
  existsSync(join(dirname(path), "package.json")) && basename(dirname(path)) !== "test"
    ? dirname(path)
    : packageOf(dirname(path));

const files = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.mjs", "*.js"],
  { cwd: root, encoding: "utf8" },
)
  .split("\n")
  .filter((file) => file && existsSync(join(root, file)))
  .map((file) => join(root, file));
/** @param {string} file @param {string} target */
const isTested = (file, target) =>
  relative(root, file).startsWith(join("packages", "integration")) &&
  /^packages[\\/][^\\/]+[\\/]src[\\/]/.test(relative(root, target));

const problems = files.flatMap((file) =>
  Array.from(readFileSync(file, "utf8").matchAll(specifier), ([, path = ""]) => join(dirname(file), path))
    .filter((target) => packageOf(target) !== packageOf(file) && !isTested(file, target))
    .map((target) => `${relative(root, file)} imports ${relative(root, target)}, of another package`),
);
for (const problem of problems) console.log(problem);
console.log(`check-imports: ${files.length} files, ${problems.length} problems`);
process.exitCode = files.length > 0 && problems.length === 0 ? 0 : 1;
