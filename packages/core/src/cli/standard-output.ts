import type { ExitStatus } from "./command.ts";
import { say } from "./terminal.ts";

/**
 * Writes data, and waits while its reader is slower. `status` is that of the command as far as it is known: it
 * ends with it if its reader stops here.
 */
export async function print(text: string, status: ExitStatus = 0): Promise<void> {
  if (status !== 0) process.exitCode = status;
  if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once("drain", resolve));
}

/** Ends the program when its output cannot be written. A reader that stops early, as `head` does, is no error. */
export function endWhenClosed(): void {
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") process.exit();
    say(`Cannot write the output (${code}).`);
    process.exit(1);
  });
  // Messages that nobody reads stop no work.
  process.stderr.on("error", () => {});
}
