import { defineConfig } from "vitest/config";
import { aliases } from "./entry-points.mjs";

export default defineConfig({
  resolve: { alias: aliases() },
  test: {
    name: "mutation",
    include: ["test/mutation/suite.test.ts"],
    provide: { runtime: `node${process.versions.node.split(".")[0]}` },
    testTimeout: 30_000,
    isolate: false,
  },
});
