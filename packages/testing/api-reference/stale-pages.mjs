import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The files of a folder that are missing, left over or different.
 * @param {string} folder the files as they are
 * @param {string} expected a folder with the files as they should be
 */
export function stalePages(folder, expected) {
  const names = new Set([...readdirSync(expected), ...(existsSync(folder) ? readdirSync(folder) : [])]);
  return [...names].filter((name) => read(join(folder, name)) !== read(join(expected, name))).sort();
}

/** The text of a file; `undefined` if there is none. @param {string} file */
const read = (file) => (existsSync(file) ? readFileSync(file, "utf8") : undefined);
