import { defineConfig } from "tsup";
import { builtName, entryPoints } from "./entry-points.mjs";
import { oneBase } from "./scripts/one-base.mjs";

const { ".": main, ...others } = entryPoints;

export default defineConfig({
  entry: Object.fromEntries(
    Object.entries(entryPoints).map(([subPath, source]) => [builtName(subPath), source]),
  ),
  format: ["esm", "cjs"],
  target: "es2022",
  platform: "neutral",
  treeshake: true,
  esbuildPlugins: [oneBase(main, Object.values(others))],
  splitting: true,
  clean: false,
  tsconfig: "tsconfig.src.json",
  // tsup 8.5 sets baseUrl, which TypeScript 6 refuses without this option.
  dts: { compilerOptions: { ignoreDeprecations: "6.0" } },
});
