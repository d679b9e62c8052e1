import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { libraries } from "../folders.mjs";
import { run } from "../run.mjs";
import { requiring } from "./one-core.mjs";
import { packageNames, signing } from "./programs.mjs";

// The matrix has installed the tarballs there.
const app = process.env.PACKED_DIR ?? "";
const require = createRequire(join(app, "package.json"));
/** The built file of each entry point of each library. */
const entries = libraries.flatMap(([name]) =>
  Object.entries<{ import: { default: string } }>(require(`${name}/package.json`).exports)
    .filter(([path]) => path !== "./package.json")
    .map(([path, target]): [string, string] => [
      name + path.slice(1),
      join(app, "node_modules", name, target.import.default),
    ]),
);

describe("the installed tarballs in CommonJS", () => {
  it.each(entries)("require gives what import gives: %s", async (specifier, file) => {
    const required = require(specifier);
    const imported = await import(/* @vite-ignore */ pathToFileURL(file).href);
    const names = Object.keys(required).sort();
    expect(names.length).toBeGreaterThan(0);
    expect(Object.keys(imported).filter((name) => name !== "default")).toEqual(
      names.filter((name) => name !== "default"),
    );
  });

  it.each([
    ["signs, verifies and explains", signing((specifier) => `require("${specifier}")`)],
    ["has one class of errors and one memory of keys", requiring],
  ])("%s", async (_, script) => {
    expect(await run(process.execPath, ["--eval", script], { cwd: app })).toMatchObject({
      status: 0,
      output: "",
    });
  });

  it("starts the command", async () => {
    const { bin, version } = require(`${packageNames.command}/package.json`);
    for (const file of Object.values<string>(bin)) {
      const program = join(app, "node_modules", packageNames.command, file);
      const { status, stdout } = await run(process.execPath, [program, "--version"], { cwd: app });
      expect([status, stdout.trim()]).toEqual([0, expect.stringContaining(version)]);
    }
  });
});
