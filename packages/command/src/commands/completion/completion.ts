import { nearestName } from "cloudfront-sign-webcrypto/internals";
import { refuse } from "../../arguments/refusal.ts";
import type { Arguments, Call, Command, ExitStatus } from "../../command.ts";
import { shownValue } from "../../output/shown-value.ts";
import { print } from "../../output/standard-output.ts";
import { bashScript } from "./bash.ts";
import { type CompletedCommand, completedCommands } from "./completed-commands.ts";
import { fishScript } from "./fish.ts";
import { zshScript } from "./zsh.ts";

const shells = ["bash", "zsh", "fish"] as const;

type Shell = (typeof shells)[number];

type Script = (commands: readonly CompletedCommand[]) => string;

const scripts: Readonly<Record<Shell, Script>> = { bash: bashScript, zsh: zshScript, fish: fishScript };

export const completion: Command<never> = {
  forms: shells,
  flags: {},
  operands: shells,
  notes: [
    "Write the script to a file, as below. For bash, source this file in ~/.bashrc; for zsh, in ~/.zshrc after compinit. fish finds the script automatically.",
    "Then open a new shell. Write the file again after you update the package. Completion works for cloudfront-sign, but not for npx cloudfront-sign-cli.",
  ],
  examples: [
    { does: "bash", line: "completion bash > ~/.cloudfront-sign.bash" },
    { does: "zsh", line: "completion zsh > ~/.cloudfront-sign.zsh" },
    { does: "fish", line: "completion fish > ~/.config/fish/conf.d/cloudfront-sign.fish" },
  ],
  run,
};

async function run({ positionals }: Arguments, { commands }: Call): Promise<ExitStatus> {
  const [name, second] = positionals;
  if (name === undefined || second !== undefined) return refuse(`Give one shell: ${shells.join(", ")}.`);
  const shell = shells.find((known) => known === name);
  if (shell === undefined) {
    const nearest = nearestName(name, shells);
    return refuse(
      `"${shownValue(name)}": no script for it; ${nearest === undefined ? `there are ${shells.join(", ")}` : `did you mean ${nearest}?`}`,
    );
  }
  await print(scripts[shell](await completedCommands(commands)));
  return 0;
}
