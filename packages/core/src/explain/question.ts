import { fail } from "../errors.ts";
import { momentTime } from "../options/clock.ts";
import { kindOf, readOptions } from "../options/read-options.ts";
import type { UrlInput } from "../url/wire-form.ts";
import { type CookieInput, type RequestCookies, readCookies } from "../verify/cookies.ts";
import { type Credentials, decodeCredentials } from "../verify/credentials.ts";
import { longestBody, longestHostname, mostHostnames, mostSetCookieLines } from "../verify/limits.ts";
import { type Presented, readRequest } from "../verify/request.ts";
import { memberOf, textOf, textsOf, urlText } from "../verify/untrusted.ts";
import type { CloudFrontVerifier } from "../verify/verifier.ts";
import { codeOf } from "./response-body.ts";

/** A denied request, as far as it is known. The more is given, the more is proven. */
export interface CloudFrontDenialQuestion {
  /** The URL as it came from the signer, or as it was requested. */
  readonly url?: UrlInput | undefined;
  /** The cookies of the request: the value of the `Cookie` header, or names and values. */
  readonly cookies?: CookieInput | undefined;
  /** `Set-Cookie` lines with which the cookies were set. */
  readonly setCookie?: readonly string[] | undefined;
  /** The body of the answer. */
  readonly responseBody?: string | undefined;
  /** The status of the answer. */
  readonly status?: number | undefined;
  /** Has the public keys, with which a cause can be proven. */
  readonly verifier?: CloudFrontVerifier | undefined;
  /** When the request came. Default: the system's clock. */
  readonly now?: Date | undefined;
  /** The viewer's address. */
  readonly ipAddress?: string | undefined;
  /** Other host names of the distribution, one of which may have been signed instead. */
  readonly hostnames?: readonly string[] | undefined;
}

const questionNames = [
  "url",
  "cookies",
  "setCookie",
  "responseBody",
  "status",
  "verifier",
  "now",
  "ipAddress",
  "hostnames",
] as const;

/** What was read from a question. */
export interface Asked {
  /** Milliseconds. */
  readonly time: number;
  /** Whether there is a URL or cookies at all. */
  readonly hasRequest: boolean;
  /** The URL as text, empty if there is none; and without the parameters before a client rewrites it. */
  readonly given: string;
  readonly raw: string;
  readonly cookies: RequestCookies;
  readonly presented: Presented;
  readonly credentials: Credentials;
  readonly setCookie: readonly string[];
  /** The beginning of the answer, in which everything is that tells. */
  readonly body: string;
  /** CloudFront's own, from the body of the answer. */
  readonly code: string | undefined;
  readonly status: number | undefined;
  readonly verifier: CloudFrontVerifier | undefined;
  readonly ipAddress: string | undefined;
  readonly hostnames: readonly string[];
}

/** Reads as much as can be read, and throws only for what is no question. */
export function readQuestion(question: CloudFrontDenialQuestion): Asked {
  const { url, cookies: givenCookies, now, ...rest } = readOptions("question", question, questionNames);
  const time = now === undefined ? Date.now() : momentTime(now);
  const hasUrl = url !== undefined && url !== null;
  const given = urlText(url);
  const cookies = readCookies(givenCookies);
  // What people paste is often not yet what their client made of it.
  const raw = readRequest(hasUrl ? given : undefined, cookies);
  const presented =
    raw.problem === "request-too-large" ? raw : readRequest(hasUrl ? clientForm(given) : undefined, cookies);
  const body = (textOf(rest.responseBody) ?? "").slice(0, longestBody);
  return {
    time,
    hasRequest: hasUrl || (givenCookies !== undefined && givenCookies !== null),
    given,
    raw: raw.url,
    cookies,
    presented,
    credentials: decodeCredentials(presented),
    setCookie: textsOf(rest.setCookie, mostSetCookieLines),
    body,
    code: codeOf(body),
    status: readStatus(rest.status),
    verifier: readVerifier(rest.verifier),
    ipAddress: textOf(rest.ipAddress),
    hostnames: textsOf(rest.hostnames, mostHostnames).filter(({ length }) => length <= longestHostname),
  };
}

/** The URL as a WHATWG client sends it, or as it is when that is no URL. */
function clientForm(url: string): string {
  try {
    return new URL(url).href;
  } catch {
    return url;
  }
}

function readStatus(status: unknown): number | undefined {
  const text = textOf(status);
  return text && /^\d{3}$/.test(text) ? Number(text) : undefined;
}

function readVerifier(verifier: unknown): CloudFrontVerifier | undefined {
  if (verifier === undefined) return undefined;
  const isVerifier =
    kindOf(memberOf(verifier, "keyPairIds")) === "Array" &&
    ["isRestricted", "signatureFits"].every((name) => typeof memberOf(verifier, name) === "function");
  if (isVerifier) return verifier as CloudFrontVerifier;
  return fail(
    "ERR_OPTION_INVALID",
    "verifier",
    `expected what createCloudFrontVerifier returns; received ${kindOf(verifier)}`,
  );
}
