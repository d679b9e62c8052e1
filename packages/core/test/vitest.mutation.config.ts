import { join } from "node:path";
import { aliases } from "@cloudfront-sign-webcrypto/tools/library";
import { defineConfig } from "vitest/config";
import jsr from "../jsr.json" with { type: "json" };

// For Stryker (see stryker.config.mjs), which changes a copy of packages/core: the source beside this folder is the
// one to test. The other packages use it, too.
const changed = Object.entries(jsr.exports).map(([subPath, source]) => ({
  find: new RegExp(`^cloudfront-sign-webcrypto${subPath.slice(1)}$`),
  replacement: join(import.meta.dirname, "..", source),
}));

export default defineConfig({
  // Stryker runs it from packages/core.
  root: import.meta.dirname,
  resolve: { alias: [...changed, ...aliases()] },
  test: {
    name: "mutation",
    include: ["mutation/suite.test.ts"],
    provide: { runtime: `node${process.versions.node.split(".")[0]}` },
    testTimeout: 30_000,
    isolate: false,
  },
});
