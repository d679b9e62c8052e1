// How tsup builds a library package. jsr.json has the one table of what a user can import: sub-path to source file.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { minifyKeepingNames } from "./minify-keeping-names.mjs";

/**
 * The entry points of a package: the name of their built files (`index` for ".", `hls` for "./hls") to source file.
 * @param {string} folder
 * @returns {Record<string, string>}
 */
export function builtEntries(folder) {
  /** @type {{ exports: Record<string, string> }} */
  const { exports } = JSON.parse(readFileSync(join(folder, "jsr.json"), "utf8"));
  return Object.fromEntries(
    Object.entries(exports).map(([subPath, source]) => [
      subPath === "." ? "index" : subPath.slice("./".length),
      source.slice("./".length),
    ]),
  );
}

/** For the package in the current folder. @returns {import("tsup").Options} */
export const libraryBuild = () => ({
  entry: builtEntries("."),
  format: ["esm", "cjs"],
  target: "es2022",
  platform: "neutral",
  treeshake: true,
  splitting: true,
  clean: false,
  esbuildOptions: minifyKeepingNames,
  tsconfig: "tsconfig.src.json",
  // The types of another package are those of its build. tsup 8.5 sets baseUrl, which TypeScript 6 refuses without the second option.
  dts: { compilerOptions: { paths: {}, ignoreDeprecations: "6.0" } },
});
