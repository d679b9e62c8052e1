import type { Values } from "../command.ts";
import { type CompletedCommand, type CompletedFlag, spellings } from "./completed-commands.ts";

/**
 * The script for bash, 3.2 of macOS too. Paths are left to readline (`-o default`), which knows of spaces,
 * `~` and the slash after a folder.
 *
 * Source: Bash Reference Manual, "Programmable Completion".
 */
export function bashScript(commands: readonly CompletedCommand[], programs: readonly string[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  return `# Completions of ${programs.join(" and ")} for bash.
_cloudfront_sign() {
  local word="\${COMP_WORDS[COMP_CWORD]}" at=$((COMP_CWORD - 1)) command=sign
  local flags= repeatable= values= flag= is_value=yes
  # Bash takes each = of --flag=value and ID=FILE for a word of its own.
  if [[ $word == = || \${COMP_WORDS[at]} == = ]]; then
    if [[ $word == = ]]; then word=; else at=$((at - 1)); fi
    [[ \${COMP_WORDS[at]} == -* ]] || at=$((at - 1))
    [[ \${COMP_WORDS[at]} == = ]] && at=$((at - 1))
  fi
  case "\${COMP_WORDS[1]}" in
${commands.map(({ name, aliases }) => `    ${[name, ...aliases].join(" | ")}) command=${name} ;;\n`).join("")}  esac
  case $command in
${commands.map(commandCase).join("")}  esac
  if [[ $COMP_CWORD -eq 1 && $word != -* ]]; then
    values="${names}"
  elif [[ $is_value == no && $word == -* ]]; then
    values=$repeatable
    for flag in $flags; do
      case " \${COMP_WORDS[*]:1:COMP_CWORD-1} \${COMP_WORDS[*]:COMP_CWORD+1} " in
        *" $flag "*) ;;
        *) values="$values $flag" ;;
      esac
    done
  elif [[ $values == paths ]]; then
    return
  fi
  compopt +o default 2> /dev/null
  COMPREPLY=($(compgen -W "$values" -- "$word"))
}
complete -o default -F _cloudfront_sign ${programs.join(" ")}
`;
}

/** The flags of one command, and what follows the word before the one that is completed. */
function commandCase({ name, flags, operands }: CompletedCommand): string {
  const longNames = (isRepeatable: boolean): string =>
    flags
      .filter((flag) => flag.isRepeatable === isRepeatable)
      .map((flag) => `--${flag.name}`)
      .join(" ");
  return `    ${name})
      flags="${longNames(false)}"
      repeatable="${longNames(true)}"
      case "\${COMP_WORDS[at]}" in
${flags.map(flagCase).join("")}        *) is_value=no values="${words(operands)}" ;;
      esac
      ;;
`;
}

function flagCase(flag: CompletedFlag): string {
  if (flag.placeholder === undefined) return "";
  return `        ${spellings(flag).join(" | ")}) values="${words(flag.values)}" ;;\n`;
}

function words(values: Values): string {
  return values === "paths" ? values : values.join(" ");
}
