import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addProgram, awsCliFolder } from "./aws-cli-folder.mjs";
import { type CommandResult, type OpenedCommand, openCommand } from "./run-command.ts";

/** A POSIX shell in which lines of the AWS CLI run our command. */
export interface AwsCliShell extends Pick<OpenedCommand, "run" | "remove"> {
  /** Runs the command with the arguments that it gets from the shell. */
  paste(line: string): Promise<CommandResult>;
}

export function openAwsCliShell(): AwsCliShell {
  const command = openCommand();
  const { folder, env, remove } = awsCliFolder();
  const written = join(command.folder, "arguments");
  const writer = join(command.folder, "write-arguments.sh");
  writeFileSync(writer, `printf '%s\\0' "$@" > '${written}'\n`);
  addProgram(folder, "cloudfront-sign", `sh '${writer}'`);
  return {
    run: command.run,
    paste(line) {
      const ours = line.replace(/^aws cloudfront /, "cloudfront-sign ");
      const { status, stderr } = spawnSync("sh", ["-c", ours], { cwd: folder, env, encoding: "utf8" });
      if (status !== 0) throw new Error(stderr);
      const args = readFileSync(written, "utf8").split("\0").slice(0, -1);
      rmSync(written);
      return command.run(args, { cwd: folder, env });
    },
    remove() {
      remove();
      command.remove();
    },
  };
}
