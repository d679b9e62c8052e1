// tarball.mjs FILE.tgz: compares the files in the tarball with the exact list that a release publishes.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { builtName, entryPoints } from "../entry-points.mjs";

const tarball = process.argv[2] ?? "";
/** The codemod is published as it stands in the repository. @param {string} folder @returns {string[]} */
const codemodFiles = (folder) =>
  readdirSync(join(import.meta.dirname, "..", folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? codemodFiles(`${folder}/${entry.name}`) : `${folder}/${entry.name}`,
  );
const expected = [
  "package.json",
  "README.md",
  "LICENSE",
  "dist/cli/main.js",
  ...codemodFiles("codemod"),
  ...Object.keys(entryPoints).flatMap((subPath) =>
    ["js", "cjs", "d.ts", "d.cts"].map((ending) => `dist/${builtName(subPath)}.${ending}`),
  ),
];
// tsup gives code and types that several entry points share a name with a hash.
const shared = /^dist\/(chunk-[A-Z0-9]{8}\.js|[\w-]+-[\w-]{8}\.d\.c?ts|cli\/[a-z]+-[A-Z0-9]{8}\.js)$/;
const allowShared = Object.keys(entryPoints).length > 1;

const files = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" })
  .split("\n")
  .filter(Boolean)
  .map((path) => path.replace(/^package\//, ""));
const problems = [
  ...files
    .filter((file) => !expected.includes(file) && !(allowShared && shared.test(file)))
    .map((file) => `not expected: ${file}`),
  ...expected.filter((file) => !files.includes(file)).map((file) => `missing: ${file}`),
];
for (const file of files.filter((name) => /^dist\/.*\.js$/.test(name))) {
  const start = file === "dist/cli/main.js" ? "#!/usr/bin/env node\n// @bun\n" : "// @bun\n";
  if (!readFileSync(join(import.meta.dirname, "..", file), "utf8").startsWith(start))
    problems.push(`${file} does not start with ${JSON.stringify(start)}`);
}
const manifest = execFileSync("tar", ["-xOzf", tarball, "package/package.json"], { encoding: "utf8" });
for (const name of ["dependencies", "devDependencies", "peerDependencies", "scripts"])
  if (name in JSON.parse(manifest)) problems.push(`package.json has ${name}`);
for (const [version] of manifest.matchAll(/"(?:workspace|catalog|file|link):[^"]*"/g))
  problems.push(`package.json has a version that only this repository understands: ${version}`);
const readme = execFileSync("tar", ["-xOzf", tarball, "package/README.md"], { encoding: "utf8" });
for (const [link] of readme.matchAll(/\]\((?!https?:|#)[^)]*\)| (src|srcset)="(?!https?:)[^"]*"/g))
  problems.push(`README.md has a link into the repository: ${link}`);
for (const file of files.sort()) console.log(`     ${file}`);
for (const problem of problems) console.log(`FAIL ${problem}`);
console.log(`${files.length} files, ${problems.length} problems`);
process.exitCode = problems.length ? 1 : 0;
