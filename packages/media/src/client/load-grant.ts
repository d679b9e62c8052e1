import type { PlatformAbortSignal, UrlInput } from "cloudfront-sign-webcrypto";
import { CloudFrontSignError } from "cloudfront-sign-webcrypto";
import { memberOf, untilAborted } from "cloudfront-sign-webcrypto/internals";
import type { DeviceClock } from "./device-clock.ts";
import { type GrantAnswer, type NewGrant, readGrantAnswer } from "./grant-answer.ts";
import type { GrantRefusalReason } from "./grant-state.ts";
import { type HeldGrant, holdGrant } from "./held-grant.ts";
import { loadFailure } from "./load-failure.ts";
import { readJson } from "./read-json.ts";
import { absoluteHref, hrefOf, isOfOtherOrigin } from "./signed-request.ts";

/** The members of a `Response` that are read. */
export interface GrantResponse {
  /** The HTTP status. */
  readonly status: number;
  /** The headers, `Retry-After` among them. */
  readonly headers: { get(name: string): string | null };
  /** Returns the body, parsed. */
  json(): Promise<unknown>;
}

/** Loads a grant from the server; `signal` aborts when nobody waits for the grant any more. */
export type LoadGrant = (context: {
  readonly signal: PlatformAbortSignal;
}) => GrantAnswer | GrantResponse | PromiseLike<GrantAnswer | GrantResponse>;

/** Why a load gave no grant. */
export interface FailedLoad {
  readonly error: CloudFrontSignError;
  /** Set when the endpoint refused with 401 or 403: it is not asked again by itself. */
  readonly reason?: GrantRefusalReason;
  /** Whether another attempt may succeed. Requests wait for it, and do not wait for one that will fail again. */
  readonly isTransient?: boolean;
  /** Milliseconds of the header Retry-After. */
  readonly retryAfter?: number;
}

/** Statuses of the client (4xx) after which it may try again. Source: RFC 9110, RFC 8470, RFC 6585. */
const transientStatuses = [408, 425, 429];

/** Loads a valid grant. Never rejects, and settles when the controller aborts, after `timeout` seconds at the latest. */
export async function loadOnce(
  load: UrlInput | LoadGrant,
  controller: AbortController,
  timeout: number,
  clock: DeviceClock,
): Promise<HeldGrant | FailedLoad> {
  const startedAt = clock();
  const { signal } = controller;
  const timer = setTimeout(() => controller.abort(), timeout * 1000);
  try {
    const answer = await readAnswer(load, signal);
    if ("error" in answer) return answer;
    const grant = holdGrant(answer, startedAt, clock);
    return grant.end > clock()
      ? grant
      : transientFailure("took longer than the grant lasts; let grants last longer");
  } catch (cause) {
    if (signal.aborted)
      return transientFailure(
        `did not answer within ${timeout} seconds; make the endpoint faster, or pass a longer timeout`,
      );
    if (isGrantError(cause)) return { error: cause };
    return transientFailure(
      typeof load !== "function" && isOfOtherOrigin(load)
        ? "could not be fetched; if the server runs, add the origin of this page to allowedOrigins of grantHandler (CORS)"
        : "ended with an error; see the cause of this error",
      cause,
    );
  } finally {
    clearTimeout(timer);
  }
}

function transientFailure(problem: string, cause?: unknown): FailedLoad {
  return { error: loadFailure(problem, cause), isTransient: true };
}

/** Whether the error says already what is wrong with the grant. `load` may also pass on an error of a signer. */
function isGrantError(value: unknown): value is CloudFrontSignError {
  try {
    return value instanceof CloudFrontSignError && value.code.startsWith("ERR_GRANT_");
  } catch {
    // `instanceof` throws for a proxy whose trap does.
    return false;
  }
}

