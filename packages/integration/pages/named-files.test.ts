import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@cloudfront-sign-webcrypto/testing/folders";
import { describe, expect, it } from "vitest";

/** What the pages for contributors say about files is true: a path that they name is there. */

const textOf = (page: string) => readFileSync(join(root, ".github", page), "utf8");

/** Whole paths in code: those with a folder, and without a placeholder such as NAME or … */
function pathsIn(text: string): string[] {
  const spans = Array.from(text.matchAll(/`([^`\n]+)`/g), ([, code = ""]) => code);
  return spans.filter((code) => /^\.?[a-z][\w@.-]*(?:\/[\w.@-]+)+\/?$/.test(code) && !/[A-Z]{4}/.test(code));
}

/** `core/url/wire-form.ts` is `packages/core/src/url/wire-form.ts`, and `core/test/url` is `packages/core/test/url`. */
function places(path: string): string[] {
  const [first = "", ...rest] = path.split("/");
  const isOfEveryPackage = first === "src" || first === "test";
  return [
    path,
    `packages/${path}`,
    ["packages", first, "src", ...rest].join("/"),
    ...(isOfEveryPackage ? [`packages/core/${path}`] : []),
  ];
}

describe("CONTRIBUTING.md", () => {
  // Names in npm and in the imports of programs, and what a build makes.
  const others = /^(?:cloudfront-sign|@)|\/dist$/;
  const paths = pathsIn(textOf("CONTRIBUTING.md")).filter((path) => !others.test(path));

  it("names paths", () => {
    expect(paths.length).toBeGreaterThan(50);
  });

  it.each([...new Set(paths)])("names %s, which is there", (path) => {
    expect(places(path).filter((place) => existsSync(join(root, place)))).toHaveLength(1);
  });
});

describe("SECURITY.md", () => {
  const [, table = ""] = /\n## What is promised[^\n]*\n([\s\S]*?)\n## /.exec(textOf("SECURITY.md")) ?? [];
  const promises = Array.from(
    table.matchAll(/^\| \*\*(.+?)\*\*.* \| (.+) \|$/gm),
    ([, promise = "", held = ""]) => ({
      promise,
      held: pathsIn(held),
    }),
  );

  it("has promises", () => {
    expect(promises.length).toBeGreaterThan(8);
    expect(promises.length).toBe(table.match(/^\| (?!promise|---)/gm)?.length);
  });

  it.each([...new Set(pathsIn(textOf("SECURITY.md")))])("names %s, which is there", (path) => {
    expect(existsSync(join(root, path))).toBe(true);
  });

  it.each(promises)("names the test that holds a promise: $promise", ({ held }) => {
    expect(held.length).toBeGreaterThan(0);
    for (const path of held) expect(path).toMatch(/\.test\.ts$|^packages\/benchmark\/src\/proportion\.mjs$/);
  });
});
