import { timeLimits } from "@cloudfront-sign-webcrypto/testing/time-limits";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { globalSetup: "build-for-test.ts", ...timeLimits },
});
