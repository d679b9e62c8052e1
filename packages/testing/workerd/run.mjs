// Runs the runtime-neutral tests in a bare workerd. Vitest's own pool for workerd cannot prove that the
// library needs no Node.js compatibility: it switches that on for itself, whatever the worker asks for.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { root } from "../folders.mjs";
import { libraryFiles } from "../library.mjs";
import { portableTests } from "../portable-tests.mjs";
import { run } from "../run.mjs";
import { workerd } from "../runtimes.mjs";
import { variants } from "./variants.mjs";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { outputFile: { type: "string" } },
});
const [name = "workerd"] = positionals;
const variant = variants[name];
if (!variant) throw new Error(`no workerd variant ${name}: ${Object.keys(variants).join(", ")}`);

const folder = mkdtempSync(join(tmpdir(), "workerd-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
await build({
  stdin: {
    resolveDir: root,
    contents: `import { worker } from ${JSON.stringify(join(import.meta.dirname, "harness.mjs"))};
export default worker(${JSON.stringify(name)}, {${portableTests()
      .map((file) => `"${file}": () => import("./${file}")`)
      .join(", ")}});`,
  },
  outfile: join(folder, "worker.mjs"),
  bundle: true,
  format: "esm",
  target: "es2022",
  platform: "neutral",
  mainFields: ["module", "main"],
  external: ["node:*"],
  alias: { vitest: join(import.meta.dirname, "vitest.mjs"), ...libraryFiles() },
});
writeFileSync(
  join(folder, "config.capnp"),
  `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "tests", worker = (
modules = [(name = "worker", esModule = embed "worker.mjs")],
compatibilityDate = "${variant.date}",
compatibilityFlags = ${JSON.stringify(variant.flags)},
))]);
`,
);
const { stdout, output } = await run(workerd, ["test", join(folder, "config.capnp")]);
const found = /^RESULT ([^\n]*)$/m.exec(stdout)?.[1]; // not a dot, which stops at the other line separators that names of tests have
if (!found) throw new Error(`workerd gave no result\n${output}`);
const result = JSON.parse(found);
if (values.outputFile) writeFileSync(values.outputFile, found);
for (const { name, message, assertionResults } of result.testResults) {
  if (message) console.log(`FAIL ${name}\n${message}\n`);
  for (const test of assertionResults) {
    if (test.status === "failed")
      console.log(`FAIL ${name} > ${test.fullName}\n${test.failureMessages.join("\n")}\n`);
  }
}
console.log(`${name}: ${result.numPassedTests} tests passed, ${result.numFailedTests} failed`);
process.exitCode = result.success ? 0 : 1;
