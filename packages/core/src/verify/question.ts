import { momentTime } from "../clock.ts";
import { readOptions } from "../options.ts";
import type { UrlInput } from "../url/wire-form.ts";
import { type Credentials, decodeCredentials } from "./credentials.ts";
import { type CookieInput, type Presented, readRequest } from "./request.ts";
import { codeOf } from "./response-body.ts";
import type { CloudFrontVerifier } from "./verifier.ts";

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

const questionNames = ["url", "cookies", "setCookie", "responseBody", "status", "verifier", "now", "ipAddress", "hostnames"] as const;

/** The question, and what was read from it. */
export interface Asked {
  readonly question: CloudFrontDenialQuestion;
  /** Milliseconds. */
  readonly time: number;
  /** The URL as text, and without the parameters before a client rewrites it. */
  readonly given: string;
  readonly raw: string;
  readonly presented: Presented;
  readonly credentials: Credentials;
  /** The beginning of the answer, in which everything is that tells. */
  readonly body: string;
  /** CloudFront's own, from the body of the answer. */
  readonly code: string | undefined;
}

/** Reads as much as can be read, and throws only for what is no question. */
export function readQuestion(asked: CloudFrontDenialQuestion): Asked {
  const question = readOptions("question", asked, questionNames);
  const { url, cookies, responseBody = "", now } = question;
  const time = now === undefined ? Date.now() : momentTime(now);
  const given = `${typeof url === "string" ? url : (Object(url).href ?? "")}`;
  const body = `${responseBody}`.slice(0, 5000);
  // What people paste is often not yet what their client made of it.
  const raw = readRequest(url && given, cookies);
  const presented = raw.problem === "request-too-large" ? raw : readRequest(url && clientForm(given), cookies);
  return { question, time, given, raw: raw.url, presented, credentials: decodeCredentials(presented), body, code: codeOf(body) };
}

/** The URL as a WHATWG client sends it, or as it is when that is no URL. */
function clientForm(url: string): string {
  try {
    return url.length > 8192 ? url : new URL(url).href;
  } catch {
    return url;
  }
}
