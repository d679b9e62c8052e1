import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { afterAll, describe, expect, it } from "vitest";
import { type CompletedCommand, scripts } from "../../../src/commands/completion/scripts.ts";
import { commandNames, commands } from "../../../src/commands.ts";
import { commonFlags } from "../../../src/program.ts";

const { folder, env, run, remove } = await buildCommand();
afterAll(remove);

const cwd = join(folder, "work");
mkdirSync(join(cwd, "keys"), { recursive: true });
for (const name of ["private.pem", "my key.pem", "keys/course.pem"]) writeFileSync(join(cwd, name), "");

const help = "\n\ncloudfront-sign completion --help shows all options.\n";
const shells = ["bash", "zsh", "fish"] as const;

function isInstalled(program: string): boolean {
  const isThere = spawnSync(program, ["--version"]).status === 0;
  if (!isThere) console.log(`Not run: the tests of completion that need ${program}, which is not installed.`);
  return isThere;
}

describe("completion", () => {
  it.each(shells)("prints a script for %s with every command and flag", async (shell) => {
    const { status, stdout, stderr } = await run(["completion", shell]);
    expect([status, stderr]).toEqual([0, ""]);
    for (const name of commandNames) {
      const { flags } = await commands[name].load();
      for (const word of [name, ...Object.keys({ ...flags, ...commonFlags })]) expect(stdout).toContain(word);
    }
  });

  it.each([
    [[], "Give one shell: bash, zsh, fish."],
    [["bash", "zsh"], "Give one shell: bash, zsh, fish."],
    [["fishh"], '"fishh" is not possible here; did you mean fish?'],
    [["powershell"], '"powershell" is not possible here; write one of bash, zsh, fish'],
  ])("refuses %j", async (args, message) => {
    const { status, stdout, stderr } = await run(["completion", ...args]);
    expect([status, stdout, stderr]).toEqual([2, "", message + help]);
  });
});

/** Commands with what the real ones may have one day: a value with a path in it, hostile descriptions. */
const hostile = 'it\'s [a] "key": 100% $HOME `id` \\ (x)';
const flags = {
  key: { value: "ID=FILE", aliases: ["k-alias"], short: "k", does: hostile, group: "", isRepeatable: true },
  json: { does: hostile, group: "" },
};
const ownCommands: readonly CompletedCommand[] = [
  { name: "sign", summary: hostile, flags },
  { name: "serve", aliases: ["mirror"], summary: "Serves.", flags, operands: "paths" },
];
for (const shell of shells) {
  writeFileSync(join(folder, `cloudfront-sign.${shell}`), (await run(["completion", shell])).stdout);
  writeFileSync(join(folder, `own.${shell}`), `${scripts[shell](ownCommands).text}\n`);
}

describe("a script that another shell reads, as from /etc/profile.d", () => {
  const others = ["dash", "bash", "zsh"].filter((name) => spawnSync(name, ["-c", ":"]).status === 0);
  it.each(
    others.flatMap((other) => shells.filter((shell) => shell !== other).map((shell) => [other, shell])),
  )("%s does nothing with that for %s", (other, shell) => {
    const script = join(folder, `cloudfront-sign.${shell}`);
    const { status, stdout, stderr } = spawnSync(other, ["-ec", `. '${script}'; echo read`], {
      encoding: "utf8",
    });
    expect([status, stdout, stderr]).toEqual([0, "read\n", ""]);
  });
});

/** How a shell starts without the files of its user. */
const interactive = {
  bash: ["bash --norc --noprofile -i", "bind 'set enable-bracketed-paste off'"],
  zsh: ["zsh -f -i", "autoload -Uz compinit; compinit -u -D; unsetopt beep"],
} as const;

/** What loads a script: a line of the start file, or for zsh a folder of `fpath`. */
const source = (name: string) => (shell: string) => `source '${join(folder, name)}.${shell}'`;
const fpath = () => `fpath=('${join(folder, "fpath")}' $fpath); compinit -u -D`;
mkdirSync(join(folder, "fpath"));
copyFileSync(join(folder, "cloudfront-sign.zsh"), join(folder, "fpath/_cloudfront-sign"));

/** The arguments that programs get from lines that are typed into a shell. `⇥` is the tabulator key. */
function typed(shell: keyof typeof interactive, load: string, lines: readonly string[]): string[][] {
  const [start, prepare] = interactive[shell];
  const result = join(folder, "typed");
  const programs = [...new Set(lines.map((line) => line.split(" ", 1)[0]))];
  const input = [
    prepare,
    load,
    ...programs.map((program) => `${program}() { printf '%s\\0' "$@" $'\\n' >> '${result}'; }`),
    ...lines.map((line) => line.replaceAll("⇥", "\t")),
    "exit",
    "",
  ].join("\n");
  const options = { input, cwd, env: { ...env, TERM: "dumb" } };
  spawnSync("script", ["-qec", start, "/dev/null"], options);
  const calls = readFileSync(result, "utf8").split("\0\n\0");
  rmSync(result);
  return calls.slice(0, -1).map((call) => call.split("\0"));
}

