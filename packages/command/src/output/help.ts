import type { Command, Flag } from "../command.ts";
import { commonFlags } from "../program.ts";
import { fieldLines } from "./print-fields.ts";
import { styled, textWidth, wrap } from "./terminal.ts";

export type HelpedCommand = Omit<Command, "run">;

export interface CalledCommand {
  readonly program: string;
  /** The words between the program and the arguments. */
  readonly name: string;
  readonly summary: string;
}

/** A help of parts with titles, each a list of lines. */
export function helpOf(
  stream: typeof process.stdout | typeof process.stderr,
  first: string,
  partsFor: (width: number) => readonly (readonly [title: string, lines: readonly string[]])[],
): string {
  const parts = partsFor(textWidth(stream)).filter(([, lines]) => lines.length > 0);
  const texts = parts.map(([title, lines]) =>
    [...(title === "" ? [] : [styled(stream, "bold", title)]), ...lines].join("\n"),
  );
  return `${[first, ...texts].join("\n\n")}\n`;
}

export function commandHelp({ program, name, summary }: CalledCommand, command: HelpedCommand): string {
  const flags = Object.entries<Flag>({ ...command.flags, ...commonFlags });
  const groups = [...new Set(flags.map(([, { group }]) => group))];
  return helpOf(process.stdout, summary, (width) => [
    [
      "Usage",
      command.forms.flatMap((form) => {
        const [first = "", ...rest] = wrap(`${program} ${name} ${form}`, width - "    ".length);
        return [`  ${first}`, ...rest.map((text) => `    ${text}`)];
      }),
    ],
    ...groups.map((group): [string, string[]] => [
      group,
      table(
        flags
          .filter(([, flag]) => flag.group === group)
          .map(([flag, what]) => [spelling(flag, what), does(what)]),
        width,
      ),
    ]),
    ...(command.notes ?? []).map((note): [string, string[]] => ["", wrap(note, width)]),
    [
      "Examples",
      command.examples.flatMap(({ does, line }, i) => [
        ...(i > 0 ? [""] : []),
        ...wrap(does, width - "  # ".length).map((text) => `  # ${text}`),
        `  ${program} ${line}`,
      ]),
    ],
  ]);
}

function spelling(name: string, { short, value }: Flag): string {
  return `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`;
}

function does({ does, choices, isRepeatable }: Flag): string {
  const values = choices === undefined ? "" : `; one of ${choices.join(", ")}`;
  return `${does}${values}${isRepeatable ? " (repeatable)" : ""}`;
}

/** Two columns with an indent. */
export function table(rows: readonly (readonly [string, string])[], width: number): string[] {
  return fieldLines(
    rows.map(([first, second]) => [`  ${first}`, second]),
    width,
  );
}
