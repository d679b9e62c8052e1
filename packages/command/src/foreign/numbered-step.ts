import { styled, textWidth, wrap } from "../output/terminal.ts";
import type { Code } from "./pasted-code.ts";

/** What is told of a step of a plan. */
export interface StepContent {
  /** Paragraphs: what to know, and what breaks if the step comes too early. */
  readonly notes: readonly string[];
  readonly code: readonly Code[];
}

export function codeAlone(...code: readonly Code[]): StepContent {
  return { notes: [], code };
}

/** A step of a plan, with what to paste for it. */
export interface PlannedStep extends StepContent {
  readonly title: string;
}

/** The first line of a plan. Bash and sh stop at its parenthesis if somebody pipes the plan to them: nothing runs. */
export const planTitle = "Steps (not a script: do them one by one)";

/** The lines of a step for a person, the first one with its number. Lines to paste are never broken. */
export function stepLines({ title, notes, code }: PlannedStep, index: number, when?: string): string[] {
  const mark = `${index + 1}. `;
  const indent = " ".repeat(mark.length);
  const width = textWidth(process.stdout) - mark.length;
  const [first = "", ...others] = wrap(title, width);
  return [
    "",
    mark + styled(process.stdout, "bold", first),
    ...others.map((line) => indent + styled(process.stdout, "bold", line)),
    ...(when === undefined
      ? []
      : wrap(when, width).map((line) => indent + styled(process.stdout, "cyan", line))),
    ...notes.flatMap((note) => wrap(note, width)).map((line) => indent + line),
    ...code.flatMap(codeLines),
  ];
}

function codeLines({ text }: Code): string[] {
  return ["", ...text.split("\n").map((line) => (line === "" ? "" : `     ${line}`))];
}
