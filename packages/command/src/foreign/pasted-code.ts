import { posixQuoted } from "../output/shell-word.ts";
import { printable } from "../output/terminal.ts";

const quotedIn = {
  fish: { "'": fishString },
  hcl: { '"': hclString },
  sh: { "'": posixQuoted },
  sql: { "'": sqlString },
  ts: { '"': jsonString, "`": templateString },
  yaml: {},
} as const satisfies Record<string, Readonly<Record<string, (text: string) => string>>>;

export type Language = keyof typeof quotedIn;

/** Something to paste. */
export interface Code {
  readonly language: Language | "pem";
  readonly text: string;
}

export function shell(...lines: readonly string[]): Code {
  return { language: "sh", text: lines.join("\n") };
}

/** A public key for a place of several lines. Nothing in it ends a here-document, or a block of YAML. */
export function pem(text: string): Code {
  if (!/^-----BEGIN PUBLIC KEY-----\n(?:[A-Za-z\d+/]+={0,2}\n)+-----END PUBLIC KEY-----\n$/.test(text))
    throw new TypeError("pem: is not a public key");
  return { language: "pem", text: text.trimEnd() };
}

/** A text for quotes, or a word elsewhere; several words; lines in the language of the template. */
export type Value = string | readonly string[] | Code | readonly Code[];

/** `__name__`: as a line, alone or in a comment; in quotes; anywhere else. */
const place = /^([ \t]*)(?:(?:#|\/\/|--) )?__([a-z]+)__\n|(["'`])__([a-z]+)__\3|__([a-z]+)__/gim;

/**
 * Puts values into the places of a template, which are the same in each language:
 *
 * - `"__name__"`, quotes that hold nothing else: the text as a string of the language, whatever is in it.
 * - A line that has only `__name__`, alone or in a comment: other code of the language, with the same indent.
 * - `__name__` elsewhere: one or more words. Such a word has only letters, digits, `_` and `-`, which end no place,
 *   or is the `|` between two words.
 *
 * A value without a place is left out: the languages of a tool need different ones.
 */
export function fill(language: Language, template: string, values: Readonly<Record<string, Value>>): Code {
  const take = (name: string): Value => takeValue(values, name);
  const text = `${template.trimEnd()}\n`.replace(place, (_, indent, ofLines, quote, ofText, ofWord) => {
    if (ofLines !== undefined) return linesOf(language, ofLines, take(ofLines), indent);
    const name: string = ofText ?? ofWord;
    const value = take(name);
    const quoted = (quotedIn[language] as Readonly<Record<string, (text: string) => string>>)[quote];
    if (ofText !== undefined && quoted !== undefined && typeof value === "string") return quoted(value);
    const word = wordsOf(name, value);
    return ofText === undefined ? word : quote + word + quote;
  });
  return { language, text: text.trimEnd() };
}

export function takeValue<Kind>(values: Readonly<Record<string, Kind>>, name: string): Kind {
  return Object.hasOwn(values, name) ? (values[name] as Kind) : refuseValue(name, "has no value");
}

function linesOf(language: Language, name: string, value: Value, indent: string): string {
  return [value]
    .flat()
    .map((code) =>
      typeof code === "object" && (code.language === language || code.language === "pem")
        ? `${code.text}\n`.replace(/^(?=.)/gm, indent)
        : refuseValue(name, `is not code in ${language}`),
    )
    .join("");
}

/** Words that mean themselves in each language; throws for any other text. */
export function wordsOf(name: string, value: Value): string {
  return [value]
    .flat()
    .map((word) =>
      typeof word === "string" && /^(?:[\w-]+|\|)$/.test(word) ? word : refuseValue(name, "is not a word"),
    )
    .join(" ");
}

/** Only a mistake in this package gets here: what a user gives is checked before. */
function refuseValue(name: string, problem: string): never {
  throw new TypeError(`__${name}__ ${problem}`);
}

function jsonString(text: string): string {
  return printable(JSON.stringify(text));
}

/** A text as a template literal of JavaScript and TypeScript, which may have several lines. */
function templateString(text: string): string {
  return `\`${text.replace(/[\\`]|\$(?=\{)/g, "\\$&").replace(/[^\n]+/g, printable)}\``;
}

/**
 * A text as a string of HCL, in which `${` and `%{` start templates and a character beyond U+FFFF has an escape
 * of its own.
 *
 * Source: Terraform, "Strings and Templates".
 */
function hclString(text: string): string {
  const quoted = text.replace(/["\\]/g, "\\$&").replace(/[$%](?=\{)/g, "$&$&");
  return `"${quoted.replace(/./gsu, (character) => (printable(character) === character ? character : longEscape(character)))}"`;
}

function longEscape(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}

function sqlString(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function fishString(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

/** JSON for the single quotes of a POSIX shell. */
export function quotedJson(value: unknown): string {
  return printable(JSON.stringify(value)).replaceAll("'", "\\u0027");
}
