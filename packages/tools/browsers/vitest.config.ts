import { defineConfig } from "vitest/config";
import { aliases } from "../library.mjs";
import { browsers, type Runtime } from "../runtimes.mjs";
import { type SpawnOptions, spawned } from "./provider.ts";

const start: Record<string, (path: string) => SpawnOptions> = {
  chromium: (path) => ({
    command: [
      path,
      "--headless",
      "--no-sandbox", // root, as in most CI containers, cannot have a sandbox
      "--disable-gpu",
      "--disable-dev-shm-usage", // containers have only 64 MB of shared memory
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--user-data-dir={profile}",
      "{url}",
    ],
  }),
  firefox: (path) => ({ command: [path, "--headless", "--no-remote", "--profile", "{profile}", "{url}"] }),
  webkit: (path) => ({
    command: ["xvfb-run", "-a", path, "--private", "{url}"],
    env: { WEBKIT_DISABLE_COMPOSITING_MODE: "1", LIBGL_ALWAYS_SOFTWARE: "1" },
  }),
};

const packed = process.env.PACKED_DIR;

// The matrix starts Vitest in packages/core: that is the root, and paths below are relative to it.
export default defineConfig({
  resolve: { alias: aliases() },
  // The matrix runs two browsers at once, so each has its own cache of bundled dependencies. They are listed,
  // because a dependency that Vite finds during the tests reloads the page.
  cacheDir: `node_modules/.vite/${process.env.EXPECT_RUNTIME ?? "browsers"}${packed ? "-packed" : ""}`,
  optimizeDeps: { include: ["fast-check"] },
  // The tarball is installed outside the repository, from which Vite serves nothing by default.
  server: { fs: { allow: ["../..", ...(packed ? [packed] : [])] } },
  test: {
    include: ["test/suite/**/*.test.ts"],
    testTimeout: 30_000,
    isolate: false, // one page for all files, as the other runs have one process
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      instances: browsers.flatMap(({ name, path }: Runtime) => {
        const options = path && start[name]?.(path);
        return options ? [{ browser: name, provide: { runtime: name }, provider: spawned(options) }] : [];
      }),
    },
  },
});
