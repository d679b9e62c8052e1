import { readPastedRequest } from "cloudfront-sign-diagnosis";
import { summaryOf } from "cloudfront-sign-diagnosis/internals";
import type { CloudFrontInspection } from "cloudfront-sign-webcrypto/verify";
import { readClock } from "../../arguments/read-time.ts";
import { refuse } from "../../arguments/refusal.ts";
import { refuseFileName } from "../../arguments/source-file.ts";
import type { Arguments, Command, ExitStatus } from "../../command.ts";
import { verifierFlags, viewerFlags } from "../../keys/flags.ts";
import type { Clock } from "../../output/describe-time.ts";
import { denialFields, type Field, fieldLines, labelledLines } from "../../output/print-fields.ts";
import { print } from "../../output/standard-output.ts";
import { jsonLine, printable, sayNote, styled, textWidth } from "../../output/terminal.ts";
import { program } from "../../program.ts";
import {
  byteLength,
  type GivenRequest,
  inspectionFields,
  inspectRequest,
} from "../../requests/inspection-fields.ts";
import { joinCookies, readCookieFlags } from "../../requests/read-cookies.ts";
import { linesOfStandardInput } from "../../requests/requested-urls.ts";

const flags = {
  cookie: viewerFlags.cookie,
  now: verifierFlags.now,
  json: { does: "print one line of JSON for each URL", group: "Output" },
} as const;

type InspectFlag = keyof typeof flags;

export const inspect: Command<InspectFlag> = {
  forms: ["URL …", "'CloudFront-Policy=…'", "- < FILE      (one URL per line)", "[URL] --cookie COOKIES"],
  flags,
  examples: [
    {
      does: "what a signed URL allows, and until when",
      line: "inspect 'https://d111111abcdef8.cloudfront.net/a.jpg?Expires=1900000000&Signature=AAAA&Key-Pair-Id=K2JCJMDEHXQW5F'",
    },
    {
      does: "signed cookies, with the URL that they were sent to",
      line: "inspect https://d111111abcdef8.cloudfront.net/a.jpg --cookie 'CloudFront-Expires=1900000000; CloudFront-Signature=AAAA; CloudFront-Key-Pair-Id=K2JCJMDEHXQW5F'",
    },
  ],
  get notes() {
    return [
      "Put URLs and cookies in single quotes: a shell ends a command at &.",
      "inspect reads everything that explain reads: also cookies, parameters, a curl command, or the output of curl -v. Standard input has one URL per line. If a line has cookies or a command instead, all lines are read as one request.",
      `inspect does not check the signature, so anyone could have written what it shows. ${program()} verify checks it.`,
      `Exit status: 0 if everything can be read, also if it has expired or its signature is forged; 1 if CloudFront would deny it with any key and at any time. In a script that must know whether CloudFront allows it, use ${program()} verify.`,
    ];
  },
  run,
};

async function run(args: Arguments<InspectFlag>): Promise<ExitStatus> {
  const clock = readClock(args);
  if (args.positionals.length > 0) {
    let [status, isFirst]: [ExitStatus, boolean] = [0, true];
    for await (const { url, cookies: pasted, notes } of givenRequests(args)) {
      if (!isFirst && !args.has("json")) await print("\n");
      isFirst = false;
      for (const note of notes) sayNote(note);
      const request = { url, cookies: joinCookies([pasted, readCookieFlags(args, url)]) };
      if ((await show(args, request, clock)) === 1) status = 1;
    }
    return status;
  }
  const cookies = readCookieFlags(args);
  if (cookies === undefined) return refuse("Give a URL in single quotes, or cookies: --cookie COOKIES");
  return await show(args, { url: undefined, cookies }, clock);
}

async function show(args: Arguments<InspectFlag>, request: GivenRequest, clock: Clock): Promise<0 | 1> {
  const inspection = inspectRequest(request);
  const status = inspection.problem === undefined ? 0 : 1;
  await print(
    args.has("json") ? inspectionJson(inspection, request) : inspectionCard(inspection, request, clock),
    status,
  );
  return status;
}

