import { constants, type Stats } from "node:fs";
import { type FileHandle, open, readlink, realpath, stat } from "node:fs/promises";
import { type FoundFile, isInside } from "./find-file.ts";

/** An open file of a folder, and what the system knows of it: the path may lead to another one by now. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly stats: Stats;
}

/**
 * Opens a file that was found in a folder; `undefined` where this user may not read it, or where the path has
 * become a pipe, or a link that leads out of the folder. Rejects if this process has too many open files.
 */
export async function openFound({ root, path }: FoundFile): Promise<OpenFile | undefined> {
  // Should it have become a pipe, this does not wait for a writer. Windows has no such flag.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
  const handle = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EMFILE" || error.code === "ENFILE") throw error;
  });
  if (handle === undefined) return undefined;
  const stats = await statsInside(root, handle, path).catch(() => undefined);
  if (stats !== undefined) return { handle, stats };
  await handle.close();
  return undefined;
}

/** What the system knows of an open file; `undefined` if it is not a file, or outside of the folder. */
async function statsInside(root: string, handle: FileHandle, path: string): Promise<Stats | undefined> {
  const stats = await handle.stat();
  return stats.isFile() && isInside(root, await pathOfOpen(handle, stats, path)) ? stats : undefined;
}

/** Where an open file is. Linux knows it whatever the path leads to by now; elsewhere the path is read again. */
async function pathOfOpen(handle: FileHandle, opened: Stats, path: string): Promise<string> {
  const link = `/proc/self/fd/${handle.fd}`;
  const linked = await stat(link).catch(() => undefined);
  // Deno has numbers of its own for open files.
  const isSame = linked !== undefined && linked.ino === opened.ino && linked.dev === opened.dev;
  return isSame ? readlink(link) : realpath(path);
}
