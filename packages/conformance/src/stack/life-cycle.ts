import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathArgument, shellWord } from "cloudfront-sign-cli/output/shell-word.ts";
import { printable, say, sayWrapped } from "cloudfront-sign-cli/output/terminal.ts";
import { makeStackFolder, outputsFile, removeStackFolder, writeStack } from "./files.ts";
import type { StackInterruption } from "./interruption.ts";
import { checkTerraform, Terraform } from "./terraform.ts";

/** What is made, and whether it stays. */
export interface StackOptions {
  /** The folder of the configuration, the keys and the state; a temporary one if not given. */
  readonly folder: string | undefined;
  readonly region: string | undefined;
  readonly isKept: boolean;
}

/** How the life of a stack ended. */
export interface StackOutcome<Result> {
  /** What was done with it; `undefined` if it could not be made, or after an interruption. */
  readonly result: Result | undefined;
  /** Whether everything is gone that was made, or is kept as asked. */
  readonly isClean: boolean;
}

/**
 * Makes the stack, uses it, and removes it, whatever happens between. `use` gets the outputs of Terraform and
 * the folder with the private keys.
 */
export async function withStack<Result>(
  options: StackOptions,
  interruption: StackInterruption,
  use: (outputs: string, folder: string) => Promise<Result>,
): Promise<StackOutcome<Result>> {
  await checkTerraform(new Terraform(process.cwd()));
  const folder = makeStackFolder(options.folder);
  const prefix = await writeStack(folder, options.region);
  const terraform = new Terraform(folder);
  sayWrapped(`Terraform's folder is ${folder}. All names start with ${prefix}.`);
  interruption.guard(terraform, () => sayLeft(folder, prefix, ""));
  if (!(await succeeds(terraform, ["init"], interruption))) {
    removeStackFolder(folder);
    say("Nothing was made in AWS. Correct what Terraform says above, then run the command again.");
    return { result: undefined, isClean: true };
  }
  let [result, isMade]: [Result | undefined, boolean] = [undefined, false];
  try {
    if (await succeeds(terraform, ["apply", "-auto-approve"], interruption)) {
      const { output } = await terraform.run(["output", "-json"]);
      isMade = true;
      writeFileSync(join(folder, outputsFile), output);
      result = await use(output, folder);
    }
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
  } finally {
    const isClean = options.isKept && isMade ? sayKept(folder) : await destroy(terraform, folder, prefix);
    if (!isClean) interruption.isLeft = true;
  }
  return { result, isClean: !interruption.isLeft };
}

/** Whether a step of Terraform succeeds. Says so if it does not. */
async function succeeds(
  terraform: Terraform,
  args: readonly [string, ...string[]],
  { signal }: StackInterruption,
): Promise<boolean> {
  if (signal.aborted) return false;
  const { status } = await terraform.run([args[0], "-no-color", ...args.slice(1)]);
  if (status === 0) return !signal.aborted;
  say(`terraform ${args[0]} ${describeEnd(status)}.`);
  return false;
}

function describeEnd(status: number | undefined): string {
  return status === undefined ? "was ended" : `failed (status ${status})`;
}

async function destroy(terraform: Terraform, folder: string, prefix: string): Promise<boolean> {
  sayWrapped(
    "Removing the stack. That takes some minutes: CloudFront first disables the distribution everywhere.",
  );
  const { status } = await terraform.run(["destroy", "-no-color", "-auto-approve"]);
  if (status === 0) {
    removeStackFolder(folder);
    sayWrapped("The stack is gone, and its folder with the keys.");
    return true;
  }
  say(`terraform destroy ${describeEnd(status)}.`);
  const { output } = await terraform.run(["state", "list"]);
  sayLeft(folder, prefix, output);
  return false;
}

/** Says what still exists, and how to remove it. */
function sayLeft(folder: string, prefix: string, resources: string): void {
  const names = resources.split("\n").filter((name) => name !== "" && !name.startsWith("data."));
  say("");
  sayWrapped("The stack is not removed. It costs almost nothing, but it is in your account:");
  if (names.length === 0) say(`  everything whose name starts with ${prefix}`);
  for (const name of names) say(`  ${printable(name)}`);
  sayWrapped("Run this until it succeeds, then delete the folder, which has the private keys:");
  // A command line is never broken, so that it can be copied.
  say(`  terraform -chdir=${shellWord(folder)} destroy`);
}

function sayKept(folder: string): true {
  const path = shellWord(pathArgument(folder));
  say(
    [
      "",
      "The stack is kept. To ask it again:",
      `  npm run conformance -- --outputs ${shellWord(pathArgument(join(folder, outputsFile)))}`,
      "To remove it:",
      `  terraform -chdir=${path} destroy && rm -r ${path}`,
      "",
    ].join("\n"),
  );
  return true;
}
