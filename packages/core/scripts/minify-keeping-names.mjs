import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { minify } from "terser";

/** What esbuild shortens: terser would also inline functions. @param {{ minifySyntax?: boolean }} options those of esbuild */
export function shortenSyntax(options) {
  options.minifySyntax = true;
}

/**
 * Leaves less text to read at each start. Functions and classes keep their names, for stack traces; parameters and
 * variables inside of them do not. Lines stay short, because Node.js prints the whole line of an uncaught error.
 *
 * @param {string} folder of the built files
 */
export async function minifyKeepingNames(folder) {
  for (const file of readdirSync(folder).filter((name) => /\.c?js$/.test(name))) {
    const path = join(folder, file);
    const { code = "" } = await minify(readFileSync(path, "utf8"), {
      module: file.endsWith(".js"),
      // Names at the top level stay.
      mangle: { module: false, keep_fnames: true, keep_classnames: true },
      compress: false,
      format: { ascii_only: true, max_line_len: 120 },
    });
    writeFileSync(path, code);
  }
}
