import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { core } from "../folders.mjs";
import { libraryFiles } from "../library.mjs";

const app = mkdtempSync(join(tmpdir(), "library-"));
const dist = join(app, "node_modules/cloudfront-sign-webcrypto/dist");

beforeAll(() => {
  mkdirSync(dist, { recursive: true });
  const conditions = { import: { default: "./dist/index.js" }, require: { default: "./dist/index.cjs" } };
  writeFileSync(
    join(dist, "../package.json"),
    JSON.stringify({ exports: { ".": conditions, "./package.json": "./package.json" } }),
  );
  writeFileSync(join(dist, "index.js"), "");
});
afterAll(() => rmSync(app, { recursive: true, force: true }));

describe("the tests' own import of the library", () => {
  it("is the source of every entry point", () => {
    expect(libraryFiles({})).toMatchObject({
      "cloudfront-sign-webcrypto": join(core, "src/index.ts"),
      "cloudfront-sign-webcrypto/verify": join(core, "src/verify.ts"),
    });
  });

  it("is the installed package when the matrix names its folder", () => {
    expect(libraryFiles({ PACKED: "esm", PACKED_DIR: app })).toEqual({
      "cloudfront-sign-webcrypto": join(dist, "index.js"),
    });
  });

  it("throws when the installed package lacks a file", () => {
    expect(() => libraryFiles({ PACKED: "cjs", PACKED_DIR: app })).toThrow("index.cjs does not exist");
  });

  it("throws when there is no installed package", () => {
    expect(() => libraryFiles({ PACKED: "esm", PACKED_DIR: join(core, "test") })).toThrow("ENOENT");
  });
});
