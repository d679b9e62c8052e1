import { withoutSecrets } from "cloudfront-sign-diagnosis/internals";
import { util } from "../node-modules.ts";

type Stream = typeof process.stdout | typeof process.stderr;
type Style = Parameters<typeof util.styleText>[0];

/** Text in a color or bold, on a terminal whose user did not turn colors off (https://no-color.org). */
export function styled(stream: Stream, style: Style, text: string): string {
  const isColoured = stream.isTTY && !process.env.NO_COLOR && process.env.TERM !== "dumb";
  return isColoured ? util.styleText(style, text) : text;
}

/** Tells a person something: standard output is for data alone. People copy messages into tickets, so no signature is in one. */
export function say(text: string): void {
  process.stderr.write(`${withoutSecrets(text)}\n`);
}

/** Tells a person a paragraph, which breaks between its words. What comes after `mark` has the same indent. */
export function sayWrapped(text: string, mark = ""): void {
  const lines = wrap(printable(text), textWidth(process.stderr) - mark.length);
  say(mark + lines.join(`\n${" ".repeat(mark.length)}`));
}

export function warn(text: string): void {
  say(`${styled(process.stderr, "yellow", "warning:")} ${printable(text)}`);
}

export function sayNote(note: string): void {
  const [first = "", ...others] = wrap(`note: ${printable(note)}`, textWidth(process.stderr));
  say([first.replace("note:", (label) => styled(process.stderr, "cyan", label)), ...others].join("\n"));
}

/** The columns that text may have: those of the terminal, 100 at most; 80 where there is none. */
export function textWidth(stream: Stream): number {
  return Math.min(stream.columns || 80, 100);
}

/** Breaks text between words into lines of at most `width` characters; a longer word gets its own line. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Controls, line breaks, characters without a shape, and spaces that are none for a program that reads the text. */
const invisible = "[\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?! )\\p{Zs}";

/**
 * Text from elsewhere (URLs, files, answers) with escapes for its control characters, line breaks and
 * invisible characters, so that it can neither move the cursor nor hide what it says.
 */
export function printable(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return text.replace(new RegExp(invisible, "gu"), escaped);
}

export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

export function jsonLine(value: unknown): string {
  return `${printable(JSON.stringify(value))}\n`;
}

function escaped(character: string): string {
  const unit = (_: unknown, i: number): string =>
    `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`;
  return Array.from({ length: character.length }, unit).join("");
}
