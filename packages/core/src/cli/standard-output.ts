import { once } from "node:events";
import { exit, stdout } from "node:process";
import { refuse } from "./refusal.ts";

/** Writes data, and waits while its reader is slower. */
export async function print(text: string): Promise<void> {
  if (!stdout.write(text)) await once(stdout, "drain");
}

/** A reader that stops early, as `head` does, is no error. */
export function endQuietlyWhenClosed(): void {
  stdout.on("error", ({ code }: NodeJS.ErrnoException) =>
    code === "EPIPE" ? exit() : refuse(`Cannot write the output (${code}).`),
  );
}
