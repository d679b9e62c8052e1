import type { Command, Flag } from "../command.ts";
import { commonFlags } from "../program.ts";
import { fieldLines } from "./print-fields.ts";
import { styled, textWidth, wrap } from "./terminal.ts";

export type HelpedCommand = Omit<Command, "run">;

/** How a text is laid out: its width, and the style of a title. */
export interface Layout {
  readonly width: number;
  readonly title: (text: string) => string;
}

export function layoutOf(stream: Parameters<typeof styled>[0]): Layout {
  return { width: textWidth(stream), title: (text) => styled(stream, "bold", text) };
}

export interface CalledCommand {
  readonly program: string;
  /** The words between the program and the arguments. */
  readonly name: string;
  readonly summary: string;
}

export function commandHelp(called: CalledCommand, command: HelpedCommand, layout: Layout): string {
  const { program, name, summary } = called;
  const { width, title } = layout;
  const flags = Object.entries<Flag>({ ...command.flags, ...commonFlags });
  const groups = [...new Set(flags.map(([, { group }]) => group))];
  return [
    summary,
    "",
    title("Usage"),
    ...command.forms.flatMap((form) => {
      const [first = "", ...rest] = wrap(`${program} ${name} ${form}`, width - "    ".length);
      return [`  ${first}`, ...rest.map((text) => `    ${text}`)];
    }),
    "",
    ...groups.flatMap((group) => [
      title(group),
      ...table(
        flags
          .filter(([, flag]) => flag.group === group)
          .map(([flag, what]) => [spelling(flag, what), does(what)]),
        width,
      ),
      "",
    ]),
    ...(command.notes ?? []).flatMap((note) => [...wrap(note, width), ""]),
    ...(command.examples.length > 0 ? [title("Examples")] : []),
    ...command.examples.flatMap(({ does, line }) => [
      ...wrap(does, width - "  # ".length).map((text) => `  # ${text}`),
      `  ${program} ${line}`,
      "",
    ]),
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}

function spelling(name: string, { short, value }: Flag): string {
  return `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`;
}

function does({ does, choices, isRepeatable }: Flag): string {
  const values = choices === undefined ? "" : `; one of ${choices.join(", ")}`;
  return `${does}${values}${isRepeatable ? " (repeatable)" : ""}`;
}

export function exitStatuses(width: number, title: Layout["title"]): string[] {
  return [
    title("Exit status"),
    ...table(
      [
        ["0", "success"],
        ["1", "denied, something found, or some lines failed"],
        ["2", "a wrong option, URL, key or file"],
        ["130", "interrupted"],
        ["143", "ended by SIGTERM"],
      ],
      width,
    ),
  ];
}

/** Two columns with an indent. */
export function table(rows: readonly (readonly [string, string])[], width: number): string[] {
  return fieldLines(
    rows.map(([first, second]) => [`  ${first}`, second]),
    width,
  );
}
