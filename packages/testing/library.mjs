// Resolves the published packages in the tests. The entry points come from the manifests that the registries read:
// jsr.json for the source, the installed package.json for the built files.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { libraries, published } from "./folders.mjs";

/** @param {string} folder @param {string} file */
const readExports = (folder, file) => JSON.parse(readFileSync(join(folder, file), "utf8")).exports;

/**
 * The source; or the built files of the tarballs that the matrix has installed in `PACKED_DIR`, as the module
 * format in `PACKED`.
 * @param {{ PACKED?: string, PACKED_DIR?: string }} [env]
 * @returns {Record<string, string>} import specifier to file
 */
export function libraryFiles({ PACKED: format, PACKED_DIR: app } = process.env) {
  const condition = format === "cjs" ? "require" : "import";
  const found = libraries.flatMap(([name, source]) => {
    const folder = app ? join(app, "node_modules", name) : source;
    const { "./package.json": _, ...entryPoints } = readExports(folder, app ? "package.json" : "jsr.json");
    return Object.entries(entryPoints).map(([subPath, target]) => {
      const file = join(folder, app ? target[condition].default : target);
      // Vite would resolve the name elsewhere, and the tests would test something else.
      if (!existsSync(file)) throw new Error(`${file} does not exist`);
      return [`${name}${subPath.slice(1)}`, file];
    });
  });
  return Object.fromEntries(found);
}

/** The same for Vite, and the command's source by name. A plain alias for `name` would also match `name/sub`. */
export function aliases() {
  const command = {
    find: /^cloudfront-sign-cli\/(.*)$/,
    replacement: join(published["cloudfront-sign-cli"], "src/$1"),
  };
  return [
    ...Object.entries(libraryFiles()).map(([specifier, replacement]) => ({
      find: new RegExp(`^${specifier}$`),
      replacement,
    })),
    command,
  ];
}
