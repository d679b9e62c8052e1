import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { aliases } from "../library.mjs";

const tests = join(import.meta.dirname, "../../core/test");
const source = join(tests, "../src");

/** For run.mjs: the suite, with the source that has the mutants in it. The other packages use it, too. */
export default defineConfig({
  root: tests,
  resolve: { alias: aliases() },
  plugins: [
    {
      name: "mutated source",
      enforce: "pre",
      async resolveId(id, importer, options) {
        const resolved = await this.resolve(id, importer, { ...options, skipSelf: true });
        return resolved?.id.startsWith(`${source}/`)
          ? resolved.id.replace(source, join(tests, "../reports/mutation/src"))
          : resolved;
      },
    },
  ],
  test: {
    include: ["suite/**/*.test.ts"],
    provide: { runtime: `node${process.versions.node.split(".")[0]}` },
    setupFiles: [join(import.meta.dirname, "coverage.ts")],
    pool: "forks",
    testTimeout: 30_000,
    isolate: false,
    ...(process.env.MUTATION_COVERAGE === undefined && { maxWorkers: 1 }),
  },
});
