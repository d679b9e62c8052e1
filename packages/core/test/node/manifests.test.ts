import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { builtName, entryPoints } from "../../entry-points.mjs";

const core = join(import.meta.dirname, "../..");
const json = (file: string) => JSON.parse(readFileSync(join(core, file), "utf8"));
const manifest = json("package.json");
const jsr = json("jsr.json");

describe("the manifests", () => {
  it("package.json exports every entry point, each condition with its own types, and nothing else", () => {
    const conditions = Object.keys(entryPoints).map((subPath) => {
      const file = `./dist/${builtName(subPath)}`;
      return [
        subPath,
        {
          import: { types: `${file}.d.ts`, default: `${file}.js` },
          require: { types: `${file}.d.cts`, default: `${file}.cjs` },
        },
      ];
    });
    expect(manifest.exports).toEqual({
      ...Object.fromEntries(conditions),
      "./package.json": "./package.json",
    });
  });

  it("jsr.json exports the source of the same entry points", () => {
    expect(jsr.exports).toEqual(
      Object.fromEntries(Object.entries(entryPoints).map(([subPath, source]) => [subPath, `./${source}`])),
    );
  });

  it("jsr.json has the version and licence of package.json", () => {
    expect([jsr.version, jsr.license]).toEqual([manifest.version, manifest.license]);
  });

  it("the changelog starts with the version of package.json", () => {
    const [, version] = /^## (.+)$/m.exec(readFileSync(join(core, "CHANGELOG.md"), "utf8")) ?? [];
    expect(version).toBe(manifest.version);
  });

  it("package.json promises what the product promises: no dependencies, no side effects, no install scripts", () => {
    expect(manifest.dependencies).toBeUndefined();
    expect(manifest.peerDependencies).toBeUndefined();
    expect(manifest.sideEffects).toBe(false);
    expect(Object.keys(manifest.scripts).filter((name) => /install|prepare$/.test(name))).toEqual([]);
  });
});
