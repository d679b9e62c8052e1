import type { Command, Flag, Flags, Values } from "../../command.ts";
import { type Code, fill, shell } from "../../foreign/pasted-code.ts";
import { posixQuoted } from "../../output/shell-word.ts";
import bashTemplate from "./templates/completion.bash?raw";
import fishTemplate from "./templates/completion.fish?raw";
import zshTemplate from "./templates/completion.zsh?raw";

export interface CompletedCommand extends Pick<Command, "operands"> {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly flags: Flags;
}

/**
 * The script of each shell.
 *
 * - bash, 3.2 of macOS too. Paths are left to readline (`-o default`), which knows of spaces, `~` and the slash after
 *   a folder. Source: Bash Reference Manual, "Programmable Completion".
 * - zsh, to be sourced or as a file in a folder of `fpath`. Source: zsh manual, "Completion System", `_arguments` and
 *   `_describe`.
 * - fish. Source: fish manual, "complete".
 */
export const scripts = {
  bash: (commands) =>
    fill("sh", bashTemplate, {
      names: commands.map((one) => fill("sh", "__names__) command=__name__ ;;", namesOf(one))),
      commands: commands.map(bashCase),
      words: commands.map(({ name }) => name),
    }),
  zsh: (commands) =>
    fill("sh", zshTemplate, {
      summaries: commands.map(({ name, summary }) =>
        fill("sh", "'__summary__'", { summary: `${name}:${summary.replaceAll(":", "\\:")}` }),
      ),
      names: commands.map((one) =>
        fill("sh", "__names__)\n  command=__name__\n  shift words\n  ((CURRENT--))\n  ;;", namesOf(one)),
      ),
      commands: commands.map(zshCase),
    }),
  fish: (commands) =>
    fill("fish", fishTemplate, {
      names: commands.map(({ name, aliases = [] }) =>
        fill("fish", "case __names__\n  echo __name__", { names: [name, ...aliases], name }),
      ),
      commands: commands.flatMap(fishLines),
    }),
} as const satisfies Record<string, (commands: readonly CompletedCommand[]) => Code>;

/** The placeholders of the help that stand for a path, alone or as a part, as in `ID=FILE`. */
const pathPlaceholders = ["FILE", "DIR", "FOLDER"];

function valuesOf({ value, choices }: Flag): Values {
  const parts = value?.split(/[=/]/) ?? [];
  return choices ?? (parts.some((part) => pathPlaceholders.includes(part)) ? "paths" : []);
}

function spellings(name: string, { aliases = [], short }: Flag): string[] {
  return [...(short === undefined ? [] : [`-${short}`]), ...[name, ...aliases].map((long) => `--${long}`)];
}

/** Words of which a `case` of bash and zsh takes any. */
function alternatives(words: readonly string[]): string[] {
  return words.flatMap((word, i) => (i === 0 ? [word] : ["|", word]));
}

function namesOf({ name, aliases = [] }: CompletedCommand) {
  return { names: alternatives([name, ...aliases]), name };
}

/** The flags of one command, and what follows the word before the one that is completed. */
function bashCase({ name, flags, operands = [] }: CompletedCommand): Code {
  const all = Object.entries<Flag>(flags);
  const longNames = (wanted: boolean): string[] =>
    all.filter(([, { isRepeatable = false }]) => isRepeatable === wanted).map(([flag]) => `--${flag}`);
  const template = `__name__)
  flags="__once__"
  repeatable="__repeatable__"
  case "\${COMP_WORDS[at]}" in
    # __flags__
    *) is_value=no values="__operands__" ;;
  esac
  ;;`;
  return fill("sh", template, {
    name,
    once: longNames(false),
    repeatable: longNames(true),
    flags: all
      .filter(([, { value }]) => value !== undefined)
      .map(([flag, how]) =>
        fill("sh", '__spellings__) values="__values__" ;;', {
          spellings: alternatives(spellings(flag, how)),
          values: valuesOf(how),
        }),
      ),
    operands,
  });
}

function zshCase({ name, flags, operands = [] }: CompletedCommand): Code {
  const specifications = [
    ...Object.entries<Flag>(flags).flatMap(([flag, how]) => zshSpecifications(flag, how)),
    `*: :${zshAction(operands)}`,
  ];
  return fill("sh", "__name__)\n  _arguments -S \\\n    # __specifications__\n  ;;", {
    name,
    specifications: shell(specifications.map(posixQuoted).join(" \\\n")),
  });
}

/** One for each spelling; with one of them there, the others are offered no more. */
function zshSpecifications(name: string, flag: Flag): string[] {
  const { does, isRepeatable, value, short } = flag;
  const all = spellings(name, { does, group: "", ...(short !== undefined && { short }) });
  const repeated = isRepeatable ? "*" : all.length > 1 ? `(${all.join(" ")})` : "";
  const description = does.replace(/[[\]\\]/g, "\\$&");
  const values = valuesOf(flag);
  // The path in ID=FILE.
  const action =
    value?.includes("=") && values === "paths" ? '{compset -P "*=" && _files}' : zshAction(values);
  const argument = value === undefined ? "" : `:${value.replaceAll(":", "\\:")}:${action}`;
  return all.map((spelling) => `${repeated}${spelling}[${description}]${argument}`);
}

/** `( )` completes nothing, without an error. */
function zshAction(values: Values): string {
  return values === "paths" ? "_files" : `(${values.join(" ") || " "})`;
}

function fishLines({ name, summary, flags, operands = [] }: CompletedCommand): Code[] {
  const line = (condition: string, rest: string, values: Parameters<typeof fill>[2]): Code =>
    fill("fish", `complete -c cloudfront-sign -n ${condition} ${rest}`, { name, ...values });
  const isOperand = "'__cloudfront_sign_is __name__; and not __cloudfront_sign_starts'";
  return [
    line("__cloudfront_sign_starts", "-a __name__ -d '__summary__'", { summary }),
    ...(operands === "paths"
      ? [line(isOperand, "-F", {})]
      : operands.map((word) => line(isOperand, "-a __word__", { word }))),
    ...Object.entries<Flag>(flags).map(([flag, how]) => {
      const { short = "", does, isRepeatable, value } = how;
      const values = valuesOf(how);
      const spelling = `${short && "-s __short__ "}-l __flag__`;
      const lacks = value === undefined ? "not __fish_contains_opt" : "__cloudfront_sign_lacks";
      const once = isRepeatable ? "" : `; and ${lacks}${short && " -s __short__"} __flag__`;
      const choices = values.length > 0 ? " -x -a '__values__'" : " -x";
      const argument = value === undefined ? "" : values === "paths" ? " -r -F" : choices;
      return line(`'__cloudfront_sign_is __name__${once}'`, `${spelling}${argument} -d '__does__'`, {
        flag,
        short,
        does,
        values,
      });
    }),
  ];
}
