import { basename, join } from "node:path";
import { defineConfig } from "vitest/config";
import { published, root, testing } from "../folders.mjs";
import { aliases } from "../library.mjs";
import { portableTests } from "../portable-tests.mjs";
import { timeLimits } from "../time-limits.mjs";

const sources = Object.values(published).map((path) => ({
  source: `${join(path, "src")}/`,
  mutated: `${join(testing, "reports/mutation", basename(path), "src")}/`,
}));

/** For run.mjs: the tests of every runtime and of the command, with the source that has the mutants in it. */
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
    include: [...portableTests(), "packages/command/test/**/*.test.ts"],
    provide: { runtime: `node${process.versions.node.split(".")[0]}`, triesAll: true },
    setupFiles: [join(import.meta.dirname, "coverage.ts")],
    pool: "forks",
    ...timeLimits,
    isolate: false,
    ...(process.env.MUTATION_COVERAGE === undefined && { maxWorkers: 1 }),
  },
});
