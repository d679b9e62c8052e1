// The size of each library, installed and bundled.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundled } from "@cloudfront-sign-webcrypto/testing/bundled";
import { pack } from "@cloudfront-sign-webcrypto/testing/pack";
import { old, ours, sdk } from "./subjects.mjs";

const folder = join(import.meta.dirname, "..");

/** The files of a package, without its node_modules. @param {string} path @returns {number[]} sizes */
function fileSizes(path) {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === "node_modules") return [];
    const inside = join(path, entry.name);
    return entry.isDirectory() ? fileSizes(inside) : [statSync(inside).size];
  });
}

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);

/**
 * The folder of a package that is a dependency of the one in `from`.
 * @param {string} name
 * @param {string} from
 */
function packageFolder(name, from) {
  for (const base of createRequire(join(from, "package.json")).resolve.paths(name) ?? []) {
    try {
      return realpathSync(join(base, name));
    } catch {
      // Try one level up.
    }
  }
  throw new Error(`${name} is not installed for ${from}`);
}

/**
 * The package and all its dependencies.
 * @param {string} path
 * @param {Map<string, string>} [found] its folder by each package's name and version
 */
function closure(path, found = new Map()) {
  const { name, version, dependencies = {} } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
  if (found.has(`${name}@${version}`)) return found;
  found.set(`${name}@${version}`, path);
  for (const dependency of Object.keys(dependencies)) closure(packageFolder(dependency, path), found);
  return found;
}

/** What signs, by library: the imports to bundle. @type {Record<string, string>} */
const imports = {
  [ours]: `export { createCloudFrontSigner } from "${ours}";`,
  [sdk]: `export { getSignedUrl, getSignedCookies } from "${sdk}";`,
  [old]: `export { getSignedUrl, getSignedCookies } from "${old}";`,
};

/**
 * @typedef {{ name: string, bytes: number, files: number, dependencies: { name: string, bytes: number }[], minified:
 * number, gzipped: number }} PackageSize `bytes` and `files`: with its dependencies, the largest first
 */
/** @typedef {{ packages: PackageSize[], oneFunction: { name: string, gzipped: number } }} Sizes ours first */

/** Ours that is the least to import. */
const oneFunction = "createCloudFrontPresignedUrl";

/**
 * @param {readonly string[]} [tarballs] ours as published, the core first: the workspace folder also has the tests and
 * sources. Packed if not given
 * @returns {Promise<Sizes>}
 */
export async function measureSizes(tarballs) {
  const temporary = mkdtempSync(join(tmpdir(), "sizes-"));
  try {
    const [core = ""] = tarballs ?? (await pack(temporary));
    execFileSync("tar", ["-xzf", core, "-C", temporary]);
    // What is published has types, and `npm test` builds none.
    if (!existsSync(join(temporary, "package/dist/index.d.cts")))
      throw new Error(
        "packages/core is built without types, so its size is not that of a release; run: npm run build",
      );
    const packages = [];
    for (const [name, code] of Object.entries(imports)) {
      const path = name === ours ? join(temporary, "package") : packageFolder(name, folder);
      const found = closure(path);
      const all = [...found.values()].flatMap(fileSizes);
      const dependencies = [...found]
        .slice(1)
        .map(([id, folder]) => ({ name: id.slice(0, id.lastIndexOf("@")), bytes: sum(fileSizes(folder)) }))
        .sort((a, b) => b.bytes - a.bytes);
      const { minified, gzipped } = await bundled(code, folder, "node");
      packages.push({
        name,
        bytes: sum(all),
        files: all.length,
        dependencies,
        minified,
        gzipped,
      });
    }
    const { gzipped } = await bundled(`export { ${oneFunction} } from "${ours}";`, folder, "node");
    return { packages, oneFunction: { name: oneFunction, gzipped } };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
