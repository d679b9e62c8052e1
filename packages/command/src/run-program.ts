import { nearestName } from "cloudfront-sign-webcrypto/internals";
import { refuse } from "./arguments/refusal.ts";
import type { ExitStatus } from "./command.ts";
import { type CommandName, commandNames, commands } from "./commands.ts";
import { helpOf, table } from "./output/help.ts";
import { print } from "./output/standard-output.ts";
import { wrap } from "./output/terminal.ts";
import { packageDescription, program } from "./program.ts";
import { endWith, runCommand } from "./run-command.ts";

const triedNames: Readonly<Record<string, string>> = {
  revoke: "revocation",
  version: "--version",
  decode: "inspect",
  check: "verify",
  validate: "verify",
  diagnose: "doctor",
  server: "serve",
  "generate-key": "keygen",
};

/** The command that the first argument names; `sign` for anything that looks like a URL or a flag. */
function commandOf(first: string): CommandName | undefined {
  const called = commandNames.find((name) => namesOf(name).includes(first));
  if (called !== undefined) return called;
  if (!/^[a-z][a-z-]*$/.test(first)) return undefined;
  const nearest = Object.hasOwn(triedNames, first)
    ? triedNames[first]
    : nearestName(first, commandNames.flatMap(namesOf));
  const step = nearest === undefined ? `commands are ${commandNames.join(", ")}` : `did you mean ${nearest}?`;
  return refuse(`${first}: no such command; ${step}`);
}

function namesOf(name: CommandName): string[] {
  return [name, ...(commands[name].aliases ?? [])];
}

/** Without the program and the service in front of a pasted `aws cloudfront sign`. */
function withoutAws(args: readonly string[]): readonly string[] {
  const rest = args[0] === "aws" ? args.slice(1) : args;
  return rest[0] === "cloudfront" ? rest.slice(1) : rest;
}

/** `help sign` is `sign --help`. */
function withoutHelp([first, ...rest]: readonly string[]): readonly string[] {
  return first === "help" ? [...rest, "--help"] : first === undefined ? [] : [first, ...rest];
}

async function run(given: readonly string[]): Promise<ExitStatus> {
  const args = withoutHelp(withoutAws(given));
  const [first] = args;
  if (first === undefined) {
    process.stderr.write(programHelp(process.stderr));
    return 2;
  }
  if (first === "--help" || first === "-h") {
    await print(programHelp(process.stdout));
    return 0;
  }
  if (first === "--version" || first === "-V" || first === "-v") {
    await print(`${packageDescription().version}\n`);
    return 0;
  }
  const named = commandOf(first);
  const name = named ?? "sign";
  const { summary, load } = commands[name];
  const command = await load();
  return runCommand(
    { program: program(), name, summary },
    command,
    named === undefined ? args : args.slice(1),
    (read) => command.run(read, { name: named === undefined ? name : first, commands }),
  );
}

/** Runs the program with its arguments. It writes to the streams of the process and sets its exit code. */
export const runProgram = (given: readonly string[]): Promise<void> => endWith(() => run(given));

function programHelp(stream: typeof process.stdout | typeof process.stderr): string {
  const summary = "Signs, verifies and explains CloudFront signed URLs and signed cookies.";
  return helpOf(stream, summary, (width) => [
    [
      "Usage",
      [`  ${program()} COMMAND …`, `  ${program()} URL …      (the same as ${program()} sign URL …)`],
    ],
    [
      "Commands",
      table(
        commandNames.map((name) => [name, commands[name].summary]),
        width,
      ),
    ],
    ["", wrap(`${program()} COMMAND --help shows the options of a command, with examples.`, width)],
    [
      "Exit status",
      table(
        [
          ["0", "success"],
          ["1", "denied, something found, or some lines failed"],
          ["2", "a wrong option, URL, key or file"],
          ["130", "interrupted"],
          ["143", "ended by SIGTERM"],
        ],
        width,
      ),
    ],
  ]);
}
