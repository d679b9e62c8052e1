import { env, stderr, type stdout } from "node:process";
import { styleText } from "node:util";
import { unprintable } from "../options/option-name.ts";

type Stream = typeof stdout | typeof stderr;
type Style = Parameters<typeof styleText>[0];

/** Text in a colour or bold, on a terminal whose user did not turn colours off (https://no-color.org). */
export function styled(stream: Stream, style: Style, text: string): string {
  const isColoured = stream.isTTY && !env.NO_COLOR && env.TERM !== "dumb";
  return isColoured ? styleText(style, text) : text;
}

/** Tells a person something: standard output is for data alone. */
export function say(text: string): void {
  stderr.write(`${text}\n`);
}

/** Tells a person of something that is done nevertheless. */
export function warn(text: string): void {
  say(`${styled(stderr, "yellow", "warning:")} ${text}`);
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

/**
 * Text from elsewhere (URLs, files, answers) with escapes for its control characters, line breaks and
 * invisible characters, so that it can neither move the cursor nor hide what it says.
 */
export function printable(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return text.replace(new RegExp(unprintable, "gu"), escaped);
}

function escaped(character: string): string {
  const unit = (_: unknown, i: number): string =>
    `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`;
  return Array.from({ length: character.length }, unit).join("");
}
