import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Flag } from "cloudfront-sign-cli/command.ts";
import { commandNames, commands } from "cloudfront-sign-cli/commands.ts";
import { commonFlags } from "cloudfront-sign-cli/program.ts";
import { describe, expect, it } from "vitest";
import { packageReadmes } from "./support/package-readmes.ts";

const root = join(import.meta.dirname, "../../..");
const pages = [
  "README.md",
  ...packageReadmes,
  ...markdownIn("docs"),
  ...markdownIn("examples"),
  ...markdownIn(".github"),
];

function markdownIn(folder: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
}

const documentedCall = /^(?:\$ )?cloudfront-sign (.+)/;

/** A call by another name. docs/command.md says how `cloudfront-sign` becomes the command of a clone. */
const otherSpelling = /(?:npx cloudfront-sign-cli|npm --silent (?:--prefix \S+ )?start --) [a-z]/;

/** Each line of a page that calls the command: in a block for a shell, or in code within a sentence. */
function callsIn(page: string): string[] {
  const text = readFileSync(join(root, page), "utf8");
  const blocks = Array.from(text.matchAll(/^```(?:sh|bash|console)\n([\s\S]*?)^```/gm), ([, code = ""]) =>
    code.replaceAll("\\\n", " ").split("\n"),
  ).flat();
  const spans = Array.from(
    text.replace(/^```[\s\S]*?^```/gm, "").matchAll(/`([^`\n]+)`/g),
    ([, code = ""]) => code,
  );
  return [...blocks, ...spans]
    .flatMap((line) => line.split(/ (?:\||&&|;) /))
    .flatMap((line) => documentedCall.exec(line.trim())?.[1] ?? [])
    .map((line) => line.replace(/ # .*/, ""));
}

const calls = pages.flatMap((page) => callsIn(page).map((call) => ({ page, call })));

describe("the pages that show the command", () => {
  it("show it at least twice", () => {
    expect(calls.length).toBeGreaterThanOrEqual(2);
  });

  it.each(pages)("%s calls it by one name", (page) => {
    const lines = readFileSync(join(root, page), "utf8").split("\n");
    expect(lines.filter((line) => otherSpelling.test(line))).toEqual([]);
  });

  it("the texts of the packages call it by the same name", () => {
    const lines = ["core", "media", "diagnosis", "command"].flatMap((name) => {
      const folder = join(root, "packages", name, "src");
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
        file.endsWith(".ts"),
      );
      return files.flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n"));
    });
    expect(lines.filter((line) => otherSpelling.test(line))).toEqual([]);
  });

  it.each(calls)("$page has only flags and commands that exist: $call", async ({ call }) => {
    const [first = "", ...rest] = call.split(/\s+/);
    const known = commandNames.find((name) => [name, ...(commands[name].aliases ?? [])].includes(first));
    // A bare URL means sign; any other word is a command.
    if (known === undefined) expect(first).not.toMatch(/^[a-z][a-z-]*$/);
    const { flags } = await commands[known ?? "sign"].load();
    const names = Object.entries<Flag>({ ...flags, ...commonFlags }).flatMap(
      ([name, { short, aliases = [] }]) => [`-${short}`, ...[name, ...aliases].map((flag) => `--${flag}`)],
    );
    const used = (known === undefined ? [first, ...rest] : rest)
      .filter((word) => /^--?[a-z]/.test(word))
      .map((word) => word.replace(/=.*/, ""));
    expect(used.filter((flag) => !names.includes(flag))).toEqual([]);
  });
});
