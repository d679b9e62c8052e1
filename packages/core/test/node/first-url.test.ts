import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  compileAtOnce,
  ranForFirstUrl,
  unmarkedFunctions,
} from "@cloudfront-sign-webcrypto/build/compile-at-once";
import { core } from "@cloudfront-sign-webcrypto/testing/folders";
import { describe, expect, it } from "vitest";

/** V8 compiles a function expression in parentheses when its file loads. The build marks what the first URL runs. */

const dist = join(core, "dist");

describe.each(["index.js", "index.cjs"])("the built %s", (entry) => {
  const files = Object.entries(ranForFirstUrl(join(dist, entry))).map(
    ([name, ran]) => [readFileSync(join(dist, name), "utf8"), ran] as const,
  );

  it("has no function that the first URL runs and that the build did not mark", () => {
    const missing = files.flatMap(([code, ran]) =>
      unmarkedFunctions(code, ran).map(({ name }) => name?.text),
    );
    expect(missing, "the build is old; run: npm run --silent build:code in packages/core").toEqual([]);
  });

  it("has marked functions, and more that are not", () => {
    const count = (pattern: RegExp) =>
      files.reduce((sum, [code]) => sum + (code.match(pattern)?.length ?? 0), 0);
    const marked = count(/\bvar [\w$]+=\((?:async )?function\b/g);
    expect(marked).toBeGreaterThan(50);
    expect(count(/\bfunction [\w$]+\(/g)).toBeGreaterThan(marked);
  });
});

describe("compileAtOnce", () => {
  const code =
    "var a=1;function first(x){return second(x)}async function $later(){}function*each(){}export{first};";
  const endOf = (start: string) => code.indexOf("}", code.indexOf(start)) + 1;

  it("marks the functions that ran, where they are, and leaves the others", () => {
    const ran = [
      { name: "first", end: endOf("function first") },
      { name: "each", end: endOf("function*each") },
    ];
    expect(compileAtOnce(code, ran)).toBe(
      "var a=1;var first=(function(x){return second(x)});async function $later(){}var each=(function*(){});export{first};",
    );
  });

  it("marks an async function, and leaves a nested function of the same name", () => {
    const ran = [
      { name: "$later", end: endOf("async function") },
      { name: "first", end: 3 },
    ];
    expect(compileAtOnce(code, ran)).toBe(
      code.replace("async function $later(){}", "var $later=(async function(){});"),
    );
  });

  it("keeps the names of functions for stack traces", () => {
    const named = compileAtOnce("function shown(){}", [{ name: "shown", end: 18 }]);
    expect(new Function(`${named}return shown.name`)()).toBe("shown");
  });
});
