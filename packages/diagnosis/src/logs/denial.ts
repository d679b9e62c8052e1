import { readSignedRequest } from "cloudfront-sign-webcrypto/internals";
import type { CloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import type { CloudFrontFindingId } from "../checks/entries.ts";
import type { Certainty } from "../findings/finding.ts";
import { ownValue } from "../findings/own-value.ts";
import { unescapedField } from "../paste/access-log.ts";
import type { LoggedRequest } from "./log-reader.ts";

type SignedRequest = ReturnType<typeof readSignedRequest>;

/** What one line says of a denial, before anything is searched. */
export interface Denial {
  /** What is known of its cause; `undefined` if only a look at the request itself can find it. */
  readonly id: CloudFrontFindingId | undefined;
  readonly certainty: Certainty;
  /** A part of the key under which alike denials are searched once. */
  readonly kind: string;
  readonly keyPairId: string;
  readonly signature: string;
  /** In epoch seconds. */
  readonly expires: number | undefined;
  readonly starts: number | undefined;
  readonly url: string;
  readonly cookies: string | undefined;
}

/**
 * The length of the body that CloudFront sends for each code. The log has no body, but its length.
 *
 * The lengths follow from the bodies in docs/findings.md.
 */
const codeOfLength: Readonly<Record<number, string>> = {
  146: "MissingKey",
  106: "InvalidKey",
  131: "MalformedSignature",
  116: "MalformedPolicy",
  110: "AccessDenied",
};

/**
 * Results that are a cause by themselves.
 *
 * Source: CloudFront Developer Guide, "Standard logging reference", `x-edge-detailed-result-type`.
 */
const causeOfResult: Readonly<Record<string, CloudFrontFindingId>> = {
  ClientGeoBlocked: "country-blocked",
  InvalidRequestCertificate: "alternate-domain-missing",
  InvalidRequestMethod: "method-not-allowed",
  FunctionGeneratedResponse: "edge-function-answered",
  FunctionExecutionError: "edge-function-answered",
  FunctionThrottledError: "edge-function-answered",
  LambdaGeneratedResponse: "edge-function-answered",
  LambdaExecutionError: "edge-function-answered",
  LambdaValidationError: "edge-function-answered",
};

/** A real-time log has no more of the cookies. Source: CloudFront Developer Guide, "Use real-time access logs". */
const longestLoggedCookies = 800;

/** Reads a denial without searching: by CloudFront's codes, and by what the request says of itself. */
export function readDenial(request: LoggedRequest, verifier: CloudFrontVerifier | undefined): Denial {
  const url = urlOf(request);
  const cookies = unescapedField(request.cookies);
  const signed = readSignedRequest(url, cookies, true);
  const { parameters } = signed.request;
  const policy = signed.credentials.policy;
  const facts = {
    keyPairId: (parameters.get("Key-Pair-Id") ?? "").slice(0, 40),
    signature: parameters.get("Signature") ?? "",
    expires: policy?.dateLessThan,
    starts: policy?.dateGreaterThan,
    url,
    cookies,
  };
  return { ...decide(request, signed, verifier), ...facts };
}

type Decision = Pick<Denial, "id" | "certainty" | "kind">;

const decided = (id: CloudFrontFindingId, certainty: Certainty): Decision => ({ id, certainty, kind: id });
const searched = (kind: string): Decision => ({ id: undefined, certainty: "possible", kind });

function decide(
  request: LoggedRequest,
  signed: SignedRequest,
  verifier: CloudFrontVerifier | undefined,
): Decision {
  const { result, contentType, contentLength = 0, cookies, address, time, method } = request;
  const byResult =
    ownValue(causeOfResult, result) ?? (result.startsWith("Origin") ? "origin-denied" : undefined);
  if (byResult) return decided(byResult, "likely");
  const isXml = contentType.startsWith("text/xml");
  const code = isXml || contentType === "" ? codeOfLength[contentLength] : undefined;
  if (verifier?.isRestricted(signed.request.requested) === false) return decided("not-restricted", "likely");
  // CloudFront's own answers are text/xml.
  if (contentType.startsWith("application/xml")) return decided("s3-denied", "likely");
  const { source } = signed.request;
  const keyPairId = signed.request.parameters.get("Key-Pair-Id") ?? "";
  if (source === undefined && method === "OPTIONS") return decided("preflight-without-cookies", "likely");
  if (source === undefined && code !== undefined && code !== "MissingKey")
    return searched("cookies-not-logged");
  if (code === "MissingKey" && source !== undefined && keyPairId !== "")
    return decided("parameters-lost", "likely");
  if (source === "cookies" && isCut(cookies)) return searched("cookies-cut");
  if (source === undefined) return searched("no-credentials");
  const isGiven = verifier === undefined || verifier.keyPairIds.includes(keyPairId);
  if (code === "InvalidKey") return decided("key-not-trusted", verifier && !isGiven ? "proven" : "likely");
  const problem = signed.request.problem ?? signed.keyLookupProblem ?? signed.credentials.problem;
  if (problem !== undefined) return searched(problem);
  if (!isGiven && code === undefined) return decided("key-not-trusted", "proven");
  const [unmet] = signed.unmetConditions(time, address);
  if (unmet !== undefined && unmet !== "ip-unknown") return decided(unmet, "proven");
  // AWS does not document when a log has this result.
  if (result === "InvalidRequestBlocked") return decided("blocked-before-signing", "possible");
  // AWS WAF, a custom error page and CloudFront before it looks at signatures answer in HTML.
  if (contentType.startsWith("text/html") && code === undefined)
    return decided("blocked-before-signing", "possible");
  return searched(isGiven ? "signature" : "key-not-given");
}

function isCut(cookies = ""): boolean {
  return cookies.length >= longestLoggedCookies - 4 && cookies.length <= longestLoggedCookies;
}

function urlOf({ scheme, host, path, query }: LoggedRequest): string {
  return `${scheme}://${host || "unknown.invalid"}${path}${query === "" ? "" : `?${query}`}`;
}

/**
 * The URLs that a line of a log may stand for. CloudFront writes some characters as escapes that a URL may have or
 * not have: `%7E` for `~`, `%25` for `%`.
 *
 * Source: CloudFront Developer Guide, "Standard log file format".
 */
export function readingsOf(url: string): string[] {
  const [path = "", query] = splitAt(url, "?");
  const ofPath = [...writings(path), asClientsSend(unescaped(path))];
  const ofQuery = query === undefined ? [""] : writings(`?${query}`);
  const readings = ofPath.flatMap((one) => ofQuery.map((other) => one + other));
  return [...new Set([...readings, url.replace(/%25(?=[\da-f]{2})/gi, "%")])];
}

/** As it stands there, with the `~` that clients never escape, and without any of the escapes of logs. */
function writings(text: string): string[] {
  return [text, text.replace(/%7e/gi, "~"), unescaped(text)];
}

function splitAt(text: string, character: string): [string, string | undefined] {
  const at = text.indexOf(character);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** With the characters that a log escapes and a URL need not: `[ ] { } | \ ^ ~` and the grave accent. */
function unescaped(text: string): string {
  return text.replace(/%(7[bcde]|5[bcde]|60)/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function asClientsSend(url: string): string {
  try {
    return new URL(url).href;
  } catch {
    return url;
  }
}
