import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { core, libraries } from "../folders.mjs";
import { libraryFiles } from "../library.mjs";

const app = mkdtempSync(join(tmpdir(), "library-"));
const distOf = (name: string): string => join(app, "node_modules", name, "dist");

beforeAll(() => {
  const conditions = { import: { default: "./dist/index.js" }, require: { default: "./dist/index.cjs" } };
  for (const [name] of libraries) {
    mkdirSync(distOf(name), { recursive: true });
    writeFileSync(
      join(distOf(name), "../package.json"),
      JSON.stringify({ exports: { ".": conditions, "./package.json": "./package.json" } }),
    );
    writeFileSync(join(distOf(name), "index.js"), "");
  }
});
afterAll(() => rmSync(app, { recursive: true, force: true }));

describe("the tests' own import of the library", () => {
  it("is the source of every entry point", () => {
    expect(libraryFiles({})).toMatchObject({
      "cloudfront-sign-webcrypto": join(core, "src/index.ts"),
      "cloudfront-sign-webcrypto/verify": join(core, "src/verify.ts"),
      "cloudfront-sign-media/hls": join(core, "../media/src/hls.ts"),
      "cloudfront-sign-diagnosis": join(core, "../diagnosis/src/index.ts"),
    });
  });

  it("is the installed package when the matrix names its folder", () => {
    expect(libraryFiles({ PACKED: "esm", PACKED_DIR: app })).toEqual(
      Object.fromEntries(libraries.map(([name]) => [name, join(distOf(name), "index.js")])),
    );
  });

  it("throws when the installed package lacks a file", () => {
    expect(() => libraryFiles({ PACKED: "cjs", PACKED_DIR: app })).toThrow("index.cjs does not exist");
  });

  it("throws when there is no installed package", () => {
    expect(() => libraryFiles({ PACKED: "esm", PACKED_DIR: join(core, "test") })).toThrow("ENOENT");
  });
});
