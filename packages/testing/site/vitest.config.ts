import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { globalSetup: "build-for-test.ts", testTimeout: 30_000, hookTimeout: 120_000 },
});
