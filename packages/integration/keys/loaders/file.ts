import { readFile } from "node:fs/promises";
import type { LoadContext } from "cloudfront-sign-webcrypto";

/**
 * A file with the key and its ID as JSON. To replace it, write another file and rename
 * it.
 */
export function keyInFile(path: string) {
  return ({ signal }: LoadContext) => readFile(path, { encoding: "utf8", signal });
}
