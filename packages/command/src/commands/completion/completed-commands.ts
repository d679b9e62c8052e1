import type { Call, CommandEntry, Flag, Values } from "../../command.ts";
import { commonFlags } from "../../program.ts";

/** A flag as a shell completes it. */
export interface CompletedFlag {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly short: string | undefined;
  readonly does: string;
  readonly isRepeatable: boolean;
  /** What stands for its value; `undefined` for a flag without one. */
  readonly placeholder: string | undefined;
  readonly values: Values;
}

export interface CompletedCommand {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  readonly operands: Values;
}

/** Every command with its flags, from the tables that the help is made of. */
export async function completedCommands(commands: Call["commands"]): Promise<CompletedCommand[]> {
  return Promise.all(Object.entries(commands).map(([name, entry]) => completedCommand(name, entry)));
}

async function completedCommand(
  name: string,
  { summary, aliases = [], load }: CommandEntry,
): Promise<CompletedCommand> {
  const { flags, operands = [] } = await load();
  return {
    name,
    aliases,
    summary,
    flags: Object.entries<Flag>({ ...flags, ...commonFlags }).map(([flag, how]) => completedFlag(flag, how)),
    operands,
  };
}

function completedFlag(name: string, flag: Flag): CompletedFlag {
  const { aliases = [], short, does, isRepeatable = false, value: placeholder, choices } = flag;
  return { name, aliases, short, does, isRepeatable, placeholder, values: choices ?? pathsFor(placeholder) };
}

/** The placeholders of the help that stand for a path, alone or as a part, as in `ID=FILE`. */
const pathPlaceholders = ["FILE", "DIR", "FOLDER"];

function pathsFor(placeholder: string | undefined): Values {
  const parts = placeholder?.split(/[=/]/) ?? [];
  return parts.some((part) => pathPlaceholders.includes(part)) ? "paths" : [];
}

/** All spellings of a flag. */
export function spellings({ name, aliases, short }: CompletedFlag): string[] {
  return [...(short === undefined ? [] : [`-${short}`]), ...[name, ...aliases].map((long) => `--${long}`)];
}

/** Words of which a `case` of bash and zsh takes any. */
export function alternatives(words: readonly string[]): string[] {
  return words.flatMap((word, i) => (i === 0 ? [word] : ["|", word]));
}
