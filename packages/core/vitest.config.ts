import { aliases } from "@cloudfront-sign-webcrypto/tools/library";
import { defineConfig } from "vitest/config";

const portable = ["test/suite/**/*.test.ts"];
// The matrix says which runtime it started; by itself Vitest runs in the Node.js that started it.
const runtime = process.env.EXPECT_RUNTIME ?? `node${process.versions.node.split(".")[0]}`;

// The files of a run share one process, as they do in a browser and in workerd: a process for each takes
// twice the time, most of it to start, and the matrix itself does two runs at a time.
const oneProcess = { isolate: false, maxWorkers: 1 };

export default defineConfig({
  resolve: { alias: aliases() },
  test: {
    // "forks" is the pool that runs unchanged in Node.js, Bun and Deno.
    pool: "forks",
    // Far more than any test needs: a busy machine is no failure.
    testTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: { name: "node", include: [...portable, "test/node/**/*.test.ts"], provide: { runtime } },
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
      { extends: true, test: { name: "examples", include: ["test/examples/**/*.test.ts"] } },
      { extends: true, test: { name: "players", include: ["test/players/**/*.test.ts"] } },
      { extends: true, test: { name: "clients", include: ["test/clients/**/*.test.ts"] } },
    ],
  },
});
