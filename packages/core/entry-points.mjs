// The one table of what a user can import. tsup, the tests, the size budgets and the package checks read it;
// package.json and jsr.json are tested against it.
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Sub-path to source file. @type {Record<string, string>} */
export const entryPoints = {
  ".": "src/index.ts",
  "./verify": "src/verify.ts",
  "./hls": "src/hls.ts",
  "./dash": "src/dash.ts",
  "./edge": "src/edge.ts",
};

const packageName = "cloudfront-sign-webcrypto";

/**
 * The name of an entry point's built files: "." becomes `index`, "./hls" becomes `hls`. @param {string}
 * subPath
 */
export function builtName(subPath) {
  return subPath === "." ? "index" : subPath.slice("./".length);
}

/**
 * What the tests' `import "cloudfront-sign-webcrypto"` means: the source, or, when the matrix says where it
 * has installed the tarball (`PACKED_DIR`), the built files in there, as ES or CommonJS modules (`PACKED`).
 * @param {{ PACKED?: string, PACKED_DIR?: string }} [env]
 * @returns {Record<string, string>} import specifier to file
 */
export function libraryFiles({ PACKED: format, PACKED_DIR: installed } = process.env) {
  return Object.fromEntries(
    Object.entries(entryPoints).map(([subPath, source]) => {
      const file = installed
        ? join(
            installed,
            "node_modules",
            packageName,
            "dist",
            `${builtName(subPath)}.${format === "cjs" ? "cjs" : "js"}`,
          )
        : join(import.meta.dirname, source);
      // A wrong path must not end in testing something else.
      if (installed && !existsSync(file)) throw new Error(`${file} is not in the installed package`);
      return [`${packageName}${subPath.slice(1)}`, file];
    }),
  );
}

/** The same for Vite, whose plain aliases would take `name/sub` for `name` as well. */
export function aliases() {
  return Object.entries(libraryFiles()).map(([specifier, replacement]) => ({
    find: new RegExp(`^${specifier}$`),
    replacement,
  }));
}
