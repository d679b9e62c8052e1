import { readPastedRequest } from "cloudfront-sign-diagnosis";
import { refuse } from "../../arguments/refusal.ts";
import { refuseFileName } from "../../arguments/source-file.ts";
import type { Arguments } from "../../command.ts";
import type { GivenRequest } from "../../requests/inspection-fields.ts";
import { linesOfStandardInput } from "../../requests/requested-urls.ts";

/** The reader takes no more characters of a paste. */
const longestPaste = 100_000;

/** A request, and what was left out of its text or assumed, in sentences. */
export interface ReadRequest extends GivenRequest {
  readonly notes: readonly string[];
}

/** The requests of the arguments, with those of standard input in the place of `-`. */
export async function* givenRequests({ positionals }: Arguments): AsyncGenerator<ReadRequest> {
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
  if (paste !== undefined) {
    yield paste;
    return;
  }
  for (const line of start) yield* requestOfLine(line);
  for await (const line of lines) yield* requestOfLine(line);
}

/** Whether a line is not a URL, but has cookies, parameters or a command in it: then all lines are about one request. */
function isPieceOfRequest(line: string): boolean {
  return !/^\s*https?:\/\//i.test(line) && readPaste(line) !== undefined;
}

function* requestOfLine(line: string): Generator<ReadRequest> {
  const text = line.trim();
  if (text !== "") yield readPaste(text) ?? unreadable(text);
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
