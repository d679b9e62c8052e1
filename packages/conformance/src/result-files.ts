import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { refuse } from "cloudfront-sign-cli/arguments/refusal.ts";
import { fileStats, tryToRead } from "cloudfront-sign-cli/arguments/source-file.ts";
import { printable, sayWrapped } from "cloudfront-sign-cli/output/terminal.ts";
import type { ConformanceResult } from "./result.ts";
import { resultMarkdown } from "./result-markdown.ts";

const names = { json: "conformance.json", markdown: "conformance.md" } as const;

/** Makes the folder of the results. Refuses before anything else is made if they could not be written. */
export function prepareResultFolder(folder: string): void {
  if (folder === "") refuse("--out: is empty; is a variable of the shell not set?");
  tryToRead(
    `--out: cannot make ${printable(folder)}`,
    () => mkdirSync(folder, { recursive: true }),
    "give another folder",
  );
  const existing = Object.values(names).find((name) => fileStats(join(folder, name)) !== undefined);
  if (existing !== undefined)
    refuse(`--out: ${printable(join(folder, existing))} exists; move it away, or give another folder`);
}

export function writeResult(folder: string, result: ConformanceResult): void {
  const [json, markdown] = [join(folder, names.json), join(folder, names.markdown)];
  writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`);
  writeFileSync(markdown, resultMarkdown(result));
  sayWrapped(`Written: ${json} and ${markdown}.`);
}
