import { basename, join } from "node:path";
import { defineConfig } from "vitest/config";
import { libraries, root, testing } from "../folders.mjs";
import { aliases } from "../library.mjs";
import { portableTests } from "../portable-tests.mjs";

const sources = libraries.map(([, path]) => ({
  source: `${join(path, "src")}/`,
  mutated: `${join(testing, "reports/mutation", basename(path))}/`,
}));

/** For run.mjs: the tests of every runtime, with the source that has the mutants in it. */
export default defineConfig({
  root,
  cacheDir: join(testing, "node_modules/.vite/mutation"),
  resolve: { alias: aliases() },
  plugins: [
    {
      name: "mutated source",
      enforce: "pre",
      async resolveId(id, importer, options) {
        const resolved = await this.resolve(id, importer, { ...options, skipSelf: true });
        const found = sources.find(({ source }) => resolved?.id.startsWith(source));
        return found && resolved ? resolved.id.replace(found.source, found.mutated) : resolved;
      },
    },
  ],
  test: {
    include: portableTests(),
    provide: { runtime: `node${process.versions.node.split(".")[0]}` },
    setupFiles: [join(import.meta.dirname, "coverage.ts")],
    pool: "forks",
    testTimeout: 30_000,
    isolate: false,
    ...(process.env.MUTATION_COVERAGE === undefined && { maxWorkers: 1 }),
  },
});
