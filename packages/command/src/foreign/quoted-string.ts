import { printable } from "../output/terminal.ts";

/** A text as a string of JSON, JavaScript and TypeScript. */
export function jsonString(text: string): string {
  return printable(JSON.stringify(text));
}

/** A text as a template literal of JavaScript and TypeScript, which may have several lines. */
export function templateString(text: string): string {
  return `\`${text.replace(/[\\`]|\$(?=\{)/g, "\\$&").replace(/[^\n]+/g, printable)}\``;
}

/**
 * A text as a string of HCL, in which `${` and `%{` start templates and a character beyond U+FFFF has an escape
 * of its own.
 *
 * Source: Terraform, "Strings and Templates".
 */
export function hclString(text: string): string {
  return longEscapes(text.replace(/["\\]/g, "\\$&").replace(/[$%](?=\{)/g, "$&$&"));
}

/**
 * A text in double quotes of YAML, which has the same escapes as HCL.
 *
 * Source: YAML 1.2, "Escaped Characters".
 */
export function yamlString(text: string): string {
  return longEscapes(text.replace(/["\\]/g, "\\$&"));
}

function longEscapes(text: string): string {
  return `"${text.replace(/./gsu, (character) => (printable(character) === character ? character : longEscape(character)))}"`;
}

function longEscape(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}

/** A text as a string of standard SQL, and of Athena. */
export function sqlString(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A text as one word of fish. */
export function fishString(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

/** JSON for the single quotes of a POSIX shell. */
export function quotedJson(value: unknown): string {
  return printable(JSON.stringify(value)).replaceAll("'", "\\u0027");
}