/** Rejects as soon as the signal aborts. */
async function readAnswer(load: UrlInput | LoadGrant, signal: AbortSignal): Promise<NewGrant | FailedLoad> {
  const answer = await untilAborted(signal, () =>
    Promise.resolve().then(() =>
      typeof load === "function"
        ? load({ signal: signal as PlatformAbortSignal })
        : fetch(hrefOf(load), { method: "POST", credentials: "include", signal }),
    ),
  );
  if (typeof load !== "function" && isOfAnotherHost(answer, absoluteHref(load)))
    return {
      error: loadFailure(
        "was redirected to another host, which could return a grant of its own; pass the URL of the endpoint itself",
      ),
    };
  const status = memberOf(answer, "status");
  if (typeof status !== "number") {
    // The body of a refusal of `grantHandler`, whose status somebody dropped.
    const code = memberOf(answer, "code");
    return code === "signed-out" || code === "forbidden" ? refused(code, code) : readGrantAnswer(answer);
  }
  const response = answer as GrantResponse;
  const json = untilAborted(signal, () => readJson(response));
  if (status >= 200 && status < 300) return readGrantAnswer(await json);
  // The status and Retry-After say enough if the body never ends, or is not in JSON.
  const text = `${status}${quotedMessage(await json.catch(() => {}))}`;
  if (status === 401) return refused(text, "signed-out");
  if (status === 403) return refused(text, "forbidden");
  const isTransient = status >= 500 || transientStatuses.includes(status);
  const step = isTransient ? "check the server's log for the reason" : "check the URL in load";
  const error = loadFailure(`got status ${text}; ${step}`);
  return { error, isTransient, retryAfter: retryAfterOf(response) };
}

/** Whether the answer came after a redirect to another host, or away from HTTPS. No page can see where a redirect leads before it is followed. */
function isOfAnotherHost(answer: unknown, asked: string): boolean {
  const url = memberOf(answer, "url");
  // React Native does not say whether it was redirected.
  if (memberOf(answer, "redirected") === false || typeof url !== "string" || url === "") return false;
  const [from, to] = [originOf(asked), originOf(url)];
  return to !== from && to !== from.replace(/^http:/, "https:");
}

/** Scheme, host and port of an absolute URL. */
const originOf = (href: string): string => href.split("/", 3).join("/");

function refused(answer: string, reason: GrantRefusalReason): FailedLoad {
  const step =
    reason === "signed-out" ? "sign in, then call renew()" : "call renew() when the viewer has access";
  const error = new CloudFrontSignError("ERR_GRANT_REFUSED", "load", `was refused with ${answer}; ${step}`);
  return { error, reason };
}

/** What moves a terminal's cursor, breaks the line of a log, or turns the direction of what follows. */
const controls = "[\\0-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069]";

/** The `message` of an answer in JSON, as a part of a sentence. Responses of other HTTP clients may have no body. */
function quotedMessage(answer: unknown): string {
  const message = memberOf(answer, "message");
  if (!message || typeof message !== "string") return "";
  return `: ${message.slice(0, 200).replace(new RegExp(controls, "g"), " ").replace(/\.$/, "")}`;
}

/** The longest pause that the endpoint can ask for, in seconds: a wrong header must not end a session. */
const longestRetryAfter = 3600;

/**
 * The header Retry-After in milliseconds. A date counts from the server's own `Date`: the clock of the device may be
 * wrong, and is used only where CORS hides that header. Proxies join two headers with a comma.
 *
 * Source: RFC 9110, sections 10.2.3 and 5.6.7.
 */
function retryAfterOf({ headers }: GrantResponse): number {
  const value = headers.get("Retry-After") ?? "";
  const [, seconds] = /^\s*(\d+)(?:\.\d*)?\s*(?:,|$)/.exec(value) ?? [];
  const now = readDate(headers.get("Date") ?? "") || Date.now();
  const milliseconds = seconds ? Number(seconds) * 1000 : readDate(value) - now || 0;
  return Math.min(Math.max(milliseconds, 0), longestRetryAfter * 1000);
}

/** A date in one of the three forms of HTTP, the third of which does not say that it is GMT; otherwise `NaN`. */
function readDate(text: string): number {
  const [date] = /^\s*[A-Z][a-z]{2,8},? [^:]{6,12} ?\d\d:\d\d:\d\d(?: \d{4})?/.exec(text) ?? [];
  return Date.parse(`${date} GMT`);
}
