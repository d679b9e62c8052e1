import { choiceProblem } from "../../arguments/read-arguments.ts";
import { refuse } from "../../arguments/refusal.ts";
import type { Arguments, Call, Command, ExitStatus } from "../../command.ts";
import { print } from "../../output/standard-output.ts";
import { commonFlags } from "../../program.ts";
import { scripts } from "./scripts.ts";

const shells = ["bash", "zsh", "fish"] as const;

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
  if (shell === undefined) return refuse(choiceProblem(name, shells) ?? "");
  const completed = Object.entries(commands).map(async ([name, { load, ...entry }]) => {
    const { flags, operands } = await load();
    return { name, ...entry, flags: { ...flags, ...commonFlags }, ...(operands && { operands }) };
  });
  await print(`${scripts[shell](await Promise.all(completed)).text}\n`);
  return 0;
}
