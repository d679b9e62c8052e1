import { defineConfig } from "tsup";
import { builtName, entryPoints } from "./entry-points.mjs";

export default defineConfig({
  entry: Object.fromEntries(
    Object.entries(entryPoints).map(([subPath, source]) => [builtName(subPath), source]),
  ),
  format: ["esm", "cjs"],
  target: "es2022",
  platform: "neutral",
  treeshake: true,
  splitting: true,
  clean: false,
  tsconfig: "tsconfig.src.json",
  // The types of the core are those of its build. tsup 8.5 sets baseUrl, which TypeScript 6 refuses without the second option.
  dts: { compilerOptions: { paths: {}, ignoreDeprecations: "6.0" } },
});
