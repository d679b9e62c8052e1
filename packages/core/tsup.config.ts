import { defineConfig, type Options } from "tsup";
import { builtName, entryPoints } from "./entry-points.mjs";

const shared: Options = { target: "es2022", treeshake: true, clean: false };

const library: Options = {
  ...shared,
  format: ["esm", "cjs"],
  platform: "neutral",
  tsconfig: "tsconfig.src.json",
  // tsup 8.5 sets baseUrl itself, which TypeScript 6 refuses unless told otherwise.
  dts: { compilerOptions: { ignoreDeprecations: "6.0" } },
};

const built = Object.entries(entryPoints).map(([subPath, source]) => [builtName(subPath), source] as const);

export default defineConfig([
  // One file, because each further one is half a millisecond of every cold start; the others share what they
  // have in common.
  { ...library, entry: Object.fromEntries(built.filter(([name]) => name === "index")), splitting: false },
  { ...library, entry: Object.fromEntries(built.filter(([name]) => name !== "index")) },
  {
    ...shared,
    entry: { cli: "src/cli/main.ts" },
    format: ["esm"],
    platform: "node",
    tsconfig: "tsconfig.cli.json",
  },
]);
