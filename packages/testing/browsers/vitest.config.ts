import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { root, testing } from "../folders.mjs";
import { aliases } from "../library.mjs";
import { portableTests } from "../portable-tests.mjs";
import { browsers, type Runtime } from "../runtimes.mjs";
import { timeLimits } from "../time-limits.mjs";
import { spawned } from "./provider.ts";
import { startOptions } from "./start.ts";

const packed = process.env.PACKED_DIR;

// This package is the root, because it has what is listed in optimizeDeps.
export default defineConfig({
  root: testing,
  resolve: { alias: aliases() },
  // The matrix runs two browsers at once, so each has its own cache of bundled dependencies. They are listed,
  // because a dependency that Vite finds during the tests reloads the page.
  cacheDir: `node_modules/.vite/${process.env.EXPECT_RUNTIME ?? "browsers"}${packed ? "-packed" : ""}`,
  optimizeDeps: { include: ["fast-check"] },
  // The tarball is installed outside the repository, from which Vite serves nothing by default.
  server: { fs: { allow: [root, ...(packed ? [packed] : [])] } },
  test: {
    include: portableTests().map((file) => join(root, file)),
    ...timeLimits,
    isolate: false, // one page for all files, as the other runs have one process
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      instances: browsers.flatMap(({ name, path }: Runtime) => {
        const options = path && startOptions[name]?.(path);
        return options ? [{ browser: name, provide: { runtime: name }, provider: spawned(options) }] : [];
      }),
    },
  },
});
