import { spawnSync } from "node:child_process";
import { addProgram, awsCliFolder } from "./aws-cli-folder.mjs";
import { buildCommand, type CommandResult } from "./run-command.ts";

/** A POSIX shell in which lines of the AWS CLI run our command. */
export interface AwsCliShell {
  paste(line: string): CommandResult;
  remove(): void;
}

export async function openAwsCliShell(): Promise<AwsCliShell> {
  const command = await buildCommand();
  const { folder, env, remove } = awsCliFolder();
  addProgram(folder, "cloudfront-sign", `'${process.execPath}' '${command.main}'`);
  return {
    paste(line) {
      const ours = line.replace(/^aws cloudfront /, "cloudfront-sign ");
      const { status, stdout, stderr } = spawnSync("sh", ["-c", ours], {
        cwd: folder,
        env,
        encoding: "utf8",
      });
      return { status, stdout, stderr };
    },
    remove() {
      remove();
      command.remove();
    },
  };
}
