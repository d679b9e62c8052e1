import { commandNames, summaries } from "./commands.ts";
import { exitStatuses, type Layout, table } from "./help.ts";
import { program } from "./program.ts";
import { wrap } from "./terminal.ts";

/** The help of the program. */
export function programHelp({ width, title }: Layout): string {
  return [
    "Signs, verifies and explains CloudFront signed URLs and signed cookies.",
    "",
    title("Usage"),
    `  ${program()} COMMAND …`,
    `  ${program()} URL …      (the same as ${program()} sign URL …)`,
    "",
    title("Commands"),
    ...table(
      commandNames.map((name) => [name, summaries[name]]),
      width,
    ),
    "",
    ...wrap(`${program()} COMMAND --help shows the options of a command, with examples.`, width),
    "",
    ...exitStatuses(width, title),
    "",
  ].join("\n");
}
