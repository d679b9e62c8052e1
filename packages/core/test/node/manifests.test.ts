import { readFileSync } from "node:fs";
import { join } from "node:path";
import { libraries, published } from "@cloudfront-sign-webcrypto/tools/folders";
import { describe, expect, it } from "vitest";

const json = (folder: string, file: string) => JSON.parse(readFileSync(join(folder, file), "utf8"));
const core = published["cloudfront-sign-webcrypto"];
const { version } = json(core, "package.json");

describe.each(libraries)("the manifests of %s", (name, folder) => {
  const manifest = json(folder, "package.json");
  const jsr = json(folder, "jsr.json");

  it("package.json exports every entry point of jsr.json, each condition with its own types, and nothing else", () => {
    const conditions = Object.entries<string>(jsr.exports).map(([subPath, source]) => {
      const file = source.replace(/^\.\/src\/(.+)\.ts$/, "./dist/$1");
      expect(file).toBe(subPath === "." ? "./dist/index" : subPath.replace("./", "./dist/"));
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

  it("jsr.json has the licence of package.json, and the packages that it needs", () => {
    expect(jsr.license).toBe(manifest.license);
    const needed = Object.keys(manifest.dependencies ?? {}).map((other) => [
      other,
      `jsr:@cloudfront-sign/${other.replace("cloudfront-sign-", "")}@${version}`,
    ]);
    expect(jsr.imports ?? {}).toEqual(Object.fromEntries(needed));
  });

  it("jsr.json has the version of package.json", () => {
    expect(jsr.version).toBe(manifest.version);
  });

  it("package.json promises what the product promises: no side effects, and no dependencies but the core", () => {
    expect(manifest.sideEffects).toBe(false);
    expect(Object.keys(manifest.dependencies ?? {})).toEqual(
      name === "cloudfront-sign-webcrypto" ? [] : ["cloudfront-sign-webcrypto"],
    );
  });
});

describe.each(Object.entries(published))("the manifest of %s", (_, folder) => {
  const manifest = json(folder, "package.json");

  it("has the version of all published packages, and needs the others in exactly this one", () => {
    expect(manifest.version).toBe(version);
    for (const [name, needed] of Object.entries(manifest.dependencies ?? {}))
      expect([name, needed]).toEqual([expect.stringMatching(Object.keys(published).join("|")), version]);
  });

  it("has no peer dependencies, and no scripts that run at an installation", () => {
    expect(manifest.peerDependencies).toBeUndefined();
    expect(Object.keys(manifest.scripts).filter((name) => /install|prepare$/.test(name))).toEqual([]);
  });
});

it("the changelog starts with the version of package.json", () => {
  const [, newest] = /^## (.+)$/m.exec(readFileSync(join(core, "CHANGELOG.md"), "utf8")) ?? [];
  expect(newest).toBe(version);
});
