import { constants } from "node:fs";
import { type FileHandle, open, readlink, realpath, stat } from "node:fs/promises";
import { type FoundFile, isInside } from "./find-file.ts";

/**
 * Opens a file that was found in a folder; `undefined` where this user may not read it, or where the path has
 * become a link that leads out of the folder.
 */
export async function openFound({ root, path }: FoundFile): Promise<FileHandle | undefined> {
  // Should it have become a pipe, this does not wait for a writer. Windows has no such flag.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch(() => undefined);
  if (file === undefined) return undefined;
  const opened = await pathOfOpen(file, path).catch(() => undefined);
  if (opened !== undefined && isInside(root, opened)) return file;
  await file.close();
  return undefined;
}

/** Where an open file is. Linux knows it whatever the path leads to by now; elsewhere the path is read again. */
async function pathOfOpen(file: FileHandle, path: string): Promise<string> {
  const link = `/proc/self/fd/${file.fd}`;
  const [opened, linked] = await Promise.all([file.stat(), stat(link).catch(() => undefined)]);
  // Deno has numbers of its own for open files.
  const isSame = linked !== undefined && linked.ino === opened.ino && linked.dev === opened.dev;
  return isSame ? readlink(link) : realpath(path);
}
