import { InputLines } from "../arguments/input-lines.ts";
import { refuse, refusePrivateKey } from "../arguments/refusal.ts";
import type { Arguments } from "../command.ts";

/** The URLs of the arguments of a command, with the lines of standard input in the place of `-`. */
export async function* requestedUrls({ positionals }: Arguments): AsyncGenerator<string> {
  for (const positional of positionals) {
    if (positional === "-") yield* urlsOfStandardInput();
    else yield positional;
  }
}

async function* urlsOfStandardInput(): AsyncGenerator<string> {
  let number = 0;
  for await (const line of linesOfStandardInput()) {
    number += 1;
    const url = line.trim();
    if (url.startsWith("{"))
      refuse(`-: line ${number} is JSON, not a URL; send the URLs alone, as jq -r .signedUrl prints them`);
    if (url !== "") yield url;
  }
}

export async function* linesOfStandardInput(): AsyncGenerator<string> {
  let number = 0;
  let isEmpty = true;
  for await (const lines of new InputLines(new AbortController().signal))
    for (const line of lines) {
      number += 1;
      if (line === undefined) return refuse(`-: line ${number} is too long for a URL; send one URL a line`);
      refusePrivateKey("Standard input", line);
      if (line.trim() !== "") isEmpty = false;
      yield line;
    }
  // Otherwise the status would say that all URLs are allowed.
  if (isEmpty) refuse("-: standard input had no URL; send one a line");
}
