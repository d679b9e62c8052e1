import type { Answer, NoAnswer } from "../answer.ts";
import { fetchAnswer } from "../fetch-answer.ts";
import { isLoopback } from "../loopback-names.ts";
import { refuse } from "../refusal.ts";
import { type RequestTarget, readRequestTarget } from "../request-target.ts";
import { printable } from "../terminal.ts";
import type { DeniedRequest } from "./read-denied-request.ts";

/** What came back, from where, and what to know about how it was requested. */
export interface Fetched {
  readonly host: string;
  readonly answer: Answer | NoAnswer;
  readonly notes: readonly string[];
}

/** Methods that change nothing on a server (RFC 9110, section 9.2.1). */
const safeMethods = ["GET", "HEAD", "OPTIONS"];

/** Requests a URL with its cookies. Refuses one that cannot or should not be sent. */
export async function fetchDenied({ url, method = "GET", cookies }: DeniedRequest): Promise<Fetched> {
  if (url === undefined)
    return refuse("--fetch: there is no URL to request; give it with --url, or leave --fetch out");
  const target = readRequestTarget(url);
  if (target === undefined)
    return refuse("--fetch: no client can request this URL; leave --fetch out to have it explained");
  if (!target.isSecure && !isLoopback(target.hostname))
    return refuse(
      "--fetch: sends a signature over https only; give the https URL, or request this one yourself: curl -sv 'URL' 2>&1 | cloudfront-sign explain -",
    );
  if (!safeMethods.includes(method))
    return refuse(
      `--fetch: sends GET, HEAD and OPTIONS only, and this is a ${method} request; leave --fetch out, and give the answer with --status and --body`,
    );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no header can have them
  const position = (cookies ?? "").search(/[\x00-\x08\x0a-\x1f\x7f]/);
  if (position >= 0)
    return refuse(
      `--fetch: the cookies have a control character at position ${position + 1}, which no header can have; copy them again`,
    );
  return { host: target.host, answer: await fetchAnswer(target, method, cookies), notes: notesOf(target) };
}

function notesOf({ path, browserPath, isExact }: RequestTarget): string[] {
  if (!isExact)
    return ["The URL cannot be sent as it is, with white space or such: it was sent as a browser sends it."];
  if (path === browserPath) return [];
  let at = 0;
  while (path[at] === browserPath[at]) at++;
  const shown = (text: string): string => `"${printable(text.slice(at, at + 12))}"`;
  return [
    `The URL was sent as it is. A browser sends another one: ${shown(browserPath)} instead of ${shown(path)}, from character ${at + 1} of the path.`,
  ];
}
