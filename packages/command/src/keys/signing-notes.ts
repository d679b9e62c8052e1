import {
  describeSeconds,
  isLoopback,
  policyGrammar,
  readDuration,
  readInstant,
} from "cloudfront-sign-webcrypto/internals";
import { readDate } from "../arguments/read-time.ts";
import type { Arguments } from "../command.ts";
import { describeTime, localTime } from "../output/describe-time.ts";
import { shellWord } from "../output/shell-word.ts";
import { sayNote } from "../output/terminal.ts";
import { program } from "../program.ts";
import { isPublicHost } from "../requests/public-address.ts";
import { onlyParameter, splitStep } from "../requests/url-argument.ts";

/** What is signed, as it was given. */
export interface Signed {
  /** The URL, or a pattern. */
  readonly url: string;
  /** Whether nothing but this URL is signed. */
  readonly isAlone: boolean;
  readonly isOfCookies?: boolean;
  readonly ipAddress?: string | number | undefined;
}

/** The terms that notes are about. A ready policy stands for all others. */
export interface NotedTerms {
  readonly policy?: string | undefined;
  readonly resource?: string | undefined;
  readonly expiresIn?: unknown;
  readonly cacheWindow?: unknown;
  readonly dateLessThan?: unknown;
}

type Note = readonly [
  seen: RegExp,
  sentence: (match: string[], url: string) => string,
  when?: (signed: Signed) => boolean,
];

const isPattern = ({ isAlone }: Signed): boolean => !isAlone;
const isOfCookies = (signed: Signed): boolean => signed.isOfCookies === true;

