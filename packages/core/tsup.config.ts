import { defineConfig } from "tsup";
import { builtEntries, libraryBuild } from "./scripts/library-build.mjs";
import { oneBase } from "./scripts/one-base.mjs";

const { index: main = "", ...others } = builtEntries(".");

export default defineConfig({ ...libraryBuild(), esbuildPlugins: [oneBase(main, Object.values(others))] });
