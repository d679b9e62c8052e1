import { readFile } from "node:fs/promises";
import { parseKey } from "./parse-key.ts";

/** A file with the key and its ID as JSON. Whoever replaces it writes another file and renames that. */
export function keyInFile(path: string) {
  return async ({ signal }: { signal: AbortSignal }) =>
    parseKey(await readFile(path, { encoding: "utf8", signal }));
}
