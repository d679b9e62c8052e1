import { join } from "node:path";
import { timeLimits } from "@cloudfront-sign-webcrypto/testing/time-limits";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/bulk/*.test.ts"],
    globalSetup: join(import.meta.dirname, "support/install.ts"),
    // The tests mostly wait for the processes that they start.
    maxWorkers: 3,
    ...timeLimits,
    teardownTimeout: timeLimits.hookTimeout,
  },
});
