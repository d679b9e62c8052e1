import { readFileSync } from "node:fs";
import { join } from "node:path";
import { builtEntries } from "@cloudfront-sign-webcrypto/build/library-build";
import { core, libraries, published } from "@cloudfront-sign-webcrypto/testing/folders";
import { describe, expect, it } from "vitest";

const json = (folder: string, file: string) => JSON.parse(readFileSync(join(folder, file), "utf8"));
const { version } = json(core, "package.json");

describe.each(Object.entries(published))("the manifest of %s", (name, folder) => {
  const manifest = json(folder, "package.json");

  it("package.json has the name of the package, the version of all, and needs only packages of this repository", () => {
    expect([manifest.name, manifest.version]).toEqual([name, version]);
    for (const [needed, exact] of Object.entries(manifest.dependencies ?? {})) {
      expect(Object.keys(published)).toContain(needed);
      // A door without promise is used with an exact version.
      expect([needed, exact]).toEqual([needed, version]);
    }
    expect(manifest.peerDependencies).toBeUndefined();
  });

  it("package.json promises what the product promises: no install scripts", () => {
    expect(Object.keys(manifest.scripts).filter((one) => /install|prepare$/.test(one))).toEqual([]);
  });
});

describe.each(libraries)("the manifest of the library %s", (_, folder) => {
  const [manifest, jsr] = [json(folder, "package.json"), json(folder, "jsr.json")];

  it("package.json exports every entry point, each condition with its own types, and nothing else", () => {
    const conditions = Object.keys(builtEntries(folder)).map((name) => {
      const file = `./dist/${name}`;
      return [
        name === "index" ? "." : `./${name}`,
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

  it("jsr.json exports files at the top of src under their names", () => {
    for (const [subPath, file] of Object.entries(jsr.exports))
      expect(file).toBe(`./src/${subPath === "." ? "index" : subPath.slice("./".length)}.ts`);
  });

  it("jsr.json has the version and licence of package.json", () => {
    expect([jsr.version, jsr.license]).toEqual([manifest.version, manifest.license]);
  });

  it("package.json promises that an import has no side effects", () => {
    expect(manifest.sideEffects).toBe(false);
  });
});

describe("the manifest of core", () => {
  it("package.json promises that the signer needs no other package", () => {
    expect(json(core, "package.json").dependencies).toBeUndefined();
  });

  const changelog = readFileSync(join(core, "CHANGELOG.md"), "utf8");

  it("the changelog starts with the version of package.json", () => {
    const [, first] = /^## (.+)$/m.exec(changelog) ?? [];
    expect(first).toBe(version);
  });

  it("the version is newer than those of the earlier package with this name", () => {
    const [major = 0, minor = 0] = version.split(".").map(Number);
    expect(major > 0 || minor >= 2, `${version} > 0.1.9`).toBe(true);
  });

  it.each(Object.entries(published))(
    "the first entry names every entry point of %s, and no other",
    (name, folder) => {
      const [, entry = ""] = /^## 0\.2\.0$([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog) ?? [];
      const [, part = ""] =
        new RegExp(`^\`${name}\`:$([\\s\\S]*?)(?=^\`|(?![\\s\\S]))`, "m").exec(entry) ?? [];
      const named = Array.from(part.matchAll(/`(\/[a-z-]+)`/g), ([, path]) => `.${path}`);
      const entries = Object.keys(json(folder, "package.json").exports);
      const subPaths = entries.filter((path) => path !== "." && path !== "./package.json");
      // Only the other packages use the internals of diagnosis.
      expect(named.sort()).toEqual(
        subPaths.filter((path) => name !== "cloudfront-sign-diagnosis" || path !== "./internals").sort(),
      );
    },
  );
});
