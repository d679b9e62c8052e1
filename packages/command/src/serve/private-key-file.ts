import type { Stats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { holdsPrivateKey, longestKeyFile } from "../private-key-text.ts";

/** The bytes of a longer file that are looked at: it is no key, but may start with one. */
const beginning = 65_536;

/**
 * Whether a file holds a private key, of which no viewer ever needs one. `keygen` writes one into the folder in which
 * people then start the server, and others have one in their `.env` or in a secret.
 */
export async function isPrivateKeyFile(file: FileHandle): Promise<boolean> {
  const { size }: Stats = await file.stat();
  const length = size <= longestKeyFile ? size : beginning;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
  return holdsPrivateKey(buffer.subarray(0, bytesRead));
}
