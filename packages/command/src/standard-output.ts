import type { BigIntStats } from "node:fs";
import type { ExitStatus } from "./command.ts";
import { fs } from "./node-modules.ts";
import { say } from "./terminal.ts";

/**
 * Writes data, all of it, and waits while its reader is slower. `status` is that of the command as far as it is
 * known: it ends with it if its reader stops here.
 */
export async function print(text: string, status: ExitStatus = 0): Promise<void> {
  if (status !== 0) process.exitCode = status;
  if (isFile()) writeToFile(text);
  else if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once("drain", resolve));
}

let isFileKnown: boolean | undefined;

/** Whether standard output is a file, as after `>` in a shell. */
export function isFile(): boolean {
  isFileKnown ??= statsOf(process.stdout.fd)?.isFile() ?? false;
  return isFileKnown;
}

/** Whether standard output is this regular file. */
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
 * (https://github.com/nodejs/node/issues/31908). `writeFileSync` goes on until the disk has everything or refuses.
 */
function writeToFile(text: string): void {
  try {
    fs.writeFileSync(process.stdout.fd, text);
  } catch (error) {
    endUnwritable(error as NodeJS.ErrnoException);
  }
}

/** Ends the program when its output cannot be written. A reader that stops early, as `head` does, is not an error. */
export function endWhenClosed(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    endUnwritable(error);
  });
  // Messages that nobody reads stop no work.
  process.stderr.on("error", () => {});
}

function endUnwritable({ code }: NodeJS.ErrnoException): never {
  say(`Cannot write the output (${code}).`);
  process.exit(1);
}
