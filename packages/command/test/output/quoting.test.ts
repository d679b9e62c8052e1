import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { Refusal } from "../../src/arguments/refusal.ts";
import { diagnosisText } from "../../src/commands/doctor/diagnosis-text.ts";
import { saySteps } from "../../src/commands/keygen/next-steps.ts";
import { readRevocation } from "../../src/commands/revocation/read-revocation.ts";
import { revocationSteps } from "../../src/commands/revocation/revocation.ts";
import { posixQuoted, windowsQuoted, windowsWord } from "../../src/output/shell-word.ts";
import { printable } from "../../src/output/terminal.ts";
import { hostileNames } from "../support/hostile-names.ts";

/** What is printed to be pasted: each name arrives unchanged, and nothing else runs. */

const folder = mkdtempSync(join(tmpdir(), "quoting-"));
afterAll(() => rmSync(folder, { recursive: true }));

const shells = [
  ["bash", ["bash", "--norc", "--noprofile"], "set -o history -o histexpand\n"],
  ["zsh", ["zsh", "-f"], ""],
] as const;

const programs = ["npx", "chmod", "terraform", "rm", "curl", "aws"];

/** The calls of programs that a shell makes for these lines, each with its arguments. */
function callsOf(shell: readonly string[], prepare: string, lines: readonly string[]): string[][] {
  const stub = (name: string): string =>
    `${name}() { printf '%s\\0' ${name} "$@" >> "$CALLS"; printf 'END\\0' >> "$CALLS"; }\n`;
  const [program = "", ...args] = shell;
  const calls = join(folder, "calls");
  const input = `touch() { : > ran; }\n${programs.map(stub).join("")}${prepare}${lines.join("\n")}\n`;
  const env = { ...process.env, CALLS: calls, HISTFILE: "" };
  const { stderr } = spawnSync(program, args, {
    input: `: > "$CALLS"\n${input}exit\n`,
    cwd: folder,
    env,
    encoding: "utf8",
  });
  expect(existsSync(join(folder, "ran")), "something else ran").toBe(false);
  const { stdout } = spawnSync("cat", [calls], { encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout
    .split("\0END\0")
    .slice(0, -1)
    .map((call) => call.split("\0"));
}

/** The lines of a terminal that `say` writes, without their indent. */
function said(run: () => void): string[] {
  const written: string[] = [];
  const write = vi
    .spyOn(process.stderr, "write")
    .mockImplementation((text) => written.push(String(text)) > 0);
  run();
  write.mockRestore();
  const text = written.join("");
  expect(printable(text.replaceAll("\n", ""))).toBe(text.replaceAll("\n", ""));
  return text.split("\n").map((line) => line.trim());
}

const isInstalled = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;

/** The path with which a program gets a file, and takes it neither for an option nor for a home folder. */
const asPath = (name: string): string => (/^[-~]/.test(name) ? `./${name}` : name);

/** The code of the steps of `revocation --out` with the AWS CLI, for a file with this name. */
function codeOfSteps(file: string): string[] {
  const [longestLifetime, tool, name] = [60, "aws-cli", "deny-grants"] as const;
  const settings = { file, tool, name, longestLifetime, distribution: undefined, pathPattern: undefined };
  return revocationSteps(settings).flatMap(({ code }) => code.map(({ text }) => text));
}

describe.skipIf(process.platform === "win32").each(shells)("lines in %s", (name, shell, prepare) => {
  it.skipIf(!isInstalled(name))("of keygen sign with the file that was written", () => {
    const lines = hostileNames.flatMap((privateKey) =>
      said(() => saySteps({ privateKey, publicKey: privateKey }, undefined, false)).filter((line) =>
        line.startsWith("npx "),
      ),
    );
    const calls = callsOf(shell, prepare, lines);
    expect(calls.flatMap((call, i) => (i % 2 === 0 ? [call[4]] : []))).toEqual(hostileNames.map(asPath));
    expect(calls.flatMap((call, i) => (i % 2 === 1 ? [call[7]] : []))).toEqual(hostileNames.map(asPath));
  });

  it.skipIf(!isInstalled(name))("of doctor have the path patterns, and a name only in a comment", () => {
    const lines = hostileNames
      .map((name) =>
        diagnosisText(
          { findings: [], missing: [], distributions: [{ name, hostnames: [], restrict: [name] }] },
          [],
          false,
        ),
      )
      .flatMap((text) => text.split("\n").filter((line) => line.startsWith("  ")));
    const calls = callsOf(
      shell,
      prepare,
      lines.map((line) => line.replace(/^ {2}--/, "npx --")),
    );
    const patterns = calls.map(([, flag = "", pattern]) => pattern ?? flag.replace("--restrict=", ""));
    expect(patterns).toEqual(hostileNames);
  });

  it.skipIf(!isInstalled(name))("of revocation read the file of the function", () => {
    const lines = hostileNames.map((file) => {
      const create = codeOfSteps(file).find((text) => text.includes("create-function")) ?? "";
      return create.slice("FUNCTION_ETAG=$(".length, create.indexOf(")\n"));
    });
    const calls = callsOf(shell, prepare, lines);
    expect(calls.map((call) => call[6])).toEqual(hostileNames.map((file) => `fileb://${asPath(file)}`));
  });
});

describe("a word", () => {
  it.skipIf(!isInstalled("fish"))("without control characters is the same text in fish and in sh", () => {
    const names = hostileNames.filter((text) => printable(text) === text);
    for (const shell of ["fish", "sh"]) {
      const lines = names.map((text) => `printf '%s\\0' ${posixQuoted(text)}\n`).join("");
      const { stdout } = spawnSync(shell, ["-c", lines], { encoding: "utf8" });
      expect(stdout.split("\0").slice(0, -1)).toEqual(names);
    }
  });

  it.each(hostileNames)("is the same text in PowerShell, and one word in cmd.exe: %j", (text) => {
    // Windows allows them in no name of a file.
    if (/["<>|*?\p{Cc}]/u.test(text)) return;
    expect([readByPowerShell(windowsWord(text)), readByPowerShell(windowsQuoted(text))]).toEqual([
      text,
      text,
    ]);
    expect(windowsQuoted(text).slice(1, -1)).not.toContain('"');
  });
});

/** "about_Quoting_Rules" and "about_Special_Characters", then the rules of the C runtime for a backslash. */
function readByPowerShell(word: string): string | undefined {
  if (!/^["“”„]/.test(word)) return /^[\w./:\\+=-]+$/.test(word) ? word : undefined;
  let text = "";
  for (let at = 1; at < word.length - 1; at++) {
    if (/["“”„$]/.test(word.charAt(at))) return undefined;
    if (word[at] === "`") at++;
    text += word.charAt(at);
  }
  return text.replace(/(\\+)$/, (slashes) => slashes.slice(slashes.length / 2));
}

it.each([
  [
    "aws-cli",
    "a$HOME.js",
    "--out: contains a $ and a name, which the AWS CLI reads as a variable; pass another file",
  ],
  [
    "aws-cli",
    `\${HOME}.js`,
    "--out: contains a $ and a name, which the AWS CLI reads as a variable; pass another file",
  ],
  [
    "terraform",
    "e\u0301.js",
    "--out: contains a combining accent, which Terraform merges with its letter; pass another file",
  ],
])("revocation --for %s refuses a file that the tool would not find: %s", (tool, file, message) => {
  const values: Readonly<Record<string, string>> = { out: file, for: tool };
  const args = {
    value: (flag: string) => values[flag],
    values: () => [],
    has: () => false,
    positionals: [],
    sources: new Map(),
  };
  expect(() => readRevocation(args)).toThrow(new Refusal(message));
});
