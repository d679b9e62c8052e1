import { parseJson } from "cloudfront-sign-diagnosis/internals";
import { refuse } from "../../arguments/refusal.ts";
import {
  decodeText,
  pathOf,
  readSourceFile,
  readStandardInput,
  sayHowToEnd,
} from "../../arguments/source-file.ts";
import type { Arguments } from "../../command.ts";
import { fs } from "../../node-modules.ts";
import { shownValue } from "../../output/shown-value.ts";

/** A JSON document and where it stood. */
export interface SourceDocument {
  readonly value: unknown;
  /** The file, and which document of it if there are several. */
  readonly source: string;
}

/** The documents of all files, in their order. */
export function readDocuments({ positionals }: Arguments): SourceDocument[] {
  if (positionals.length === 0)
    refuse(
      "Give the files with what the AWS CLI printed, or - for standard input: aws cloudfront get-distribution --id ID > distribution.json",
    );
  if (positionals.includes("-")) sayHowToEnd();
  return positionals.flatMap((name) =>
    name === "-"
      ? documentsOf("standard input", readStandardInput("-", "send the output of the AWS CLI to it"))
      : documentsOf(shownValue(name), readFileOf(name)),
  );
}

function readFileOf(name: string): Uint8Array {
  const path = pathOf(name);
  if (/^E[0-9A-Z]{10,20}$/.test(name) && !fs.existsSync(path))
    refuse(
      `${name}: is an ID; pass the distribution's configuration: aws cloudfront get-distribution --id ${name} > distribution.json`,
    );
  if (isHostName(name) && !fs.existsSync(path))
    refuse(
      `${name}: is a host name; pass its distribution's configuration (list-distributions shows the ID): aws cloudfront get-distribution --id ID > distribution.json`,
    );
  if (/^https?:\/\//i.test(name))
    refuse(
      `${shownValue(name.split("?", 1)[0] ?? "")}: is a URL; pass it with --url, after the files with what the AWS CLI printed`,
    );
  return readSourceFile(shownValue(name), path);
}

/** Whether it is a name in the DNS, and not that of a file. */
function isHostName(name: string): boolean {
  const labels = name.toLowerCase().split(".");
  const last = labels.at(-1) ?? "";
  if (labels.length < 2 || !labels.every((label) => /^[a-z\d-]+$/.test(label))) return false;
  return labels.length === 2
    ? ["com", "net", "org", "io", "dev", "app"].includes(last)
    : /^[a-z]{2,}$/.test(last) && !["json", "txt", "yml", "yaml", "log", "out", "xml"].includes(last);
}

function documentsOf(name: string, bytes: Uint8Array): SourceDocument[] {
  const whole = decodeText(bytes);
  refuseMessage(name, whole);
  const texts = splitDocuments(whole);
  if (texts.length === 0) refuse(`${name}: is empty; check the command that wrote it`);
  return texts.map((text, i) => {
    const source = texts.length === 1 ? name : `${name}, document ${i + 1}`;
    return { value: parseDocument(text, source), source };
  });
}

/** The beginning of a text, in which the AWS CLI has its message. */
const longestStart = 1000;

const errorOfAwsCli =
  /^(?:aws: \[ERROR\]: )?An error occurred \((\w{1,60})\) when calling the (\w{1,60}) operation/;
const messageOfAwsCli =
  /^(?:usage: aws|aws: |Unable to locate credentials|The config profile|Error when retrieving|Could not connect|You must specify a region|Partial credentials|The SSO session|\S+: (?:line \d+: )?(?:aws: )?command not found)/i;

/** Refuses what the AWS CLI printed in the place of a document. */
function refuseMessage(name: string, text: string): void {
  const start = text.trimStart().slice(0, longestStart);
  const [, code, operation] = errorOfAwsCli.exec(start) ?? [];
  const step = code?.startsWith("AccessDenied")
    ? `allow cloudfront:${operation} for the credentials that you use`
    : "mend what it says";
  if (operation !== undefined)
    refuse(
      `${name}: is an error of the AWS CLI, ${code} for ${operation}; ${step}, and run the AWS command again`,
    );
  if (messageOfAwsCli.test(start))
    refuse(`${name}: is a message of the AWS CLI; mend what it says, and run the AWS command again`);
}

function parseDocument(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (!/^\s*[{[]/.test(text))
      return refuse(`${source}: is not JSON; run the AWS command again with --output json`);
    const fault = parseJson(text);
    if (!("id" in fault) || fault.id !== "unexpected-character")
      return refuse(`${source}: is JSON that is cut off; run the AWS command again`);
    const line = text.slice(0, fault.position).split("\n").length;
    return refuse(
      `${source}: is not JSON: ${JSON.stringify(fault.character)} in line ${line} is unexpected; correct it, or run the AWS command again`,
    );
  }
}

/**
 * The texts of JSON documents that stand one after the other, as several commands print them into one file. A
 * text that is not JSON comes back as it is.
 */
export function splitDocuments(text: string): string[] {
  const documents: string[] = [];
  let start = 0;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    // So that a brace in a string does not count.
    if (character === '"') i = endOfString(text, i);
    else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") {
      depth--;
      if (depth !== 0) continue;
      documents.push(text.slice(start, i + 1));
      start = i + 1;
    }
  }
  const rest = text.slice(start);
  return rest.trim() === "" ? documents : [...documents, rest];
}

/** The position of the quote that ends the string, or the end of the text. */
function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === "\\" ? 2 : 1;
  return i;
}
