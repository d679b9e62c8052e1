import { fail } from "../errors.ts";
import { isKeyPairId } from "../key/key-pair-id.ts";
import { momentTime } from "../options/clock.ts";
import { readOptions } from "../options/read-options.ts";
import { memberOf } from "../options/read-properties.ts";
import { describeType, typeTag } from "../options/type-name.ts";
import { longestUrlText } from "../url/limits.ts";
import type { UrlInput } from "../url/wire-form.ts";
import { type CookieInput, type RequestCookies, readCookies } from "../verify/cookies.ts";
import {
  type Credentials,
  decodeCredentials,
  type KeyLookupProblem,
  keyLookupProblem,
} from "../verify/credentials.ts";
import type { CloudFrontDenialCode } from "../verify/denial.ts";
import { readViewerRequest, type ViewerRequest } from "../verify/request.ts";
import { textOf, textsOf, urlText } from "../verify/untrusted.ts";
import type { CloudFrontVerifier } from "../verify/verifier.ts";
import { type ResponseHeadersInput, responseHeaderReader } from "./answer/response-headers.ts";
import {
  longestBody,
  longestHostname,
  longestMethod,
  mostHostnames,
  mostKeys,
  mostSetCookieLines,
} from "./limits.ts";

/** A denied request, as far as it is known. The more you give, the more can be proven. */
export interface CloudFrontDenialQuestion {
  /** The URL as the signer returned it, or as it was requested. */
  readonly url?: UrlInput | undefined;
  /** The cookies of the request: the value of the `Cookie` header, or names and values. */
  readonly cookies?: CookieInput | undefined;
  /** The `Set-Cookie` lines that set the cookies. */
  readonly setCookie?: readonly string[] | undefined;
  /** The body of the answer. */
  readonly responseBody?: string | undefined;
  /** The status of the answer. */
  readonly status?: number | undefined;
  /** A verifier with the public keys, which can prove a cause. */
  readonly verifier?: CloudFrontVerifier | undefined;
  /** The time of the request. Default: the system's clock. */
  readonly now?: Date | undefined;
  /** The viewer's address. */
  readonly ipAddress?: string | undefined;
  /** Other host names of the distribution, one of which may have been signed instead. */
  readonly hostnames?: readonly string[] | undefined;
  /** The request's method. Default: `GET`. */
  readonly method?: string | undefined;
  /** Headers of the answer, names in any case. */
  readonly responseHeaders?: ResponseHeadersInput | undefined;
  /** The origin of the page that made the request, such as `https://app.example.com`, for cookies. */
  readonly pageOrigin?: string | undefined;
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
  "method",
  "responseHeaders",
  "pageOrigin",
] as const;

/** A question, read and decoded as far as it can be. */
export interface ReadQuestion {
  /** The time of the request in milliseconds. */
  readonly time: number;
  /** Whether the question has it; otherwise it is now. */
  readonly isTimeGiven: boolean;
  /** Whether the question has a URL or cookies at all. */
  readonly hasRequest: boolean;
  /** The URL as text, empty without one. */
  readonly givenUrl: string;
  /** The same without the signing parameters, before a client rewrites it. */
  readonly rawUrl: string;
  readonly cookies: RequestCookies;
  /** The request as a client sends it. */
  readonly request: ViewerRequest;
  readonly keyPairId: string;
  readonly keyLookupProblem: KeyLookupProblem | undefined;
  readonly credentials: Credentials;
  readonly setCookie: readonly string[];
  /** The beginning of the body of the answer. */
  readonly body: string;
  /** The `Code` in the body, if CloudFront wrote it. */
  readonly code: CloudFrontDenialCode | undefined;
  readonly status: number | undefined;
  readonly verifier: CloudFrontVerifier | undefined;
  readonly ipAddress: string | undefined;
  readonly hostnames: readonly string[];
  /** In capital letters, since clients write the common ones so. */
  readonly method: string;
  /** The beginning of a header's value, by its name in lower case; empty without one. */
  readonly responseHeader: (name: string) => string;
  readonly pageOrigin: string | undefined;
}

/** Reads as much of a question as possible, and throws only for options that are none. */
export function readQuestion(question: CloudFrontDenialQuestion): ReadQuestion {
  const { url, cookies: givenCookies, now, ...rest } = readOptions("question", question, questionNames);
  const time = now === undefined ? Date.now() : momentTime(now);
  const hasUrl = url !== undefined && url !== null;
  const givenUrl = urlText(url);
  const cookies = readCookies(givenCookies);
  // What people paste is often not yet what their client sends.
  const raw = readViewerRequest(hasUrl ? givenUrl : undefined, cookies);
  const request =
    raw.problem === "request-too-large"
      ? raw
      : readViewerRequest(hasUrl ? asClientsSend(givenUrl) : undefined, cookies);
  const verifier = readVerifier(rest.verifier);
  const body = (textOf(rest.responseBody) ?? "").slice(0, longestBody);
  return {
    time,
    isTimeGiven: now !== undefined,
    hasRequest: hasUrl || (givenCookies !== undefined && givenCookies !== null),
    givenUrl,
    rawUrl: raw.url,
    cookies,
    request,
    keyPairId: request.parameters.get("Key-Pair-Id") ?? "",
    keyLookupProblem: keyLookupProblem(request, holdsAnyKeyPairId(verifier)),
    credentials: decodeCredentials(request),
    setCookie: textsOf(rest.setCookie, mostSetCookieLines),
    body,
    code: readDenialCode(body),
    status: readStatus(rest.status),
    verifier,
    ipAddress: textOf(rest.ipAddress),
    hostnames: textsOf(rest.hostnames, mostHostnames).filter(({ length }) => length <= longestHostname),
    method: (textOf(rest.method) ?? "GET").slice(0, longestMethod).toUpperCase(),
    responseHeader: responseHeaderReader(rest.responseHeaders),
    pageOrigin: textOf(rest.pageOrigin)?.slice(0, longestUrlText),
  };
}

/** The URL as WHATWG clients send it; text that is no URL stays as it is. */
function asClientsSend(url: string): string {
  try {
    return new URL(url).href;
  } catch {
    return url;
  }
}

/**
 * The `Code` of one of CloudFront's own error bodies; also of text that was copied from a browser's window,
 * which does not show the tags.
 */
function readDenialCode(body: string): CloudFrontDenialCode | undefined {
  return /(?:<Code>|^\s*)(MissingKey|InvalidKey|MalformedSignature|MalformedPolicy|AccessDenied(?![^A]*Access Denied))/.exec(
    body,
  )?.[1] as CloudFrontDenialCode | undefined;
}

function readStatus(status: unknown): number | undefined {
  const text = textOf(status);
  return text && /^\d{3}$/.test(text) ? Number(text) : undefined;
}

function readVerifier(verifier: unknown): CloudFrontVerifier | undefined {
  if (verifier === undefined) return undefined;
  const isVerifier =
    typeTag(memberOf(verifier, "keyPairIds")) === "Array" &&
    ["isRestricted", "isSignatureValid"].every((name) => typeof memberOf(verifier, name) === "function");
  if (isVerifier) return verifier as CloudFrontVerifier;
  return fail(
    "ERR_OPTION_INVALID",
    "verifier",
    `is ${describeType(verifier)} and not a verifier; pass what createCloudFrontVerifier returns`,
  );
}

/** Whether a key group holds an ID that is not one of CloudFront's, which its verifier was told to allow. */
function holdsAnyKeyPairId(verifier: CloudFrontVerifier | undefined): boolean {
  return !textsOf(verifier?.keyPairIds, mostKeys).every(isKeyPairId);
}
