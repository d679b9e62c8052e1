import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../../../..");
const source = readFileSync(join(root, "packages/core/src/errors.ts"), "utf8");
const page = readFileSync(join(root, "docs/errors.md"), "utf8");

describe("docs/errors.md", () => {
  it("has one row per error code, in order", () => {
    const codes = [...source.matchAll(/^ {2}\| "(ERR_\w+)"/gm)].map(([, code]) => code);
    const rows = [...page.matchAll(/^\| `(ERR_\w+)` \|/gm)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(20);
    expect(rows).toEqual(codes);
  });

  it("says in every row what it means and what to do", () => {
    for (const [row] of page.matchAll(/^\| `ERR_.*$/gm)) {
      const [, , meaning = "", remedy = ""] = row.split("|").map((cell) => cell.trim());
      expect(meaning.length, row).toBeGreaterThan(20);
      expect(remedy.length, row).toBeGreaterThan(10);
    }
  });
});
