import { join } from "node:path";
import { aliases } from "@cloudfront-sign-webcrypto/tools/library";
import { defineConfig } from "vitest/config";
import { pkcs11jsFolder } from "./keys/support/pkcs11js-folder.ts";

const portable = ["suite/**/*.test.ts"];
// The matrix sets EXPECT_RUNTIME. Without the matrix, Vitest runs in the Node.js that started it.
const runtime = process.env.EXPECT_RUNTIME ?? `node${process.versions.node.split(".")[0]}`;

// All files of a run share one process, as they do in a browser and in workerd. A process for each file takes
// twice the time, and the matrix runs two of them at once. So a test puts back what it changes for all.
const oneProcess = { isolate: false, maxWorkers: 1 };

export default defineConfig({
  // The private package of conformance has the command's source by name.
  resolve: {
    alias: [
      ...aliases(),
      { find: /^cloudfront-sign-cli\/(.*)$/, replacement: join(import.meta.dirname, "../../command/src/$1") },
    ],
  },
  test: {
    // "forks" is the pool that works in Node.js, Bun and Deno.
    pool: "forks",
    // Far more than any test needs, so that no test fails on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: [...portable, "node/**/*.test.ts"],
          provide: { runtime },
          ...oneProcess,
        },
      },
      { extends: true, test: { name: "portable", include: portable, provide: { runtime }, ...oneProcess } },
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
      { extends: true, test: { name: "examples", include: ["examples/**/*.test.ts"] } },
      // They mostly wait, for grants and films.
      { extends: true, test: { name: "players", include: ["players/**/*.test.ts"], maxWorkers: 2 } },
      { extends: true, test: { name: "clients", include: ["clients/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "pipes",
          include: ["pipes/**/*.test.ts"],
          globalSetup: "pipes/support/start-servers.ts",
          // Spark starts four Java programs.
          testTimeout: 120_000,
          hookTimeout: 240_000,
          env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true" },
        },
      },
      {
        extends: true,
        resolve: { alias: { pkcs11js: pkcs11jsFolder } },
        test: {
          name: "keys",
          include: ["keys/**/*.test.ts"],
          globalSetup: "keys/support/start-servers.ts",
          // The servers need more time on a busy machine.
          testTimeout: 120_000,
          env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true" },
        },
      },
    ],
  },
});
