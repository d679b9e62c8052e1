import { say } from "./terminal.ts";

/** Writes data, and waits while its reader is slower. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once("drain", resolve));
}

/** Ends the program when its output cannot be written. A reader that stops early, as `head` does, is no error. */
export function endWhenClosed(): void {
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") process.exit();
    say(`Cannot write the output (${code}).`);
    process.exit(2);
  });
}
