import { defineConfig, type Options } from "tsup";
import { builtName, entryPoints } from "./entry-points.mjs";

const shared: Options = { target: "es2022", treeshake: true, clean: false };

export default defineConfig([
  {
    ...shared,
    entry: Object.fromEntries(Object.entries(entryPoints).map(([subPath, source]) => [builtName(subPath), source])),
    format: ["esm", "cjs"],
    platform: "neutral",
    tsconfig: "tsconfig.src.json",
    // tsup 8.5 sets baseUrl itself, which TypeScript 6 refuses unless told otherwise.
    dts: { compilerOptions: { ignoreDeprecations: "6.0" } },
  },
  {
    ...shared,
    entry: { cli: "src/cli/main.ts" },
    format: ["esm"],
    platform: "node",
    tsconfig: "tsconfig.cli.json",
  },
]);
