// tarball.mjs PACKAGE FILE.tgz: compares the files in the tarball with the exact list that a release publishes of the
// package in that folder.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { builtEntries } from "./library-build.mjs";
import { bunMark } from "./mark-for-bun.mjs";

const [folder = "", tarball = ""] = process.argv.slice(2);
const source = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const isLibrary = existsSync(join(folder, "jsr.json"));
/** @type {string[]} */
const programs = Object.values(source.bin ?? {}).map((/** @type {string} */ file) => file.replace("./", ""));
/** What is published as it stands in the repository. @type {string[]} */
const asTheyAre = source.files
  .filter((/** @type {string} */ name) => name !== "dist")
  .flatMap((/** @type {string} */ name) =>
    statSync(join(folder, name)).isFile()
      ? [name]
      : readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/")),
  );
const built = isLibrary
  ? Object.keys(builtEntries(folder)).flatMap((name) =>
      ["js", "cjs", "d.ts", "d.cts"].map((ending) => `dist/${name}.${ending}`),
    )
  : [];
const expected = ["package.json", "README.md", "LICENSE", ...programs, ...asTheyAre, ...built];
// tsup gives code and types that several entry points share a name with a hash, and what a program loads when it needs it.
const shared = isLibrary
  ? /^dist\/(chunk-[A-Z0-9]{8}\.c?js|[\w-]+-[\w-]{8}\.d\.c?ts)$/
  : /^dist\/[a-z]+(-[a-z]+)*-[A-Z0-9]{8}\.js$/;

/** The text of a file in the tarball. @param {string} file */
const textOf = (file) =>
  execFileSync("tar", ["-xOzf", tarball, `package/${file}`], { encoding: "utf8", maxBuffer: 2 ** 26 });
const files = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" })
  .split("\n")
  .filter(Boolean)
  .map((path) => path.replace(/^package\//, ""));
const problems = [
  ...files
    .filter((file) => !expected.includes(file) && !shared.test(file))
    .map((file) => `not expected: ${file}`),
  ...expected.filter((file) => !files.includes(file)).map((file) => `missing: ${file}`),
];
for (const file of files.filter((name) => /^dist\/.*\.js$/.test(name))) {
  const start = programs.includes(file) ? `#!/usr/bin/env node\n${bunMark}` : bunMark;
  if (!textOf(file).startsWith(start)) problems.push(`${file} does not start with ${JSON.stringify(start)}`);
}
const manifest = JSON.parse(textOf("package.json"));
for (const name of ["devDependencies", "peerDependencies", "optionalDependencies", "scripts"])
  if (name in manifest) problems.push(`package.json has ${name}`);
// The published packages have one version. A range, or `workspace:`, would let npm install two copies of the core.
for (const [name, version] of Object.entries(manifest.dependencies ?? {}))
  if (!name.startsWith("cloudfront-sign") || version !== manifest.version)
    problems.push(
      `package.json needs ${name} ${version}, not a package of ours in version ${manifest.version}`,
    );
const links = textOf("README.md").matchAll(/\]\((?!https?:|#)[^)]*\)| (src|srcset)="(?!https?:)[^"]*"/g);
for (const [link] of links) problems.push(`README.md has a link into the repository: ${link}`);
for (const file of files.sort()) console.log(`     ${file}`);
for (const problem of problems) console.log(`FAIL ${problem}`);
console.log(`${files.length} files, ${problems.length} problems`);
process.exitCode = problems.length ? 1 : 0;
