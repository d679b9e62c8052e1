import type { Values } from "../../command.ts";
import { type Code, fill } from "../../foreign/pasted-code.ts";
import { alternatives, type CompletedCommand, type CompletedFlag, spellings } from "./completed-commands.ts";
import script from "./templates/completion.bash?raw";

/**
 * The script for bash, 3.2 of macOS too. Paths are left to readline (`-o default`), which knows of spaces,
 * `~` and the slash after a folder.
 *
 * Source: Bash Reference Manual, "Programmable Completion".
 */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const { text } = fill("sh", script, {
    names: commands.map(({ name, aliases }) =>
      fill("sh", "__spellings__) command=__name__ ;;", { spellings: alternatives([name, ...aliases]), name }),
    ),
    commands: commands.map(commandCase),
    words: commands.map(({ name }) => name),
  });
  return `${text}\n`;
}

const commandTemplate = `__name__)
  flags="__once__"
  repeatable="__repeatable__"
  case "\${COMP_WORDS[at]}" in
    # __flags__
    *) is_value=no values="__operands__" ;;
  esac
  ;;`;

/** The flags of one command, and what follows the word before the one that is completed. */
function commandCase({ name, flags, operands }: CompletedCommand): Code {
  const longNames = (isRepeatable: boolean): string[] =>
    flags.filter((flag) => flag.isRepeatable === isRepeatable).map((flag) => `--${flag.name}`);
  return fill("sh", commandTemplate, {
    name,
    once: longNames(false),
    repeatable: longNames(true),
    flags: flags.filter(({ placeholder }) => placeholder !== undefined).map(flagCase),
    operands: words(operands),
  });
}

function flagCase(flag: CompletedFlag): Code {
  return fill("sh", '__spellings__) values="__values__" ;;', {
    spellings: alternatives(spellings(flag)),
    values: words(flag.values),
  });
}

function words(values: Values): readonly string[] {
  return values === "paths" ? [values] : values;
}
