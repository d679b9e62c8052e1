import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/bulk/*.test.ts"],
    globalSetup: join(import.meta.dirname, "support/install.ts"),
    // The tests mostly wait for the processes that they start.
    maxWorkers: 3,
    // npm installs the example, on a busy machine too.
    hookTimeout: 300_000,
    testTimeout: 120_000,
    teardownTimeout: 30_000,
  },
});
