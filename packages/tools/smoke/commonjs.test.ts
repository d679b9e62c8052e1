import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { run } from "../run.mjs";
import { packageName, signing } from "./programs.mjs";

// The matrix has installed the tarball there.
const app = process.env.PACKED_DIR ?? "";
const require = createRequire(join(app, "package.json"));
const manifest = require(`${packageName}/package.json`);
const entries: [string, { import: { default: string } }][] = Object.entries<{ import: { default: string } }>(
  manifest.exports,
).filter(([path]) => path !== "./package.json");
const folder = join(app, "node_modules", packageName);

describe("the installed tarball in CommonJS", () => {
  it.each(entries)("require gives what import gives: %s", async (path, target) => {
    const required = require(packageName + path.slice(1));
    const imported = await import(/* @vite-ignore */ pathToFileURL(join(folder, target.import.default)).href);
    const names = Object.keys(required).sort();
    expect(names.length).toBeGreaterThan(0);
    expect(Object.keys(imported).filter((name) => name !== "default")).toEqual(
      names.filter((name) => name !== "default"),
    );
  });

  it("signs a URL, and verifies it", async () => {
    const script = signing(`require("${packageName}")`, `require("${packageName}/verify")`);
    expect(await run(process.execPath, ["--eval", script], { cwd: app })).toMatchObject({
      status: 0,
      output: "",
    });
  });

  it.each(Object.entries<string>(manifest.bin))("starts the command %s", async (_, file) => {
    const { status, stdout } = await run(process.execPath, [join(folder, file), "--version"], { cwd: app });
    expect([status, stdout.trim()]).toEqual([0, expect.stringContaining(manifest.version)]);
  });
});
