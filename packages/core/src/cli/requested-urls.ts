import { stdin } from "node:process";
import { createInterface } from "node:readline";
import type { Arguments } from "./command.ts";

/** The URLs of the arguments, with those of standard input, line by line, in the place of `-`. */
export async function* requestedUrls({ positionals }: Arguments): AsyncGenerator<string> {
  for (const positional of positionals) {
    if (positional === "-") yield* linesOfStandardInput();
    else yield positional;
  }
}

async function* linesOfStandardInput(): AsyncGenerator<string> {
  for await (const line of createInterface({ input: stdin })) if (line.trim() !== "") yield line.trim();
}
