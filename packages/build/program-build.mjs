import { esModuleOfYaml } from "./es-module-of-yaml.mjs";
import { minifyKeepingNames } from "./minify-keeping-names.mjs";
import { textFiles } from "./text-files.mjs";

/** How tsup builds a package that is a program, in the current folder. @returns {import("tsup").Options} */
export const programBuild = () => ({
  // A file for each command, so that a call reads no code that it does not need.
  entry: { main: "src/main.ts" },
  format: ["esm"],
  target: "es2022",
  platform: "node",
  treeshake: true,
  splitting: true,
  clean: false,
  esbuildPlugins: [textFiles, esModuleOfYaml],
  esbuildOptions: minifyKeepingNames,
  tsconfig: "tsconfig.json",
});