/** What may be meant, and mostly is not: what is seen in a URL, and what is said of it. */
const notes: readonly Note[] = [
  [
    /\$[A-Z_][A-Z\d_]*/,
    ([variable]) =>
      `${variable} is signed as it is written: a shell replaces no variable in single quotes. For its value, write the URL in double quotes.`,
  ],
  [
    /^[a-z*]+:\/\/[^?#]*[^:/?#]\/\//i,
    () => "The path has an empty part (//), which is signed as it is. Is a variable of the shell not set?",
  ],
  [
    /^[^?#]*?\/(:\w+|\{\w+\}|<\w+>|\[\w+\])(?=[/?#]|$)/,
    ([, placeholder]) =>
      `${placeholder} in the path is signed as it is written. If it stands for a value, write the value.`,
  ],
  [/&amp;/, () => "The URL has &amp;, as HTML writes a &, and is signed as it is. Write & alone."],
  [
    /^[a-z*]+:\/\/[^/?#]*\/[^?#]*\+/i,
    () => "The path has a +, which S3 reads as a space. If the object key has a +, write %2B.",
  ],
  [
    /^(https?:\/\/[^?#*]+\/)[^/?#*]+\.(?:m3u8|mpd)(?:[?#]|$)/i,
    ([, folder]) =>
      `The playlist is signed alone, and not its segments. Cookies cover all of them: ${program()} cookies ${shellWord(`${folder}*`)}`,
    (signed) => signed.isAlone && !isOfCookies(signed),
  ],
  [
    // A URL that does not end with a file name may be meant as a folder.
    /^https?:\/\/[^/?*]+\/(?:[^?*]*\/)?[^./?*]+$/,
    (_, url) => `The cookies are for ${url} alone. For everything below it, write ${shellWord(`${url}/*`)}.`,
    isOfCookies,
  ],
  [
    /^[a-z*]+:\/\/([^/?#]+)\/\*$/i,
    ([, host]) =>
      `The pattern covers every path of ${host}. For one folder, write it in front of the *, as in /FOLDER/*. Is a variable of the shell not set?`,
    (signed) => isPattern(signed) && !isLoopback(hostOf(signed.url)),
  ],
  [
    /^([a-z*]+:\/\/[^/?#]+\/(?:[^?*]*\/)?)([^/?*.]*[a-z])\*$/i,
    ([, folder, name]) =>
      `The pattern ends with ${name}*, so it covers longer names, too, such as ${name}2. For the folder ${name} alone, write ${shellWord(`${folder}${name}/*`)}.`,
    isPattern,
  ],
  [
    /^https?:\/\/[^/?#]+\/?$/i,
    () =>
      "The URL has no path, so it is the root of the distribution alone. For a file, add its path. Is a variable of the shell not set?",
    (signed) => !isOfCookies(signed) && !isLoopback(hostOf(signed.url)),
  ],
  [
    /^[^?#]*\.[a-z][a-z\d]{1,4} [^/?# ]+\.[a-z][a-z\d]{1,4}(?:[ ?#]|$)/i,
    () =>
      "The path has several file names with a space between them, and is signed as one URL. If they are several files, give each a URL of its own.",
  ],
];

/** What is wrong with nothing but its size. */
function networkNote(ipAddress: string | number | undefined): string | undefined {
  // Anything else is refused when it is signed, and not shown before.
  const [, address = "", bits] = /^([\d.]{7,15})\/(\d{1,2})$/.exec(`${ipAddress}`) ?? [];
  // An address of a host with the size of a network.
  const isWide = address
    .split(".")
    .some((part, i) => bits !== undefined && i * 8 >= Number(bits) && part !== "0");
  return isWide
    ? `${ipAddress} allows ${2 ** (32 - Number(bits))} addresses, all with the same first ${bits} bits. For fewer, write a larger number after the /.`
    : undefined;
}

/** A pattern whose host is nothing but wildcards, up to its port, its path or the ? of its query. */
const allHosts = /^(?:[a-z*?]+:\/\/)?\*[.*?]*?(?::[\d*?]+)?(?:\/|\\?\?(?:\*|[^/.]*=)|$)/i;

function policyNote({ resource = "", seconds }: { resource?: string | undefined; seconds: number }) {
  const days = seconds / 86_400;
  return [
    /^http:/i.test(resource) && isPublicHost(hostOf(resource).toLowerCase())
      ? "The URL has http. If the distribution redirects to https, it denies the request then: sign the URL with https."
      : undefined,
    allHosts.test(resource)
      ? "The pattern covers all hosts: every distribution that trusts the key. For one, write its host, as in https://d111111abcdef8.cloudfront.net/FOLDER/*."
      : undefined,
    days > usualDays
      ? `Access lasts for up to ${Math.ceil(days)} days. For less, write a shorter time with its unit, such as 1h. To refuse long times, add --max-lifetime 7d.`
      : undefined,
  ];
}

const usualDays = 30;

/** What a policy of these terms covers, and for how many seconds; what cannot be read is refused when it is signed. */
function granted({ policy, resource, expiresIn, cacheWindow, dateLessThan }: NotedTerms): {
  readonly resource?: string | undefined;
  readonly seconds: number;
} {
  const now = Date.now() / 1000;
  if (policy !== undefined) {
    const read = policyGrammar.read(policy);
    return "id" in read ? { seconds: 0 } : { resource: read.resource, seconds: read.dateLessThan - now };
  }
  const end = expiresIn === undefined ? readInstant(dateLessThan) : readDuration(expiresIn);
  const window = readDuration(cacheWindow);
  if (typeof end !== "number") return { resource, seconds: 0 };
  if (expiresIn === undefined) return { resource, seconds: end - now };
  return { resource, seconds: end + (typeof window === "number" ? window : 0) };
}

/** The inputs that are looked at: of a long list, the first ones have the fault too. */
const mostInputs = 20;

/** Says what should be known about what is signed, each sentence once. */
export function signingNotes(): (signed: Signed) => void {
  return notesOf((signed) => [
    ...notes.map(([seen, sentence, when]) => {
      const match = seen.exec(signed.url);
      return match && (when?.(signed) ?? true) ? sentence(match, signed.url) : undefined;
    }),
    networkNote(signed.ipAddress),
  ]);
}

/** Says what should be known about a policy that was signed, each sentence once. */
export function policyNotes(): (terms: () => NotedTerms) => void {
  return notesOf((terms) => policyNote(granted(terms())));
}

function notesOf<Input>(find: (input: Input) => readonly (string | undefined)[]): (input: Input) => void {
  const said = new Set<string>();
  let numInputs = 0;
  return (input) => {
    if (++numInputs > mostInputs) return;
    for (const note of find(input)) {
      if (note !== undefined && !said.has(note)) sayNote(note);
      said.add(note ?? "");
    }
  };
}

function hostOf(url: string): string {
  return /^[a-z*]+:\/\/(\[[^\]]*\]|[^/:?#]*)/i.exec(url)?.[1] ?? "";
}

/** Says how long a length of time without a unit is: a number may be meant in milliseconds or minutes. */
export function noteLength(flag: string, text: string | undefined): void {
  const seconds = text !== undefined && /^\d+$/.test(text) && readDuration(Number(text));
  if (typeof seconds === "number")
    sayNote(`--${flag} ${text} has no unit, so it is in seconds: ${describeSeconds(seconds)}.`);
}

/** What to write where local time was meant by a date with a Z; nothing where both are the same. */
function offsetStep(text: string): string {
  const meant = new Date(text.replace(/z$/i, ""));
  if (!/z$/i.test(text) || !meant.getTimezoneOffset()) return "";
  return ` If local time is meant, write ${localTime(meant).slice(-"+00:00".length)} in place of Z.`;
}

/**
 * Says when a date is: a local time with a Z is some hours too late. Off a terminal, only where hours matter and a zone
 * was written.
 */
export function noteExpiry(text = ""): void {
  const expiry = readDate(text);
  if (typeof expiry === "string") return;
  const now = new Date();
  const isOfToday = text.includes("T") && expiry.getTime() < now.getTime() + 86_400_000;
  if (process.stderr.isTTY || isOfToday)
    sayNote(`The expiry is ${describeTime(expiry, { now, isGiven: false })}.${offsetStep(text)}`);
}

/** Says so if a shell may have cut the URL: it ends the command, and has one parameter. */
export function noteLastArgument({ positionals, last = "" }: Arguments): void {
  if (positionals.includes(last) && onlyParameter(last) !== undefined)
    sayNote(`The URL is signed as it ends here, with one parameter. If it has more, ${splitStep}.`);
}
