import type { Values } from "../../command.ts";
import { type Code, fill, shell } from "../../foreign/pasted-code.ts";
import { posixQuoted } from "../../output/shell-word.ts";
import { alternatives, type CompletedCommand, type CompletedFlag, spellings } from "./completed-commands.ts";
import script from "./templates/completion.zsh?raw";

/**
 * The script for zsh, to be sourced or as a file in a folder of `fpath`.
 *
 * Source: zsh manual, "Completion System", `_arguments` and `_describe`.
 */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const { text } = fill("sh", script, {
    summaries: commands.map(({ name, summary }) =>
      fill("sh", "'__summary__'", { summary: `${name}:${summary.replaceAll(":", "\\:")}` }),
    ),
    names: commands.map(commandCase),
    commands: commands.map(argumentsCase),
  });
  return `${text}\n`;
}

const nameTemplate = `__spellings__)
  command=__name__
  shift words
  ((CURRENT--))
  ;;`;

function commandCase({ name, aliases }: CompletedCommand): Code {
  return fill("sh", nameTemplate, { spellings: alternatives([name, ...aliases]), name });
}

const argumentsTemplate = `__name__)
  _arguments -S \\
    # __specifications__
  ;;`;

function argumentsCase({ name, flags, operands }: CompletedCommand): Code {
  const specifications = [...flags.flatMap(flagSpecifications), `*: :${action(operands)}`];
  return fill("sh", argumentsTemplate, {
    name,
    specifications: shell(specifications.map(posixQuoted).join(" \\\n")),
  });
}

/** One for each spelling; with one of them there, the others are offered no more. */
function flagSpecifications(flag: CompletedFlag): string[] {
  const { does, isRepeatable, placeholder, values } = flag;
  const all = spellings(flag).filter((spelling) => !flag.aliases.includes(spelling.slice(2)));
  const repeated = isRepeatable ? "*" : all.length > 1 ? `(${all.join(" ")})` : "";
  const description = does.replace(/[[\]\\]/g, "\\$&");
  const value =
    placeholder === undefined
      ? ""
      : `:${placeholder.replaceAll(":", "\\:")}:${placeholder.includes("=") ? afterEqualsSign(values) : action(values)}`;
  return all.map((spelling) => `${repeated}${spelling}[${description}]${value}`);
}

/** `( )` completes nothing, without an error. */
function action(values: Values): string {
  return values === "paths" ? "_files" : `(${values.join(" ") || " "})`;
}

/** The path in `ID=FILE`. */
function afterEqualsSign(values: Values): string {
  return values === "paths" ? '{compset -P "*=" && _files}' : action(values);
}
