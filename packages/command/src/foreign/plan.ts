import { printable, styled, textWidth, wrap } from "../output/terminal.ts";
import { type Code, fill, type Language, takeValue, type Value, wordsOf } from "./pasted-code.ts";

/** A part of a plan for a person. */
export interface Section {
  readonly title: string;
  /** Paragraphs: what to know, and what breaks if the step comes too early. */
  readonly notes: readonly string[];
  /** What to paste. */
  readonly code: readonly Code[];
}

export const nothing: Section = { title: "", notes: [], code: [] };

/** What stands at the places of a plan: in its code, as a text in its paragraphs, or as a paragraph that is only a place. */
export type PlanValues = Readonly<Record<string, Value | Section>>;

/** The values of variables of the shell that are known. */
export type KnownVariables = Readonly<Record<string, readonly string[]>>;

/** Code in fences, with its language and the variables that it depends on; or a paragraph of one line. */
const block = /^```([a-z]+)(?: (if|unless) ([A-Z_ ]+))?\n([\s\S]*?)^```$|^(?!`)(\S.*)$/gm;

const comment = /<!--[\s\S]*?-->/g;

/**
 * Reads a section of a plan, which is a file of Markdown: under `## id` or `## id: title`, paragraphs and code.
 *
 * - A paragraph that is only `__name__`: the notes and the code of another section.
 * - `if VARIABLE` or `unless VARIABLE` behind the language: this code is there only where the variable is known, or not.
 * - A known `$VARIABLE`, or `${VARIABLE:?meaning}`, in code for a shell: its value. With several values, the code is
 *   there once for each.
 */
export function readSection(
  plan: string,
  id: string,
  values: PlanValues,
  variables: KnownVariables = {},
): Section {
  const [, heading = "", body = ""] =
    new RegExp(`^## ${id}(?:: (.*))?\\n((?:(?!## )[^\\n]*\\n)*)`, "m").exec(plan.replace(comment, "")) ?? [];
  const notes: string[] = [];
  const code: Code[] = [];
  for (const [, language, when, needed = "", template = "", paragraph] of body.matchAll(block)) {
    if (paragraph === undefined) {
      const isKnown = needed.split(" ").some((name) => variables[name]?.length);
      if (when !== undefined && isKnown !== (when === "if")) continue;
      const filled = fill(language as Language, template, values as Readonly<Record<string, Value>>);
      code.push(...withVariables(filled, variables));
      continue;
    }
    const [, name = ""] = /^__([a-z]+)__$/i.exec(paragraph) ?? [];
    const value = name === "" ? undefined : takeValue(values, name);
    if (isSection(value)) {
      notes.push(...value.notes);
      code.push(...value.code);
    } else notes.push(withTexts(paragraph, values));
  }
  return { title: withTexts(heading, values), notes, code };
}

function isSection(value: Value | Section | undefined): value is Section {
  return typeof value === "object" && "notes" in value;
}

function withTexts(paragraph: string, values: PlanValues): string {
  return paragraph.replace(/__([a-z]+)__/gi, (_, name) =>
    printable([takeValue(values, name)].flat().join(" ")),
  );
}

function withVariables(code: Code, variables: KnownVariables): Code[] {
  if (code.language !== "sh") return [code];
  let texts = [code.text];
  for (const [name, known] of Object.entries(variables)) {
    const written = new RegExp(`\\$(?:${name}\\b|\\{${name}:\\?[^}]*\\})`, "g");
    texts = texts.flatMap((text) =>
      known.length > 0 && text.search(written) >= 0
        ? known.map((value) => text.replace(written, () => wordsOf(name, value)))
        : [text],
    );
  }
  return texts.map((text) => ({ ...code, text }));
}

/** The first line of a plan. Bash and sh stop at its parenthesis if somebody pipes the plan to them: nothing runs. */
export const planTitle = "Steps (not a script: do them one by one)";

/** The lines of a step for a person, the first one with its number. Lines to paste are never broken. */
export function stepLines({ title, notes, code }: Section, index: number, when?: string): string[] {
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
