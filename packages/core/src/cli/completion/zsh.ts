import type { Values } from "../command.ts";
import { posixQuoted } from "../shell-word.ts";
import { type CompletedCommand, type CompletedFlag, spellings } from "./completed-commands.ts";

/**
 * The script for zsh, to be sourced or as a file in a folder of `fpath`.
 *
 * Source: zsh manual, "Completion System", `_arguments` and `_describe`.
 */
export function zshScript(commands: readonly CompletedCommand[], programs: readonly string[]): string {
  const described = commands.map(
    ({ name, summary }) => `    ${posixQuoted(`${name}:${summary.replaceAll(":", "\\:")}`)}`,
  );
  return `#compdef ${programs.join(" ")}
# Completions of ${programs.join(" and ")} for zsh.
_cloudfront-sign() {
  local command=sign
  local -a commands=(
${described.join("\n")}
  )
  if [[ $CURRENT -eq 2 && $words[2] != -* ]]; then
    _describe -t commands command commands
    return
  fi
  case $words[2] in
${commands.map(commandCase).join("")}  esac
  case $command in
${commands.map(argumentsCase).join("")}  esac
}
# As a file of fpath it is the function's body.
if [[ $funcstack[1] == _cloudfront-sign ]]; then
  _cloudfront-sign "$@"
else
  compdef _cloudfront-sign ${programs.join(" ")}
fi
`;
}

function commandCase({ name, aliases }: CompletedCommand): string {
  return `    ${[name, ...aliases].join(" | ")})
      command=${name}
      shift words
      ((CURRENT--))
      ;;
`;
}

function argumentsCase({ name, flags, operands }: CompletedCommand): string {
  const specifications = [...flags.flatMap(flagSpecifications), `*: :${action(operands)}`];
  return `    ${name})
      _arguments -S \\
${specifications.map((text) => `        ${posixQuoted(text)}`).join(" \\\n")}
      ;;
`;
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
