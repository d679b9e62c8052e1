import { defineConfig } from "vitest/config";
import { aliases } from "../library.mjs";
import { browsers, type Runtime } from "../runtimes.mjs";
import { spawned } from "./provider.ts";
import { startOptions } from "./start.ts";

const packed = process.env.PACKED_DIR;

// The matrix starts Vitest in packages/core/test: that is the root, and paths below are relative to it.
export default defineConfig({
  resolve: { alias: aliases() },
  // The matrix runs two browsers at once, so each has its own cache of bundled dependencies. They are listed,
  // because a dependency that Vite finds during the tests reloads the page.
  cacheDir: `node_modules/.vite/${process.env.EXPECT_RUNTIME ?? "browsers"}${packed ? "-packed" : ""}`,
  optimizeDeps: { include: ["fast-check"] },
  // The tarball is installed outside the repository, from which Vite serves nothing by default.
  server: { fs: { allow: ["../../..", ...(packed ? [packed] : [])] } },
  test: {
    include: ["suite/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 120_000,
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
