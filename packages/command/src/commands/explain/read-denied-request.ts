import { type PastedRequest, readPastedRequest } from "cloudfront-sign-diagnosis";
import { readFlag, readStatus } from "../../arguments/flag-values.ts";
import { refuse, refusePrivateKey } from "../../arguments/refusal.ts";
import {
  decodeText,
  pathOf,
  readSourceFile,
  readStandardInput,
  refuseFileName,
  sayHowToEnd,
} from "../../arguments/source-file.ts";
import type { Arguments } from "../../command.ts";
import { program } from "../../program.ts";
import { joinCookies, readCookieFlags } from "../../requests/read-cookies.ts";
import { endsBeforeAmpersand } from "../../requests/url-argument.ts";
import type { ExplainFlag } from "./explain-flags.ts";

/** A request and its answer, as far as the arguments and a paste show them. */
export interface DeniedRequest extends Partial<PastedRequest> {
  readonly url: string | undefined;
  readonly cookies: string | undefined;
  readonly notes: readonly string[];
  /** Whether `method` is the one that was sent, and GET if it is not given: a URL alone is requested by GET. */
  readonly isMethodKnown: boolean;
  readonly pageOrigin: string | undefined;
}

/** Reads everything that is known about the request. Refuses private keys before anything else is read. */
export function readDeniedRequest(args: Arguments<ExplainFlag>): DeniedRequest {
  const paste = readPaste(args.positionals);
  const url = args.value("url");
  const setCookie = args.values("set-cookie");
  const body = readBody(args);
  const pasted = paste === undefined ? undefined : readPastedRequest(paste, { requestedUrl: url });
  const cookies = readCookieFlags(args, pasted?.url ?? url);
  if (paste !== undefined && pasted === undefined) {
    refuseFileName(paste, "explain");
    return refuse(
      "There is no signed URL and no signed cookie in this. Give a whole URL that starts with https://, a curl command, the output of curl -v (with 2>&1 before a pipe), a Cookie header with CloudFront-Signature in it, or the lines CloudFront-Policy=…, CloudFront-Signature=…, CloudFront-Key-Pair-Id=…",
    );
  }
  if (paste === undefined && [url, cookies, body].every((given) => given === undefined) && !setCookie.length)
    return refuse(
      "Give what was requested: a URL or a curl command in single quotes, or - to read it from standard input.",
    );
  if (args.has("fetch") && isElsewhere(pasted?.url, url))
    return refuse(
      "--url: the paste has another URL, and --fetch would send your cookies there; leave one of the two out",
    );
  const isOfLines = pasted?.cookies === undefined ? setCookie.length > 0 : pasted.areCookiesUncertain;
  const sentCookies = cookies ?? (setCookie.length > 0 ? cookiesOf(setCookie) : undefined);
  const method =
    readFlag(args, "method", "an HTTP method; write one such as GET, HEAD, OPTIONS or POST", (text) =>
      /^[a-z]{1,20}$/i.test(text) ? text.toUpperCase() : undefined,
    ) ?? pasted?.method;
  return {
    ...pasted,
    url: pasted?.url ?? url,
    cookies: joinCookies([pasted?.cookies, sentCookies]),
    areCookiesUncertain: cookies === undefined && isOfLines,
    setCookie: [...(pasted?.setCookie ?? []), ...setCookie],
    method,
    isMethodKnown: method !== undefined || paste === undefined || hasUrlAlone(paste),
    // An origin, also out of the URL of a page.
    pageOrigin:
      readFlag(
        args,
        "page-origin",
        "the origin of a page; write one such as https://app.example.com",
        (text) => (/^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).origin : undefined),
      ) ?? pasted?.pageOrigin,
    status: readStatus(args) ?? pasted?.status,
    responseBody: body ?? pasted?.responseBody,
    notes: [
      ...(pasted?.notes ?? []),
      ...(paste !== undefined && endsBeforeAmpersand(paste) ? [quotesNote] : []),
    ],
  };
}

const quotesNote =
  "The URL ends at its first signing parameter. If it should not, put it in single quotes: a shell ends a command at &.";

/** Whether a paste has a URL and nothing else but marks around it, or no URL: it is that of --url then. */
function hasUrlAlone(paste: string): boolean {
  const url = readPastedRequest(paste)?.url;
  return url === undefined || withoutMarks(paste) === withoutMarks(url);
}

function withoutMarks(text: string): string {
  return text
    .replace(/&amp;|\\u0026/g, "&")
    .replace(/[\s!-#'-*,-/:-@[-\]_`{-}\u200b-\u200f\u2018-\u201d\u2060]/g, "");
}

function readPaste(positionals: readonly string[]): string | undefined {
  if (positionals.length > 1)
    return refuse(
      `Give one request: these are ${positionals.length} arguments. Put single quotes around a curl command, or around a URL.`,
    );
  const [argument] = positionals;
  if (argument !== "-") return argument;
  sayHowToEnd("Paste the URL, the output of curl -v or the cookies.");
  const text = decodeText(
    readStandardInput("-", `send something to it: curl -sv 'URL' 2>&1 | ${program()} explain -`),
  );
  refusePrivateKey("Standard input", text);
  return text;
}

/** Whether a URL is for another host than the one that was given beside it. */
function isElsewhere(pasted: string | undefined, given: string | undefined): boolean {
  if (pasted === undefined || given === undefined) return false;
  return !URL.canParse(given) || !URL.canParse(pasted) || new URL(given).origin !== new URL(pasted).origin;
}

function readBody(args: Arguments<ExplainFlag>): string | undefined {
  const value = args.value("body");
  if (value === undefined) return undefined;
  if (value === "-" && args.positionals.includes("-"))
    return refuse("--body: standard input has the request already; pass the body as a file");
  const step = `send the body to it: curl -s 'URL' | ${program()} explain 'URL' --body -`;
  const body = decodeText(
    value === "-" ? readStandardInput("--body", step) : readSourceFile("--body", pathOf(value)),
  );
  refusePrivateKey("--body:", body);
  return body;
}

/** The cookies that a browser sends once these lines have set them. */
function cookiesOf(setCookie: readonly string[]): string {
  return setCookie
    .map((line) => line.replace(/^\s*set-cookie:/i, "").split(";", 1)[0] as string)
    .map((cookie) => cookie.trim())
    .join("; ");
}
