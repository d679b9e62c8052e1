import { printable } from "./terminal.ts";

/** Something to paste. */
export interface Code {
  readonly language: "sh" | "sql" | "hcl" | "ts";
  readonly text: string;
}

export function shell(...lines: readonly string[]): Code {
  return { language: "sh", text: lines.join("\n") };
}

export function hcl(...lines: readonly string[]): Code {
  return { language: "hcl", text: lines.join("\n") };
}

export function typescript(...lines: readonly string[]): Code {
  return { language: "ts", text: lines.join("\n") };
}

/** A text as a string of JSON, JavaScript and TypeScript. */
export function jsonString(text: string): string {
  return printable(JSON.stringify(text));
}

/**
 * A text as a string of HCL, in which `${` and `%{` start templates and a character beyond U+FFFF has an escape
 * of its own.
 *
 * Source: Terraform, "Strings and Templates".
 */
export function hclString(text: string): string {
  const quoted = text
    .replace(/["\\]/g, "\\$&")
    .replace(/[$%](?=\{)/g, "$&$&")
    .replace(/./gsu, (character) => (printable(character) === character ? character : hclEscape(character)));
  return `"${quoted}"`;
}

function hclEscape(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}
