import type { PlatformAbortSignal, UrlInput } from "cloudfront-sign-webcrypto";
import { CloudFrontSignError } from "cloudfront-sign-webcrypto";
import { memberOf } from "cloudfront-sign-webcrypto/internals";
import { boundedJson } from "./bounded-json.ts";
import { type GrantAnswer, type NewGrant, readGrantAnswer } from "./grant-answer.ts";
import type { GrantRefusalReason } from "./grant-state.ts";
import { loadFailure } from "./load-failure.ts";
import { absoluteHref, hrefOf } from "./signed-request.ts";
import { untilAborted } from "./until-aborted.ts";

/** The members of a `Response` that are read. */
export interface ResponseLike {
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
}) => GrantAnswer | ResponseLike | PromiseLike<GrantAnswer | ResponseLike>;

/** The result of one load. */
export type LoadOutcome = { readonly grant: NewGrant } | FailedLoad;

export interface FailedLoad {
  readonly error: CloudFrontSignError;
  /** Set when the endpoint refused with 401 or 403: it is not asked again by itself. */
  readonly refusal?: GrantRefusalReason;
  /** Whether another attempt may succeed. Requests wait for it, and do not wait for one that will fail again. */
  readonly isTransient: boolean;
  /** Milliseconds of the header Retry-After. */
  readonly retryAfter: number;
}

/** Statuses of the client (4xx) after which it may try again. Source: RFC 9110, RFC 8470, RFC 6585. */
const transientStatuses = [408, 425, 429];

/** Loads once. Never rejects, and settles when the signal aborts at the latest. */
export async function loadOnce(
  load: UrlInput | LoadGrant,
  signal: AbortSignal,
  timeout: number,
): Promise<LoadOutcome> {
  try {
    return await readAnswer(load, signal);
  } catch (cause) {
    if (signal.aborted)
      return failedLoad(
        `did not answer within ${timeout} seconds; make the endpoint faster, or give a longer timeout`,
      );
    if (isGrantError(cause)) return { error: cause, isTransient: false, retryAfter: 0 };
    return failedLoad(
      isOfOtherOrigin(load)
        ? "could not be fetched; if the server runs, add the origin of this page to allowedOrigins of grantHandler (CORS)"
        : "ended with an error; see the cause of this error",
      cause,
    );
  }
}

/** A load that may succeed when it is tried again. */
export function failedLoad(problem: string, cause?: unknown): FailedLoad {
  return { error: loadFailure(problem, cause), isTransient: true, retryAfter: 0 };
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

/** Whether CORS may be why `fetch` failed, which no browser says. */
function isOfOtherOrigin(load: UrlInput | LoadGrant): boolean {
  const { location } = globalThis as { location?: { readonly origin: string } };
  const href = location && typeof load !== "function" && absoluteHref(load);
  return !!href && !href.startsWith(`${location.origin}/`);
}

/** Rejects as soon as the signal aborts. */
async function readAnswer(load: UrlInput | LoadGrant, signal: AbortSignal): Promise<LoadOutcome> {
  const asked = Promise.resolve().then(() => ask(load, signal));
  const answer = await untilAborted(asked, signal);
  const status = memberOf(answer, "status");
  if (typeof status !== "number") {
    // The body of a refusal of `grantHandler`, whose status somebody dropped.
    const code = memberOf(answer, "code");
    return code === "signed-out" || code === "forbidden"
      ? refused(code, code)
      : { grant: readGrantAnswer(answer) };
  }
  const response = answer as ResponseLike;
  const json = untilAborted(boundedJson(response), signal);
  if (status >= 200 && status < 300) return { grant: readGrantAnswer(await readJson(json, status)) };
  // The status and Retry-After say enough if the body never ends, or is not in JSON.
  const text = `${status}${quotedMessage(await json.catch(() => {}))}`;
  if (status === 401) return refused(text, "signed-out");
  if (status === 403) return refused(text, "forbidden");
  const isTransient = status >= 500 || transientStatuses.includes(status);
  const step = isTransient ? "the log of the server has the reason" : "check the URL in load";
  const error = loadFailure(`got status ${text}; ${step}`);
  return { error, isTransient, retryAfter: retryAfterOf(response) };
}

function ask(
  load: UrlInput | LoadGrant,
  signal: AbortSignal,
): GrantAnswer | ResponseLike | PromiseLike<GrantAnswer | ResponseLike> {
  return typeof load === "function"
    ? load({ signal: signal as PlatformAbortSignal })
    : fetch(hrefOf(load), { method: "POST", credentials: "include", signal });
}

function refused(answer: string, refusal: GrantRefusalReason): FailedLoad {
  const step = refusal === "signed-out" ? "sign in, then call renew()" : "call renew() when that has changed";
  const error = new CloudFrontSignError("ERR_GRANT_REFUSED", "load", `was refused with ${answer}; ${step}`);
  return { error, refusal, isTransient: false, retryAfter: 0 };
}

/** What moves a terminal's cursor, breaks the line of a log, or turns the direction of what follows. */
const controls = "[\\0-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069]";

/** The `message` of an answer in JSON, as a part of a sentence. Responses of other HTTP clients may have no body. */
function quotedMessage(answer: unknown): string {
  const message = memberOf(answer, "message");
  if (!message || typeof message !== "string") return "";
  return `: ${message.slice(0, 200).replace(new RegExp(controls, "g"), " ").replace(/\.$/, "")}`;
}

async function readJson(json: Promise<unknown>, status: number): Promise<unknown> {
  try {
    return await json;
  } catch (cause) {
    // In WebKit it is a DOMException of this name.
    if (memberOf(cause, "name") !== "SyntaxError") throw cause;
    // The cause stays out: V8 quotes the answer in it, which may be a grant.
    throw loadFailure(
      `got status ${status} and no JSON; let the endpoint answer as grantHandler does, not with a page to sign in`,
    );
  }
}

/** The longest pause that the endpoint can ask for, in seconds: a wrong header must not end a session. */
const longestRetryAfter = 3600;

/** The header Retry-After in milliseconds; its seconds only, because the clock of the device may be wrong. */
function retryAfterOf({ headers }: ResponseLike): number {
  const seconds = /^\d+$/.exec(headers.get("Retry-After") ?? "")?.[0] ?? 0;
  return Math.min(Number(seconds), longestRetryAfter) * 1000;
}
