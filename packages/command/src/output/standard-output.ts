import type { BigIntStats } from "node:fs";
import type { ExitStatus } from "../command.ts";
import { fs } from "../node-modules.ts";
import { say } from "./terminal.ts";

/** How long an interrupted command waits for a reader that has stopped reading, in milliseconds. */
const patience = 1000;

/**
 * Writes data, all of it, and waits while its reader is slower. `status` is that of the command as far as it is
 * known: it ends with it if its reader stops here. Where a disk is full, the program ends, and `describeEnd` says in a
 * sentence what the file has, from the number of the whole lines that were written.
 *
 * @returns `false` if `signal` is aborted, and the reader does not go on
 */
export async function print(
  text: string,
  status: ExitStatus = 0,
  describeEnd?: (numWritten: number) => string,
  signal?: AbortSignal,
): Promise<boolean> {
  if (status !== 0) process.exitCode = status;
  if (output().isFile || output().isDevice) {
    writeToFile(text, describeEnd);
    return true;
  }
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const giveUp = (): void => {
      timer = setTimeout(resolve, patience, false);
    };
    process.stdout.write(text, () => {
      signal?.removeEventListener("abort", giveUp);
      clearTimeout(timer);
      resolve(true);
    });
    signal?.addEventListener("abort", giveUp);
    if (signal?.aborted) giveUp();
  });
}

/** Whether standard output is a file, as after `>` in a shell. */
export function isFile(): boolean {
  return output().isFile;
}

let known: { readonly isFile: boolean; readonly isDevice: boolean } | undefined;

/** What standard output is. A device, such as `/dev/full`, but no terminal ends a write at once, too. */
function output() {
  const stats = known === undefined ? statsOf(process.stdout.fd) : undefined;
  known ??= {
    isFile: stats?.isFile() === true,
    isDevice: !process.stdout.isTTY && stats?.isCharacterDevice() === true,
  };
  return known;
}

export function isOutput({ dev, ino }: BigIntStats): boolean {
  const stats = statsOf(process.stdout.fd);
  return stats?.isFile() === true && stats.dev === dev && stats.ino === ino;
}

/** What the system knows of an open file. The number of a file may be longer than a `number` has digits. */
export function statsOf(file: number): BigIntStats | undefined {
  try {
    return fs.fstatSync(file, { bigint: true });
  } catch {
    return undefined;
  }
}

/**
 * The stream of Node.js drops the rest of a write of which a full disk takes only a part, without an error
 * (https://github.com/nodejs/node/issues/31908). This goes on until the disk has everything or refuses.
 */
function writeToFile(text: string, describeEnd: ((numWritten: number) => string) | undefined): void {
  const bytes = Buffer.from(text);
  const sizeBefore = statsOf(process.stdout.fd)?.size ?? 0n;
  let length = 0;
  try {
    while (length < bytes.length) length += fs.writeSync(process.stdout.fd, bytes, length);
  } catch (error) {
    if (describeEnd === undefined) endUnwritable(error as NodeJS.ErrnoException);
    const written = bytes.subarray(0, length);
    const isWhole = cutTo(sizeBefore, length, written.lastIndexOf("\n") + 1);
    const numWritten = written.filter((byte) => byte === 0x0a).length;
    const part = isWhole ? "" : " Its last line is not whole: remove it.";
    endUnwritable(error as NodeJS.ErrnoException, ` ${describeEnd(numWritten)}${part}`);
  }
}

/**
 * Cuts the output, of which so many bytes were just written, to those that are whole lines. Returns whether it ends with
 * a whole line now: what another program writes to the same file is never cut.
 */
function cutTo(sizeBefore: bigint, numWritten: number, numWhole: number): boolean {
  if (numWritten === numWhole) return true;
  try {
    const { size } = fs.fstatSync(process.stdout.fd, { bigint: true });
    if (size !== sizeBefore + BigInt(numWritten)) return false;
    fs.ftruncateSync(process.stdout.fd, Number(sizeBefore) + numWhole);
    return true;
  } catch {
    return false;
  }
}

/** Ends the program when its output cannot be written. A reader that stops early, as `head` does, is not an error. */
export function endWhenClosed(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // With the status of the command, or of its interruption.
    if (error.code === "EPIPE") process.exit();
    endUnwritable(error);
  });
  // Messages that nobody reads stop no work.
  process.stderr.on("error", () => {});
}

function endUnwritable({ code }: NodeJS.ErrnoException, next = ""): never {
  say(`Cannot write the output (${code}).${next}`);
  process.exit(1);
}
