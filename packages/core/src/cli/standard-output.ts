import { refuse } from "./refusal.ts";

/** Writes data, and waits while its reader is slower. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once("drain", resolve));
}

/** A reader that stops early, as `head` does, is no error. */
export function endQuietlyWhenClosed(): void {
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) =>
    code === "EPIPE" ? process.exit() : refuse(`Cannot write the output (${code}).`),
  );
}
