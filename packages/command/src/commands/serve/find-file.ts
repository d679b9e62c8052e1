import { constants, type Stats } from "node:fs";
import { type FileHandle, open, opendir, readlink, realpath, stat } from "node:fs/promises";
import nodePath, { type PlatformPath } from "node:path";

export type FileProblem =
  | "file-not-found"
  | "file-hidden"
  | "file-is-folder"
  | "file-outside-folder"
  | "file-name-differs"
  | "file-private-key"
  | "file-restricted"
  | "path-invalid";

export interface FoundFile {
  /** The folder, with all links resolved. */
  readonly root: string;
  /** The file, with all links resolved. */
  readonly path: string;
}

/** CloudFront has a default root object for `/` alone, not for the folders below. */
export const defaultRootObject = "index.html";

/** Finds the file of a folder that the path of a URL names. Nothing outside the folder is ever found. */
export async function findFile(folder: string, pathname: string): Promise<FoundFile | FileProblem> {
  const names = fileNames(pathname);
  if (typeof names === "string") return names;
  try {
    const root = await realpath(folder);
    const path = await realpath(nodePath.join(root, ...names));
    if (!isInside(root, path)) return "file-outside-folder";
    const stats = await stat(path);
    if (stats.isDirectory()) return "file-is-folder";
    // A pipe or a device would not end.
    if (!stats.isFile()) return "file-not-found";
    return (await areListed(root, names)) ? { root, path } : "file-name-differs";
  } catch {
    return "file-not-found";
  }
}

/** The path of a URL that names the found file itself, with no link in it. */
export function pathWithoutLinks({ root, path }: FoundFile): string {
  return `/${nodePath.relative(root, path).split(nodePath.sep).map(encodeURIComponent).join("/")}`;
}

/**
 * Whether each name is, character for character, one that its folder lists. File systems also find a file by
 * other names: in other letter case, in another normalization of Unicode, by a short name of Windows. S3 has none
 * of these, and a path pattern restricts one spelling.
 */
async function areListed(root: string, names: readonly string[]): Promise<boolean> {
  for (const [depth, name] of names.entries())
    if (!(await isListed(nodePath.join(root, ...names.slice(0, depth)), name))) return false;
  return true;
}

async function isListed(folder: string, name: string): Promise<boolean> {
  for await (const entry of await opendir(folder, { bufferSize: 1024 })) if (entry.name === name) return true;
  return false;
}

/** The names of the folders and the file in the path of a URL, decoded. */
export function fileNames(
  pathname: string,
  path: PlatformPath = nodePath,
): readonly string[] | Extract<FileProblem, "path-invalid" | "file-hidden" | "file-is-folder"> {
  if (pathname === "/") return [defaultRootObject];
  let names: string[];
  try {
    names = pathname.slice(1).split("/").map(decodeURIComponent);
  } catch {
    return "path-invalid";
  }
  if (names.at(-1) === "") return "file-is-folder";
  if (!names.every((name) => isFileName(name, path))) return "path-invalid";
  // Such as .env and .git.
  return names.some((name) => name.startsWith(".") && name !== ".well-known") ? "file-hidden" : names;
}

/** Whether a name is that of one file in one folder: no separator, no dot segment, no drive or stream. */
function isFileName(name: string, path: PlatformPath): boolean {
  const isWindows = path.sep === "\\";
  return !(
    name === "" ||
    name === "." ||
    name === ".." ||
    /[/\\\0]/.test(name) ||
    (isWindows && (name.includes(":") || /[. ]$/.test(name)))
  );
}

export function isInside(folder: string, file: string, path: PlatformPath = nodePath): boolean {
  const way = path.relative(folder, file);
  return way !== "" && way.split(path.sep)[0] !== ".." && !path.isAbsolute(way);
}

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
