import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import { readArguments } from "./arguments/read-arguments.ts";
import { describeError, Refusal } from "./arguments/refusal.ts";
import type { Arguments, ExitStatus } from "./command.ts";
import { type CalledCommand, commandHelp, type HelpedCommand } from "./output/help.ts";
import { endWhenClosed, print } from "./output/standard-output.ts";
import { say } from "./output/terminal.ts";
import { packageDescription } from "./program.ts";

export async function runCommand<Name extends string>(
  called: CalledCommand,
  command: HelpedCommand,
  args: readonly string[],
  run: (read: Arguments<Name>) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  let read: Arguments | undefined;
  try {
    read = readArguments(command.flags, args);
    if (read.has("help")) {
      await print(commandHelp(called, command));
    } else if (read.has("version")) await print(`${packageDescription().version}\n`);
    else return await run(read as Arguments<Name>);
    return 0;
  } catch (error) {
    if (isCloudFrontSignError(error))
      throw new Refusal(withHelp(describeError(error, read?.sources), called));
    if (error instanceof Refusal && error.status === 2) throw new Refusal(withHelp(error.message, called));
    throw error;
  }
}

function withHelp(message: string, { program, name }: CalledCommand): string {
  return `${message}\n\n${program} ${name} --help shows all options.`;
}

export async function endWith(run: () => Promise<ExitStatus>): Promise<void> {
  endWhenClosed();
  try {
    process.exitCode = await run();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(error.message);
    process.exitCode = error.status;
  }
}
