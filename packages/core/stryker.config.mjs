// Mutation testing: `npm run mutation`. Changes the source in thousands of ways, one at a time; a test has to fail for each.

export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "vitest.mutation.config.ts", related: false },
  mutate: ["src/{key,policy,url,cookie,sign,verify}/**/*.ts"],
  coverageAnalysis: "perTest",
  ignoreStatic: process.env.STATIC !== "1",
  timeoutMS: 8000,
  incremental: true,
  reporters: ["clear-text", "progress", "json", "html"],
  thresholds: { high: 95, low: 95, break: null },
  // Nothing in these is needed to run the suite.
  ignorePatterns: ["dist", "reports", "test/{players,clients,examples}"],
  concurrency: Number(process.env.WORKERS ?? 1),
};
