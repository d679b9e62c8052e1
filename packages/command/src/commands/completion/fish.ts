import { type Code, fill } from "../../foreign/pasted-code.ts";
import type { CompletedCommand, CompletedFlag } from "./completed-commands.ts";
import script from "./templates/completion.fish?raw";

/**
 * The script for fish.
 *
 * Source: fish manual, "complete".
 */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const { text } = fill("fish", script, {
    names: commands.map(({ name, aliases }) =>
      fill("fish", "case __spellings__\n  echo __name__", { spellings: [name, ...aliases], name }),
    ),
    commands: commands.flatMap(commandLines),
  });
  return `${text}\n`;
}

const operandTemplate =
  "complete -c cloudfront-sign -n '__cloudfront_sign_is __name__; and not __cloudfront_sign_starts'";

function commandLines({ name, summary, flags, operands }: CompletedCommand): Code[] {
  const commandTemplate =
    "complete -c cloudfront-sign -n __cloudfront_sign_starts -a __name__ -d '__summary__'";
  return [
    fill("fish", commandTemplate, { name, summary }),
    ...(operands === "paths"
      ? [fill("fish", `${operandTemplate} -F`, { name })]
      : operands.map((word) => fill("fish", `${operandTemplate} -a __word__`, { name, word }))),
    ...flags.map((flag) => flagLine(name, flag)),
  ];
}

function flagLine(
  command: string,
  { name, short, does, isRepeatable, placeholder, values }: CompletedFlag,
): Code {
  const lacks = placeholder === undefined ? "not __fish_contains_opt" : "__cloudfront_sign_lacks";
  const condition = isRepeatable
    ? ""
    : `; and ${lacks}${short === undefined ? "" : " -s __short__"} __name__`;
  const spelling = short === undefined ? "-l __name__" : "-s __short__ -l __name__";
  const choices = values === "paths" ? [] : values;
  const value =
    placeholder === undefined
      ? ""
      : values === "paths"
        ? " -r -F"
        : ` -x${choices.length > 0 ? " -a '__choices__'" : ""}`;
  const template = `complete -c cloudfront-sign -n '__cloudfront_sign_is __command__${condition}' ${spelling}${value} -d '__does__'`;
  return fill("fish", template, {
    command,
    name,
    does,
    ...(short !== undefined && { short }),
    ...(value.includes("__choices__") && { choices }),
  });
}