export function inspectionCard(
  inspection: CloudFrontInspection,
  request: GivenRequest,
  clock: Clock,
): string {
  const { problem, policyText, policy } = inspection;
  const width = textWidth(process.stdout);
  const fields = inspectionFields(inspection, request, clock).map(
    ([label, value]): Field => (label === "Signature" ? [label, `${value}, not verified`] : [label, value]),
  );
  const lines =
    problem === undefined
      ? fieldLines(fields, width)
      : [
          ...labelledLines("Problem", summaryOf(problem), ["bold", "red"], width),
          ...fieldLines([...denialFields(problem), ...fields], width),
        ];
  // A canned policy is rebuilt from the URL: without one it is not what was signed.
  if (policyText !== undefined && policy?.resource !== "")
    lines.push("", styled(process.stdout, "bold", "The policy"), ...policyLines(policyText));
  return `${lines.join("\n")}\n`;
}

/** JSON with a line for each member. A canned policy is not JSON if the URL has a quote in it. */
function policyLines(text: string): string[] {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).split("\n").map(printable);
  } catch {
    return text.split("\n").map(printable);
  }
}

export function inspectionJson(inspection: CloudFrontInspection, { url, cookies }: GivenRequest): string {
  const sizes = {
    urlBytes: url === undefined ? undefined : byteLength(url),
    cookieBytes: cookies === undefined ? undefined : byteLength(cookies),
  };
  return jsonLine({ ...inspection, ...sizes });
}

/** The reader takes no more characters of a paste. */
const longestPaste = 100_000;

/** A request, and what was left out of its text or assumed, in sentences. */
interface ReadRequest extends GivenRequest {
  readonly notes: readonly string[];
}

/** The requests of the arguments, with those of standard input in the place of `-`. */
async function* givenRequests({ positionals }: Arguments): AsyncGenerator<ReadRequest> {
  for (const positional of positionals) {
    if (positional === "-") yield* requestsOfStandardInput();
    else {
      refuseFileName(positional, "inspect");
      yield readPaste(positional) ?? unreadable(positional);
    }
  }
}

/** A URL a line, of any number; or one paste, of which the reader takes only the beginning. */
async function* requestsOfStandardInput(): AsyncGenerator<ReadRequest> {
  const lines = linesOfStandardInput();
  const start: string[] = [];
  for (let length = 0; length <= longestPaste; ) {
    const { value, done } = await lines.next();
    if (done) break;
    start.push(value);
    length += value.length + 1;
  }
  const paste = start.some(isPieceOfRequest) ? readPaste(start.join("\n")) : undefined;
  if (paste !== undefined) return yield paste;
  async function* all(): AsyncGenerator<string> {
    yield* start;
    yield* lines;
  }
  for await (const line of all()) {
    const text = line.trim();
    if (text !== "") yield readPaste(text) ?? unreadable(text);
  }
}

/** Whether a line is not a URL, but has cookies, parameters or a command in it: then all lines are about one request. */
function isPieceOfRequest(line: string): boolean {
  return !/^\s*https?:\/\//i.test(line) && readPaste(line) !== undefined;
}

/** The request in a text, as `explain` reads it; `undefined` without one. */
function readPaste(text: string): ReadRequest | undefined {
  const { url, cookies, notes = [] } = readPastedRequest(text) ?? {};
  return url === undefined && cookies === undefined ? undefined : { url, cookies, notes };
}

/** The inspection says what is wrong with a URL. */
function unreadable(text: string): ReadRequest {
  if (/^ey[\w~-]{20,}$/.test(text))
    refuse("This is the value of a policy without its name; write CloudFront-Policy= in front of it.");
  if (/^\s*\{\s*"(?:Version|Statement)"/.test(text))
    refuse("This is an unsigned policy, which you can read as it is; pass the signed URL, or its cookies.");
  return { url: text, cookies: undefined, notes: [] };
}
