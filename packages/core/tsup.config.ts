import { defineConfig, type Options } from "tsup";
import { builtName, entryPoints } from "./entry-points.mjs";
import { textFiles } from "./scripts/text-files.mjs";

const shared: Options = { target: "es2022", treeshake: true, clean: false };

const library: Options = {
  ...shared,
  format: ["esm", "cjs"],
  platform: "neutral",
  tsconfig: "tsconfig.src.json",
  // tsup 8.5 sets baseUrl, which TypeScript 6 refuses without this option.
  dts: { compilerOptions: { ignoreDeprecations: "6.0" } },
};

const built = Object.entries(entryPoints).map(([subPath, source]) => [builtName(subPath), source] as const);

export default defineConfig([
  // The main entry is one file: each further file adds half a millisecond to every cold start. The others
  // share their common code.
  { ...library, entry: Object.fromEntries(built.filter(([name]) => name === "index")), splitting: false },
  { ...library, entry: Object.fromEntries(built.filter(([name]) => name !== "index")) },
  {
    ...shared,
    // A file for each command, so that a call reads no code that it does not need.
    entry: { main: "src/cli/main.ts" },
    outDir: "dist/cli",
    splitting: true,
    esbuildPlugins: [textFiles],
    // Half the text to read at each start. Names stay as they are, for stack traces.
    esbuildOptions(options) {
      options.minifyWhitespace = true;
      options.minifySyntax = true;
    },
    format: ["esm"],
    platform: "node",
    tsconfig: "tsconfig.cli.json",
  },
]);
