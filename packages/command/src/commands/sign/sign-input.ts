import { parseJson } from "cloudfront-sign-diagnosis/internals";
import type { SignUrlOptions } from "cloudfront-sign-webcrypto";
import { limits } from "cloudfront-sign-webcrypto/internals";
import { type InputLine, longestLine } from "../../arguments/input-lines.ts";
import { numberOrText } from "../../arguments/read-time.ts";
import { shownValue } from "../../output/shown-value.ts";
import { printable } from "../../output/terminal.ts";
import { hasSeveralUrls } from "../../requests/url-argument.ts";

type JsonFault = Extract<ReturnType<typeof parseJson>, { readonly id: string }>;
type JsonValue = Exclude<ReturnType<typeof parseJson>, JsonFault>;

export interface SignInput {
  readonly url: string;
  /** Options of this line alone. */
  readonly signOptions?: Readonly<Record<string, string | number>>;
  /** JSON of a number or text that is given back beside the result. */
  readonly id?: string;
}

/** Reads a line that is a URL. Text is what is wrong with it. */
export function readUrlLine(line: InputLine): SignInput | string {
  if (line?.startsWith("{")) return "is JSON, not a URL; pass --json to read JSON lines";
  if (/^["']https?:/i.test(line ?? "")) return "has quotes around the URL; write the URL alone";
  return lineProblem(line) ?? listProblem(line as string) ?? { url: line as string };
}

/** Reads a line of NDJSON: `{ "url": …, "id": …, "expiresIn": … }`. Text is what is wrong with it. */
export function readJsonLine(line: InputLine): SignInput | string {
  const problem = lineProblem(line);
  if (problem !== undefined) return problem;
  const value = parseJson(line as string);
  if ("id" in value) return describeFault(value);
  if (value.type === "array") return "is a JSON array; write each object on one line, as jq -c '.[]' does";
  if (value.type !== "object")
    return `is ${value.type === "string" ? "text" : `a JSON ${value.type}`}; write an object: {"url":"https://…"}`;
  return readMembers(value.members);
}

function readMembers(members: readonly (readonly [string, JsonValue])[]): SignInput | string {
  const values = new Map<string, JsonValue>();
  for (const [name, value] of members) {
    if (values.has(name)) return `has "${shownValue(name)}" twice; keep one`;
    values.set(name, value);
  }
  const url = values.get("url");
  if (url?.type !== "string")
    return url === undefined
      ? 'has no "url"; write {"url":"https://…"}'
      : 'has a "url" that is not text; write {"url":"https://…"}';
  const signOptions: Record<string, string | number> = Object.create(null);
  let id: string | undefined;
  for (const [name, value] of values) {
    const plain = value.type === "string" ? value.value : value.type === "number" ? value.literal : undefined;
    if (plain === undefined)
      return `has "${shownValue(name)}" that is ${describeKind(value)}; write text or a number`;
    if (name === "id") id = value.type === "string" ? JSON.stringify(plain) : plain;
    else if (name !== "url")
      signOptions[name] = optionOf(name, value.type === "string" ? plain : Number(plain));
  }
  const hasOptions = Object.keys(signOptions).length > 0;
  return { url: url.value, ...(hasOptions && { signOptions }), ...(id !== undefined && { id }) };
}

/** Text of a term as flags have it: a date may be epoch seconds in quotes. */
function optionOf(name: string, value: string | number): string | number {
  return name === "dateLessThan" || name === "dateGreaterThan"
    ? (numberOrText(String(value)) ?? value)
    : value;
}

/** A column of CSV behind the name of a file. In JSON nobody takes a comma for the end of a URL. */
const column = /^https?:[^?#]*\.[a-z][a-z\d]{1,4}[,;\s][^/?#.]*$/i;

/** Another column in front, or a tab, which the AWS CLI writes between items. */
const columns = /^(?:[^:/]*[,;\t] ?"?https?:|https?:[^?#]*\t)/i;

/** What is wrong with a line that has more than a URL, or none. */
function listProblem(line: string): string | undefined {
  if (line.startsWith("#"))
    return "is a comment, not a URL; remove it, or go on past such lines with --onerror skip";
  return columns.test(line) || column.test(line) || hasSeveralUrls(line)
    ? 'has more than a URL; write each URL on a line of its own, or if all of it is the URL, as JSON: {"url":"https://…"} with --json'
    : undefined;
}

function describeKind({ type }: JsonValue): string {
  return type === "array" || type === "object" ? `an ${type}` : type;
}

function lineProblem(line: InputLine): string | undefined {
  if (line === undefined) {
    const limit = longestLine.toLocaleString("en");
    return `is longer than ${limit} characters; CloudFront accepts URLs of ${limits.longestUrl.toLocaleString("en")}`;
  }
  if (line === "") return "is empty; remove it, or go on past such lines with --onerror skip";
  // What a decoder writes for bytes that are not UTF-8.
  return line.includes("\ufffd") ? "has bytes that are not UTF-8; write it in UTF-8" : undefined;
}

function describeFault(fault: JsonFault): string {
  switch (fault.id) {
    case "unexpected-end":
      return "is JSON that ends early; write each object on one line, as jq -c '.[]' does";
    case "too-deep":
      return "has JSON that is nested too deep; write only url, id and options";
    case "unexpected-character":
      return `is not JSON: ${JSON.stringify(fault.character)} at position ${fault.position} is unexpected; without --json each line is a URL`;
  }
}

/**
 * The options of a line, with those of the flags for what it does not say itself. Its own expiry takes
 * the place of theirs, whichever kind it is.
 */
export function optionsOfLine({ signOptions }: SignInput, ofFlags: SignUrlOptions): SignUrlOptions {
  if (signOptions === undefined) return ofFlags;
  const { dateLessThan, expiresIn, cacheWindow, ...rest } = ofFlags as Partial<
    Record<"dateLessThan" | "expiresIn" | "cacheWindow", unknown>
  >;
  const end =
    "dateLessThan" in signOptions
      ? {}
      : "expiresIn" in signOptions
        ? { ...(cacheWindow !== undefined && { cacheWindow }) }
        : ofFlags;
  return { ...rest, ...end, ...signOptions } as SignUrlOptions;
}

/** How results are written, and whether an input that cannot be signed is left out. */
export interface OutputOptions {
  readonly isJson: boolean;
  readonly isSkipping: boolean;
}

export function outputLine({ url, id }: SignInput, signedUrl: string, { isJson }: OutputOptions): string {
  if (!isJson) return signedUrl;
  const rest = `"url":${JSON.stringify(url)},"signedUrl":${JSON.stringify(signedUrl)}}`;
  return printable(id === undefined ? `{${rest}` : `{"id":${id},${rest}`);
}
