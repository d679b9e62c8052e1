// npm run check: everything that can be said about the code without running the whole test suite. Two steps
// at a time, a line each, and the output of what failed. `npm run check -- types size` does only the steps
// with these words in their names.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pack } from "../packages/core/scripts/pack.mjs";
import { hosts } from "../packages/runtimes/index.mjs";
import { atATime, npm, run } from "../packages/runtimes/run.mjs";

const root = join(import.meta.dirname, "..");
const core = join(root, "packages/core");
const folder = mkdtempSync(join(tmpdir(), "check-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const deno = hosts.find(({ name }) => name === "deno");

/** A script of packages/core. @param {string} name @param {string[]} args */
const script = (name, ...args) => npm(["run", "--silent", name, "--", ...args], core);
/** @param {string} name @param {string[]} args */
const rootBin = (name, ...args) =>
  run(process.execPath, [join(root, "node_modules", name), ...args], { cwd: root });

// One for all, so that what is listed, linted and installed is the same.
const tarball = await pack(folder);
/** @type {Record<string, () => ReturnType<typeof run>>} */
const steps = {
  "smoke test": () => script("smoke", tarball),
  "consumers' bundles": () => script("bundles", tarball),
  "lint and format": () => rootBin("@biomejs/biome/bin/biome", "check", "."),
  "types of the source": () => script("types:source"),
  "types of the command": () => script("types:command"),
  "types of the tests": () => script("types:tests"),
  "types of the scripts": () => rootBin("typescript/bin/tsc", "-p", ".ci/tsconfig.json"),
  "unused files, exports, dependencies": () => rootBin("knip/bin/knip.js"),
  "import graph": () => script("test", "test/node/import-graph.test.ts"),
  lockfile: () => run(process.execPath, [join(root, ".ci/check-lock.mjs")]),
  "time in proportion to the input": () =>
    npm(
      ["run", "--silent", "proportion", "--", "--every", "6", "--most", "1200"],
      join(root, "packages/benchmark"),
    ),
  "size budgets": () => script("size"),
  "files in the tarball": () => script("tarball", tarball),
  publint: () => script("publint", tarball),
  "are the types wrong": () => script("attw", tarball),
  "JSR package": () =>
    run(deno?.path ?? "deno", ["publish", "--dry-run", "--allow-dirty", "--quiet"], { cwd: core }),
};
const shown = ["size budgets"];
const wanted = process.argv.slice(2);
const names = Object.keys(steps).filter(
  (name) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
);
let failed = names.length === 0 ? 1 : 0;
await atATime(
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
