import { parseJson } from "cloudfront-sign-diagnosis/internals";
import type { Node } from "yaml";
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

export interface SourceDocument {
  readonly value: unknown;
  /** The file, and which document of it if there are several. */
  readonly source: string;
}

/** The documents of all files, in their order. */
export async function readDocuments({ positionals }: Arguments): Promise<SourceDocument[]> {
  if (positionals.length === 0)
    refuse(
      "Give the files with what the AWS CLI printed, or - for standard input: aws cloudfront get-distribution --id ID > distribution.json",
    );
  if (positionals.includes("-")) sayHowToEnd();
  const documents: SourceDocument[] = [];
  // One after the other: what is wrong with the first is said, and leaves no other rejection unhandled.
  for (const name of positionals)
    documents.push(
      ...(name === "-"
        ? await documentsOf("standard input", readStandardInput("-", "send the output of the AWS CLI to it"))
        : await documentsOf(shownValue(name), readFileOf(name))),
    );
  return documents;
}

/** An ID of CloudFront, the name of a host, or a URL: what people pass in the place of a file. */
const noFile = /^(?:E[0-9A-Z]{10,20}|[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:com|net|org|io|dev|app)|https?:\/\/.*)$/is;

function readFileOf(name: string): Uint8Array {
  const path = pathOf(name);
  if (noFile.test(name) && !fs.existsSync(path))
    refuse(
      `${shownValue(name.split("?", 1)[0] ?? "")}: is not a file; pass the distribution's configuration: aws cloudfront get-distribution --id ID > distribution.json (list-distributions shows the ID), and URLs with --url`,
    );
  return readSourceFile(shownValue(name), path);
}

async function documentsOf(name: string, bytes: Uint8Array): Promise<SourceDocument[]> {
  const whole = decodeText(bytes);
  refuseMessage(name, whole);
  const texts = isJson(whole) ? splitDocuments(whole) : [whole];
  if (texts.every((text) => text.trim() === "")) refuse(`${name}: is empty; check the command that wrote it`);
  const documents: SourceDocument[] = [];
  for (const [i, text] of texts.entries()) {
    const source = texts.length === 1 ? name : `${name}, document ${i + 1}`;
    const value = await parseText(text, source);
    const body = bodyOf(value);
    documents.push({ value: body === undefined ? value : await parseText(body, source), source });
  }
  return documents;
}

function isJson(text: string): boolean {
  return /^\s*[{[]/.test(text);
}

function parseText(text: string, source: string): unknown {
  return isJson(text) ? parseDocument(text, source) : parseYaml(text, source);
}

function bodyOf(value: unknown): string | undefined {
  const body = (value as { readonly TemplateBody?: unknown } | null)?.TemplateBody;
  return typeof body === "string" ? body : undefined;
}

const longestStart = 1000;

const errorOfAwsCli =
  /^(?:aws: \[ERROR\]: )?An error occurred \((\w{1,60})\) when calling the (\w{1,60}) operation/;
const messageOfAwsCli =
  /^(?:usage: aws|aws: |Unable to locate credentials|The config profile|Error when retrieving|Could not connect|You must specify a region|Partial credentials|The SSO session|\S+: (?:line \d+: )?(?:aws: )?command not found)/i;

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
    const fault = parseJson(text);
    if (!("id" in fault) || fault.id !== "unexpected-character")
      return refuse(`${source}: is JSON that is cut off; run the AWS command again`);
    const line = text.slice(0, fault.position).split("\n").length;
    return refuse(
      `${source}: is not JSON: ${JSON.stringify(fault.character)} in line ${line} is unexpected; correct it, or run the AWS command again`,
    );
  }
}

/** Blocks of Terraform and OpenTofu. */
const terraformSource = /^[ \t]*(?:resource|module|data|variable|provider|terraform|locals)\b[^\n:]*\{/m;

/** A template of CloudFormation, or what the AWS CLI prints with `--output yaml`. */
async function parseYaml(text: string, source: string): Promise<unknown> {
  if (terraformSource.test(text))
    refuse(
      `${source}: is the source of Terraform; pass its plan: terraform plan -out plan.tfplan && terraform show -json plan.tfplan > plan.json`,
    );
  const read = await documentOfYaml(text);
  if ("fault" in read)
    return refuse(
      `${source}: is neither JSON nor YAML (${read.fault.problem} in line ${read.fault.line}); correct it, or run the AWS command again with --output json`,
    );
  return typeof read.value === "object" && read.value !== null
    ? read.value
    : refuse(`${source}: is not JSON; run the AWS command again with --output json`);
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

function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === "\\" ? 2 : 1;
  return i;
}

interface YamlFault {
  readonly line: number;
  readonly problem: string;
}

/**
 * A document in YAML as the same document in JSON. The short forms of CloudFormation get their whole names: `!Ref A` is
 * `{ "Ref": "A" }`, `!Sub` is `Fn::Sub`. The library that reads it is part of the program, and loaded only for such a file.
 */
async function documentOfYaml(
  text: string,
): Promise<{ readonly value: unknown } | { readonly fault: YamlFault }> {
  const { LineCounter, parseDocument, visit, YAMLMap } = await import("yaml");
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error) return { fault: { line: lines.linePos(error.pos[0]).line, problem: error.code } };
  visit(document, {
    Node: (_, node) => {
      const [, name] = /^!(\w+)$/.exec(node.tag ?? "") ?? [];
      if (name === undefined) return undefined;
      delete (node as { tag?: string }).tag;
      const whole = new YAMLMap<string, Node>();
      whole.set(name === "Ref" || name === "Condition" ? name : `Fn::${name}`, node);
      return whole;
    },
  });
  try {
    return { value: document.toJS() };
  } catch {
    // Few lines can stand for gigabytes.
    return { fault: { line: 1, problem: "TOO_MANY_ALIASES" } };
  }
}
