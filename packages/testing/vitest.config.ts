import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { integration, root } from "./folders.mjs";
import { aliases } from "./library.mjs";
import { portableTests } from "./portable-tests.mjs";
import { timeLimits } from "./time-limits.mjs";

// The matrix sets EXPECT_RUNTIME. Without the matrix, Vitest runs in the Node.js that started it.
const portable = portableTests();
const runtime = process.env.EXPECT_RUNTIME ?? `node${process.versions.node.split(".")[0]}`;

// Every input of the repeated tests, in one run of all: support/runs.ts.
const triesAll = process.env.EVERY_INPUT !== undefined && runtime === "node20";

// All files of a run share one process, as they do in a browser and in workerd. A process for each file takes
// twice the time, and the matrix runs two of them at once. So a test puts back what it changes for all.
const oneProcess = { isolate: false, maxWorkers: 1 };

/** What only Node.js can show; and what the packages are together, without further programs. */
const nodeOnly = [
  "packages/*/test/node/**/*.test.ts",
  "packages/{command,conformance}/test/**/*.test.ts",
  "packages/integration/{libraries,migration,pages,readers,serving,signers,source}/**/*.test.ts",
];

export default defineConfig({
  root,
  cacheDir: join(import.meta.dirname, "node_modules/.vite"),
  resolve: { alias: aliases() },
  test: {
    // "forks" is the pool that works in Node.js, Bun and Deno.
    pool: "forks",
    ...timeLimits,
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: [...portable, ...nodeOnly],
          provide: { runtime, triesAll },
          ...oneProcess,
        },
      },
      {
        extends: true,
        test: { name: "portable", include: portable, provide: { runtime, triesAll }, ...oneProcess },
      },
      {
        extends: true,
        test: {
          name: "edge",
          include: portable,
          environment: "edge-runtime",
          provide: { runtime: "edge" },
          ...oneProcess,
        },
      },
      // What runs the tests is tested, too.
      {
        extends: true,
        test: { name: "testing", include: ["packages/testing/test/**/*.test.ts"], ...oneProcess },
      },
      {
        extends: true,
        test: { name: "workerd", include: ["packages/integration/workerd/*.test.ts"], ...oneProcess },
      },
      { extends: true, test: { name: "examples", include: ["packages/integration/examples/**/*.test.ts"] } },
      // They mostly wait, for grants and films.
      {
        extends: true,
        test: { name: "players", include: ["packages/integration/players/**/*.test.ts"], maxWorkers: 2 },
      },
      { extends: true, test: { name: "clients", include: ["packages/integration/clients/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "pipes",
          include: ["packages/integration/pipes/**/*.test.ts"],
          env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true" },
        },
      },
      {
        extends: true,
        // pkcs11js.ts of its support compiles it there.
        resolve: { alias: { pkcs11js: join(integration, "node_modules/.cache/pkcs11js") } },
        test: {
          name: "keys",
          include: ["packages/integration/keys/**/*.test.ts"],
          globalSetup: join(integration, "keys/support/start-servers.ts"),
          env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true" },
        },
      },
    ],
  },
});
