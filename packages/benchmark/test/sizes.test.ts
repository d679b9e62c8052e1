import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withRow } from "../src/pages/blocks.mjs";
import { sizeRows } from "../src/pages/readme.mjs";
import { measureSizes } from "../src/sizes.mjs";
import { staleSizes } from "../src/stale-sizes.mjs";

const sizes = (changes = {}) => ({
  packages: [
    {
      name: "ours",
      bytes: 3_000_000,
      files: 200,
      dependencies: [] as { name: string; bytes: number }[],
      minified: 100_000,
      gzipped: 40_000,
      ...changes,
    },
  ],
  oneFunction: { name: "createOne", gzipped: 20_000 },
});

describe("the sizes on pages", () => {
  it("pass when they differ by 1.9 %", () => {
    for (const part of [0.981, 1.019])
      expect(
        staleSizes(
          sizes({ bytes: 3_000_000 * part, minified: 100_000 * part, gzipped: 40_000 * part }),
          sizes(),
        ),
      ).toEqual([]);
  });

  it.each([0.979, 1.021])("are reported when they are %d of what they should be", (part) => {
    expect(staleSizes(sizes({ bytes: 3_000_000 * part }), sizes())).toEqual([
      `ours, bytes: the pages say ${(3_000_000 * part).toLocaleString("en")}, it is 3,000,000`,
    ]);
    expect(staleSizes(sizes({ gzipped: 40_000 * part }), sizes())).toHaveLength(1);
    expect(staleSizes(sizes({ files: 200 * part }), sizes())).toHaveLength(1);
  });

  it("are reported when they say none where there is one, or the other way round", () => {
    expect(staleSizes(sizes(), sizes({ dependencies: [{ name: "other", bytes: 1 }] }))).toEqual([
      "ours, dependencies: the pages say 0, it is 1",
    ]);
    expect(staleSizes(sizes({ dependencies: [{ name: "other", bytes: 1 }] }), sizes())).toHaveLength(1);
  });

  it("are reported when a package or a function is not among them", () => {
    const other = sizes({ name: "another" });
    expect(staleSizes(sizes(), other)).toHaveLength(5);
    const renamed = {
      ...sizes(),
      oneFunction: { name: "createTwo", gzipped: 20_000 },
    };
    expect(staleSizes(sizes(), renamed)).toEqual(["createTwo, gzipped: the pages say NaN, it is 20,000"]);
  });

  it("are not those of a build without types", async () => {
    const folder = mkdtempSync(join(tmpdir(), "untyped-"));
    try {
      mkdirSync(join(folder, "package/dist"), { recursive: true });
      writeFileSync(join(folder, "package/dist/index.js"), "");
      execFileSync("tar", ["-czf", "package.tgz", "package"], { cwd: folder });
      await expect(measureSizes([join(folder, "package.tgz")])).rejects.toThrow(
        "packages/core is built without types, so its size is not that of a release; run: npm run build",
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("fill a row of a table that is written by hand, and name a row that is missing", () => {
    expect(withRow("| a | b |\n|---|---|\n| size | 1 kB |\nend", "x.md", "size", ["2 kB", 3])).toBe(
      "| a | b |\n|---|---|\n| size | 2 kB | 3 |\nend",
    );
    expect(() => withRow("| sizes | 1 kB |", "x.md", "size", [])).toThrow(
      'x.md lacks the row "size", which shows sizes',
    );
    expect(sizeRows(sizes())).toEqual({
      "dependencies installed": [0],
      "bundle size, minified and gzipped": [
        "40.0 kB with `createCloudFrontSigner`, 20.0 kB with `createOne` only",
      ],
    });
  });
});