const lines: readonly (readonly [line: string, args: readonly string[]])[] = [
  ["cloudfront-sign comp⇥z⇥", ["completion", "zsh"]],
  // The bin that npx finds.
  ["cloudfront-sign-cli comp⇥z⇥", ["completion", "zsh"]],
  ["cloudfront-sign sign --hash-a⇥SHA2⇥", ["sign", "--hash-algorithm", "SHA256"]],
  ["cloudfront-sign --hash-a⇥SHA2⇥", ["--hash-algorithm", "SHA256"]],
  [
    "cloudfront-sign https://a.example/ --expires-in 1h --key⇥",
    ["https://a.example/", "--expires-in", "1h", "--key-pair-id"],
  ],
  ["cloudfront-sign sign-cookies --format set⇥", ["sign-cookies", "--format", "set-cookie"]],
  ["cloudfront-sign keygen --for cdk --out⇥ke⇥cou⇥", ["keygen", "--for", "cdk", "--out", "keys/course.pem"]],
  ["cloudfront-sign sign --private-key pri⇥", ["sign", "--private-key", "private.pem"]],
  ["cloudfront-sign sign --private-key my⇥", ["sign", "--private-key", "my key.pem"]],
  ["cloudfront-sign sign --expires-in pri⇥", ["sign", "--expires-in", "pri"]],
  ["cloudfront-sign sign pri⇥", ["sign", "pri"]],
  ["cloudfront-sign cookies --part⇥ --part⇥", ["cookies", "--partitioned", "--part"]],
  ["cloudfront-sign cookies --reso⇥ x --reso⇥", ["cookies", "--resource", "x", "--resource"]],
];

const linesOfBash = [
  ["cloudfront-sign sign --hash-algorithm=SHA2⇥", ["sign", "--hash-algorithm=SHA256"]],
  ["cloudfront-sign sign --private-key=pri⇥", ["sign", "--private-key=private.pem"]],
] as const;

const ownLines: typeof lines = [
  ["cloudfront-sign s⇥e⇥", ["serve"]],
  ["cloudfront-sign serve pri⇥ --js⇥", ["serve", "private.pem", "--json"]],
  ["cloudfront-sign mirror ke⇥c⇥", ["mirror", "keys/course.pem"]],
  [
    "cloudfront-sign serve --key K1=pri⇥ --key K2=my⇥",
    ["serve", "--key", "K1=private.pem", "--key", "K2=my key.pem"],
  ],
  ["cloudfront-sign --key K1=⇥", ["--key", "K1="]],
];

const ownLinesOfBash = [["cloudfront-sign serve --key=K1=pri⇥", ["serve", "--key=K1=private.pem"]]] as const;

const hasTerminal = process.platform === "linux" && isInstalled("script");

const sessions = [
  { shell: "bash", from: "a file", load: source("cloudfront-sign"), lines: [...lines, ...linesOfBash] },
  {
    shell: "bash",
    from: "a file of other commands",
    load: source("own"),
    lines: [...ownLines, ...ownLinesOfBash],
  },
  { shell: "zsh", from: "a file", load: source("cloudfront-sign"), lines },
  { shell: "zsh", from: "a folder of fpath", load: fpath, lines },
  { shell: "zsh", from: "a file of other commands", load: source("own"), lines: ownLines },
] as const;

for (const { shell, from, load, lines } of sessions)
  it.skipIf(!hasTerminal || !isInstalled(shell))(
    `${shell} completes typed lines, with the script from ${from}`,
    () => {
      const typedLines = lines.map(([line]) => line);
      const results = typed(shell, load(shell), typedLines);
      expect(typedLines.map((line, i) => [line, results[i]])).toEqual(lines);
    },
  );

describe.skipIf(!isInstalled("fish"))("completion in fish", () => {
  /** What fish offers for a line, without the descriptions. */
  function offered(line: string, script: "cloudfront-sign" | "own"): string[] {
    const command = `source '${join(folder, `${script}.fish`)}'; complete -C '${line}'`;
    const { stdout } = spawnSync("fish", ["--no-config", "-c", command], {
      cwd,
      encoding: "utf8",
      env: { ...env, HOME: folder },
    });
    return stdout
      .split("\n")
      .flatMap((text) => text.split("\t", 1))
      .filter((word) => word !== "");
  }

  it.each([
    ["cloudfront-sign ", [...commandNames].sort()],
    ["cloudfront-sign comp", ["completion"]],
    ["cloudfront-sign-cli comp", ["completion"]],
    ["cloudfront-sign completion ", ["bash", "fish", "zsh"]],
    ["cloudfront-sign sign --hash-a", ["--hash-algorithm"]],
    ["cloudfront-sign sign --hash-algorithm ", ["SHA1", "SHA256"]],
    ["cloudfront-sign --hash-algorithm=SHA2", ["--hash-algorithm=SHA256"]],
    ["cloudfront-sign sign-cookies --no-s", ["--no-secure"]],
    ["cloudfront-sign sign --private-key ", ["keys/", "my key.pem", "private.pem"]],
    ["cloudfront-sign sign --expires-in ", []],
    ["cloudfront-sign sign ", []],
    ["cloudfront-sign cookies --partitioned --part", []],
    ["cloudfront-sign cookies --resource x --reso", ["--resource"]],
    ["cloudfront-sign sign --hash-algorithm SHA1 --hash", []],
  ])("%s", (line, words) => {
    expect(offered(line, "cloudfront-sign")).toEqual(words);
  });

  it.each([
    ["cloudfront-sign serve pri", ["private.pem"]],
    ["cloudfront-sign mirror ke", ["keys/"]],
    ["cloudfront-sign serve --key K1=pri", ["K1=private.pem"]],
    ["cloudfront-sign --js", ["--json"]],
  ])("%s of other commands", (line, words) => {
    expect(offered(line, "own")).toEqual(words);
  });
});
