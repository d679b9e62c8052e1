import type { FileHandle } from "node:fs/promises";
import { holdsPrivateKey, longestPart } from "../../arguments/private-key/holds-private-key.ts";
import { longestKeyText } from "../../arguments/private-key/key-structure.ts";

/** The files whose answer is kept, the last of them: players ask for parts of the same few again and again. */
const mostKept = 1000;

/** A file that changed so shortly ago may change again without a new time, which some systems count in seconds. */
const millisecondsUnsettled = 3000;

const kept = new Map<string, boolean>();

/**
 * Whether a file holds a private key, of which no viewer ever needs one. `keygen` writes one into the folder in which
 * people then start the server, and others have one in their `.env`, in a patch or a bundle. A file that has not
 * changed is read once.
 */
export async function isPrivateKeyFile(file: FileHandle): Promise<boolean> {
  const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = await file.stat({ bigint: true });
  const version = [dev, ino, size, mtimeNs, ctimeNs].join();
  const known = kept.get(version);
  if (known !== undefined) return known;
  const isSettled = Math.abs(Date.now() - Number(ctimeMs)) > millisecondsUnsettled;
  const isKey = await isKeyInside(file);
  if (isSettled) kept.set(version, isKey);
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size > mostKept) kept.delete(oldest);
  return isKey;
}

/** Reads the whole file, in parts that overlap by the longest text of a key. */
async function isKeyInside(file: FileHandle): Promise<boolean> {
  const window = Buffer.allocUnsafe(longestPart);
  let overlap = 0;
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(window, overlap, longestPart - overlap, at);
    at += bytesRead;
    const length = overlap + bytesRead;
    if (bytesRead > 0 && holdsPrivateKey(window.subarray(0, length))) return true;
    if (bytesRead === 0) return false;
    overlap = Math.min(length, longestKeyText);
    window.copyWithin(0, length - overlap, length);
  }
}
