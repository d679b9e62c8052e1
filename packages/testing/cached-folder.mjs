// Folders that take long to make and are the same each time: runs beside this one and later ones find them ready.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./folders.mjs";

const cache = join(root, "node_modules/.cache");

/**
 * The folder for these inputs. It is not to be written into.
 * @param {string} kind what it holds
 * @param {readonly (string | Buffer)[]} inputs all that its content depends on
 * @param {(folder: string) => unknown} make fills a new folder; if it throws, nothing stays
 * @returns {Promise<string>}
 */
export async function cachedFolder(kind, inputs, make) {
  const hash = createHash("sha256");
  for (const input of inputs) hash.update(input).update("\0");
  const parent = join(cache, kind);
  const folder = join(parent, hash.digest("hex").slice(0, 12));
  if (existsSync(folder)) return folder;
  mkdirSync(parent, { recursive: true });
  // Runs beside this one may need the same: whoever is ready first gives the folder its name.
  const own = mkdtempSync(`${folder}-`);
  try {
    await make(own);
    try {
      renameSync(own, folder);
    } catch (error) {
      if (!existsSync(folder)) throw error;
    }
    return folder;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
