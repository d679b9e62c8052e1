import type { Command, CommandWord } from "./command-word.ts";
import type { PasteNote } from "./paste-note.ts";
import { joinedCookies, type PastedParts } from "./pasted-parts.ts";
import { readPosixWords } from "./posix-words.ts";
import { type HeaderField, isSafeMethod, readMethod } from "./response-fields.ts";
import { hasSigningParameters } from "./signing-parameters-in-text.ts";
import { readWindowsWords } from "./windows-words.ts";

/** A command line of curl in a paste: what it requests, and the text around it. */
export interface CurlCommand {
  readonly parts: PastedParts;
  readonly rest: string;
}

/** The start of a command, perhaps after the prompt of a shell. */
const commandStart = /^[ \t]{0,20}(?:[^\r\n]{0,100}[$%#>][ \t]{0,5})?curl(?:\.exe)?[ \t]+(?=\S)/im;

/** The first of several curl commands whose output shows a denial, if that of the one in front does not; else the whole paste. */
export function deniedCommand(text: string): string {
  const commands = text.split(new RegExp(`(?=${commandStart.source})`, "im"));
  const answers = commands.map((one) => /^[< ]{0,3}HTTP\/[\d.]{1,3} (\d{3})\b/m.exec(one)?.[1]);
  const isAllowedBefore = answers.find(Boolean)?.startsWith("2");
  return (isAllowedBefore && commands[answers.findIndex((status = "") => /^40[13]$/.test(status))]) || text;
}

/** Reads the first curl command of a paste; `undefined` if there is none with a URL or cookies. */
export function readCurlCommand(text: string): CurlCommand | undefined {
  const start = commandStart.exec(text);
  if (!start) return undefined;
  const after = text.slice(start.index + start[0].length);
  const command = isWindowsCommand(after) ? readWindowsWords(after) : readPosixWords(after);
  const parts = partsOf(command);
  if (!parts.url && !parts.cookies) return undefined;
  return { parts, rest: `${text.slice(0, start.index)}\n${after.slice(command.end)}` };
}

/** Only commands for cmd.exe have a ^ before quotes, at the end of lines and before &. */
function isWindowsCommand(text: string): boolean {
  const [firstQuote] = /['"]/.exec(text) ?? [];
  return firstQuote !== "'" && /\^(?:["&%\r\n]|$)/.test(text);
}

/** Short options of curl that have a value, in the same word or in the next one. */
const shortWithValue = "AbcCdDeEFHKmoPQrtTuUwxXyYz";

interface CurlArguments {
  readonly cookies: string[];
  readonly fields: HeaderField[];
  readonly urls: CommandWord[];
  /** Letters, or long names without --. */
  readonly options: string[];
  readonly methods: string[];
}

function partsOf({ words }: Command): PastedParts {
  const found = readArguments(words);
  const word = found.urls.find(({ text }) => /^https?:\/\//i.test(text)) ?? found.urls[0];
  const notes: PasteNote[] = [];
  if (word?.hasBareAmpersand) notes.push("shell-splits-url");
  const url = word && joinedLines(word.text);
  const cookies = joinedCookies(
    found.cookies.map((text) => {
      if (/[\r\n]/.test(text)) notes.push("line-breaks");
      return joinedLines(text);
    }),
  );
  const method = methodOfCurl(found.options, found.methods);
  const urlAsPasted = word && word.text.trim() !== url ? word.text.trim() : undefined;
  return {
    url: url || undefined,
    urlAsPasted,
    cookies,
    requestFields: found.fields,
    method,
    notes: [...new Set(notes)],
  };
}

function readArguments(words: readonly CommandWord[]): CurlArguments {
  const found: CurlArguments = { cookies: [], fields: [], urls: [], options: [], methods: [] };
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as CommandWord;
    if (!word.text.startsWith("-")) {
      if (isUrl(word.text)) found.urls.push(word);
      // A variable may hold any options.
      else if (/^[$%@`]/.test(word.text)) found.options.push(word.text);
      continue;
    }
    const { names, name, value } = splitOption(word.text);
    found.options.push(...names);
    if (name === undefined) continue;
    const own: CommandWord = { text: value, hasBareAmpersand: word.hasBareAmpersand };
    readOption(found, name, value ? own : (words[++i] ?? own));
  }
  return found;
}

/** Text that curl would request: absolute, or without a scheme but signed. */
function isUrl(text: string): boolean {
  if (/^https?:\/\//i.test(text)) return true;
  return text.indexOf("?") > 0 && !/\s/.test(text) && hasSigningParameters(text);
}

interface SplitOption {
  /** The options of the word: several letters may stand in one. */
  readonly names: readonly string[];
  /** The one of them that has a value. */
  readonly name: string | undefined;
  /** The value if it is in the same word. */
  readonly value: string;
}

function splitOption(word: string): SplitOption {
  if (word.startsWith("--"))
    return { names: [word.slice(2)], name: hasValue(word.slice(2)) ? word : undefined, value: "" };
  const letters = Array.from(word.slice(1));
  const at = letters.findIndex((letter) => shortWithValue.includes(letter));
  if (at < 0) return { names: letters, name: undefined, value: "" };
  return { names: letters.slice(0, at + 1), name: `-${letters[at]}`, value: letters.slice(at + 1).join("") };
}

function readOption(found: CurlArguments, name: string, word: CommandWord): void {
  switch (name) {
    case "--url":
      found.urls.push(word);
      break;
    case "-X":
    case "--request":
      found.methods.push(word.text);
      break;
    case "-b":
    case "--cookie":
      // Without = it is the name of a file.
      if (word.text.includes("=")) found.cookies.push(word.text);
      break;
    case "-H":
    case "--header": {
      const [field = ""] = word.text.split(":", 1);
      const [name, value] = [field.trim().toLowerCase(), word.text.slice(field.length + 1)];
      if (name === "cookie") found.cookies.push(value);
      else found.fields.push({ name, value });
      break;
    }
  }
}

/** Without the line breaks that a terminal or a mail program has put into a value. */
function joinedLines(text: string): string {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .join("");
}

/** Options that send a body, in a POST unless -G stands beside them. */
const bodies: readonly string[] = [
  "d",
  "F",
  "data",
  "data-raw",
  "data-binary",
  "data-ascii",
  "data-urlencode",
  "json",
  "form",
  "form-string",
];

/** Short options that do not change the method. Others may: -K reads a file with any of them. */
const plainLetters = "AbcCDeEfgGHiIjJkLmnNoOpqrRsSTuUvwxXyYz012346#";

/** Long options that do not change the method, without --. Behind those that are read, and those whose value may look like a URL, stands an =. */
const plainNames: readonly string[] = [
  "request= head get upload-file= url= header= cookie= cookie-jar junk-session-cookies user user-agent=",
  "referer= proxy= proxy-user preproxy= noproxy doh-url= resolve connect-to interface ipv4 ipv6",
  "compressed insecure location location-trusted max-redirs path-as-is globoff range silent",
  "show-error verbose include fail fail-with-body no-progress-meter progress-bar output= output-dir",
  "remote-name remote-header-name create-dirs continue-at no-buffer write-out dump-header trace",
  "trace-ascii trace-time disable max-time connect-timeout retry retry-delay retry-max-time",
  "retry-all-errors limit-rate cacert capath cert key http1.0 http1.1 http2 http2-prior-knowledge",
  "http3 tlsv1.2 tlsv1.3 tls-max ssl-no-revoke",
];

/** Whether a long option has a value that is read, or that is not a URL of the request. */
function hasValue(name: string): boolean {
  return bodies.includes(name) || isNamed(`${name}=`);
}

function isNamed(name: string): boolean {
  return plainNames.some((line) => line.split(" ").includes(name));
}

/**
 * The method of a curl command with these options, letters or long names without --, and these values of -X.
 * `undefined` if it might be another one than GET and HEAD: with an option that is not known.
 *
 * Source: https://curl.se/docs/manpage.html
 */
function methodOfCurl(options: readonly string[], requested: readonly string[]): string | undefined {
  const has = (...names: readonly string[]): boolean => options.some((name) => names.includes(name));
  const method = readMethod(requested.at(-1)) ?? (has("X", "request") ? undefined : impliedMethod(has));
  return isSafeMethod(method) && !options.every(isPlain) ? undefined : method;
}

function impliedMethod(has: (...names: readonly string[]) => boolean): string {
  if (has("T", "upload-file")) return "PUT";
  if (has(...bodies) && !has("G", "get")) return "POST";
  return has("I", "head") ? "HEAD" : "GET";
}

function isPlain(option: string): boolean {
  return (
    bodies.includes(option) ||
    (option.length === 1 ? plainLetters.includes(option) : isNamed(option) || isNamed(`${option}=`))
  );
}
