// build.mjs [--no-dts]: builds the package in the current folder: as its tsup.config.ts says, or else as a library if it
// has a jsr.json, or as a program.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { build } from "tsup";
import { compileFirstUrlAtOnce } from "./compile-at-once.mjs";
import { libraryBuild } from "./library-build.mjs";
import { markForBun } from "./mark-for-bun.mjs";
import { programBuild } from "./program-build.mjs";

const usual = () => ({ ...(existsSync("jsr.json") ? libraryBuild() : programBuild()), config: false });
rmSync("dist", { recursive: true, force: true });
await build({
  ...(existsSync("tsup.config.ts") ? {} : usual()),
  ...(process.argv.includes("--no-dts") && { dts: false }),
  silent: true,
});
// Only the core signs URLs.
if (JSON.parse(readFileSync("package.json", "utf8")).name === "cloudfront-sign-webcrypto")
  compileFirstUrlAtOnce("dist");
markForBun("dist");
