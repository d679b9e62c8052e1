import { availableParallelism } from "node:os";

// `npm run mutation` changes the source in thousands of ways, one at a time: a test has to fail for each.
// It takes an hour on two cores. A later run tests what has changed since, unless `reports` is deleted.
export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "test/vitest.mutation.config.ts", related: false },
  mutate: ["src/{cache,encoding,options,key,policy,url,cookie,sign,verify}/**/*.ts"],
  coverageAnalysis: "perTest",
  // A change of what is made once, while the module is loaded, would cost a run of all tests.
  ignoreStatic: true,
  concurrency: availableParallelism(),
  timeoutMS: 8000,
  incremental: true,
  reporters: ["clear-text", "progress", "json", "html"],
  thresholds: { high: 95, low: 90, break: null },
  // Not needed for the suite.
  ignorePatterns: ["dist", "reports", "test/{clients,examples,keys,players}"],
};
