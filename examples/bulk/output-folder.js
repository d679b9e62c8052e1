import { constants } from "node:fs";
import { link, mkdir, open, opendir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { StorageFault } from "./fault.js";
import { isTemporary, temporaryName } from "./names.js";

/** Each line of a part is a working link: other users of the machine cannot read it. */
const modes = { folder: 0o750, file: 0o640 };

/** A temporary file of a worker that was killed. No worker needs that long for a chunk. */
const abandonedAfter = 60 * 60 * 1000;

const remedies = {
  ENOSPC: "the disk is full; free some space",
  EDQUOT: "the quota of the disk is used up; free some space",
  EROFS: "the file system is read-only; mount it for writing, or give another folder",
  EACCES: "this user may not write there; change the permissions, or give another folder",
  ENOENT:
    "the folder does not exist on this machine; workers on several machines need a shared folder, or s3://",
  ENOTDIR: "a part of the path is a file; give a folder",
  EEXIST: "is a file; give a folder",
  EPERM:
    "the file system refuses hard links, which keep a part from being written twice; give another folder, or s3://",
  ENOTSUP:
    "the file system has no hard links, which keep a part from being written twice; give another folder, or s3://",
};

export class FolderOutput {
  /** @param {string} folder */
  constructor(folder) {
    this.location = resolve(folder);
  }

  async prepare() {
    await this.#explained(async () => {
      await mkdir(this.location, { recursive: true, mode: modes.folder });
      for await (const name of this.names(".")) {
        if (!isTemporary(name)) continue;
        const path = join(this.location, name);
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
        if (Date.now() - mtimeMs > abandonedAfter) await rm(path, { force: true });
      }
    });
  }

  /** @param {string} name @returns {Promise<string | undefined>} */
  read(name) {
    return this.#explained(async () => {
      try {
        return await readRegularFile(join(this.location, name));
      } catch (error) {
        // ENXIO: a socket.
        if (error.code === "ENOENT" || error.code === "ENXIO") return undefined;
        throw error;
      }
    });
  }

  /**
   * A reader sees the whole file or none: it gets its name when its bytes are on the disk, and link() fails if
   * the name is taken.
   * @param {string} name
   * @param {string} text
   */
  writeOnce(name, text) {
    const temporary = join(this.location, temporaryName(name));
    return this.#explained(async () => {
      try {
        await writeAndSync(temporary, text);
        await link(temporary, join(this.location, name));
      } catch (error) {
        if (error.code === "EEXIST") return false;
        throw error;
      } finally {
        await rm(temporary, { force: true });
      }
      await syncFolder(this.location);
      return true;
    });
  }

  /** @param {string} prefix */
  async *names(prefix) {
    const folder = await this.#explained(() => opendir(this.location));
    for await (const { name } of folder) if (name.startsWith(prefix)) yield name;
  }

  /** @template T @param {() => Promise<T>} action @returns {Promise<T>} */
  async #explained(action) {
    try {
      return await action();
    } catch (error) {
      const remedy = remedies[/** @type {keyof typeof remedies} */ (error.code)];
      throw remedy ? new StorageFault(`--output: ${this.location}: ${remedy}`, { cause: error }) : error;
    }
  }
}

/**
 * Undefined for what is not a file: another user of a shared folder may put a pipe there, whose reading never ends.
 * @param {string} path
 */
async function readRegularFile(path) {
  // Without O_NONBLOCK, which Windows does not have, opening a pipe waits for its writer.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return (await file.stat()).isFile() ? await file.readFile("utf8") : undefined;
  } finally {
    await file.close();
  }
}

/** @param {string} path @param {string} text */
async function writeAndSync(path, text) {
  const file = await open(path, "wx", modes.file);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The name is on the disk as well. Windows cannot open folders, and needs no such thing. @param {string} path */
async function syncFolder(path) {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
