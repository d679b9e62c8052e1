// build.mjs [--no-dts]: builds the package in the current folder: as its tsup.config.ts says, or as a library.
import { existsSync, rmSync } from "node:fs";
import { build } from "tsup";
import { libraryBuild } from "./library-build.mjs";
import { markForBun } from "./mark-for-bun.mjs";

rmSync("dist", { recursive: true, force: true });
await build({
  ...(existsSync("tsup.config.ts") ? {} : { ...libraryBuild(), config: false }),
  ...(process.argv.includes("--no-dts") && { dts: false }),
  silent: true,
});
markForBun("dist");
