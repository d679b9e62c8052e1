import {
  base64,
  describeType,
  fail,
  keyPairIdProblem,
  limits,
  memberOf,
  readOptions,
  readSignedRequest,
  requestTime,
  typeTag,
  untrusted,
} from "cloudfront-sign-webcrypto/internals";
import type { CloudFrontDenialCode, CloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { withWholeHost } from "./cut-host.ts";
import { type CloudFrontDenialQuestion, questionNames } from "./denial-question.ts";
import { type HeaderCookies, headerCookies } from "./header-cookies.ts";
import {
  longestHostname,
  longestMethod,
  longestSearch,
  mostHostnames,
  mostKeys,
  mostSetCookieLines,
} from "./limits.ts";
import { lostInHost } from "./lost-variable.ts";
import { type ReadAnswer, readAnswer } from "./read-answer.ts";
import { headerFields } from "./response-headers.ts";
import { textsOf } from "./texts-of.ts";
import { readHttpDate } from "./time-words.ts";

type SignedRequest = ReturnType<typeof readSignedRequest>;

/** Credentials that could all be decoded. */
export type DecodedCredentials = Extract<SignedRequest["credentials"], { readonly problem?: undefined }>;

/** What is left of a question's search for the text that was signed: all readings of its request share it. */
export interface SearchBudget {
  /** In characters of texts. */
  left: number;
}

/** Runs a search with a part of what is left, and leaves the rest to those behind it. */
export async function withPart<Result>(
  budget: SearchBudget,
  part: number,
  run: () => Promise<Result>,
): Promise<Result> {
  const rest = budget.left * (1 - part);
  budget.left -= rest;
  const result = await run();
  budget.left = Math.max(budget.left, 0) + rest;
  return result;
}

/** A question, read and decoded as far as it can be. */
export interface ReadQuestion {
  /** The time of the request in milliseconds. */
  readonly time: number;
  /** Whether the question has it; otherwise it is now. */
  readonly isTimeGiven: boolean;
  /** Whether it is that time: an answer without its time is of the past. */
  readonly isTimeCertain: boolean;
  /** Whether the question has a URL or cookies at all. */
  readonly hasRequest: boolean;
  /** Whether a text may not show the request as it was sent. */
  readonly isRequestUncertain: boolean;
  /** Whether it is known which cookies were sent. */
  readonly areCookiesGiven: boolean;
  /** Whether the cookies are those of `Set-Cookie` lines, which were perhaps not sent. */
  readonly areCookiesUncertain: boolean;
  /** The URL as it stands in the text that it was read from, if it was repaired. */
  readonly urlAsPasted: string | undefined;
  /** The URL as text, empty without one. */
  readonly givenUrl: string;
  /** The same without the signing parameters, before a client rewrites it. */
  readonly rawUrl: string;
  readonly cookies: SignedRequest["cookies"];
  /** Signed cookies that were sent in other headers than `Cookie`. */
  readonly headerCookies: HeaderCookies;
  /** The request as a client sends it. */
  readonly request: SignedRequest["request"];
  readonly keyPairId: string;
  /** The same before anything was mended in thought. */
  readonly sentKeyPairId: string;
  readonly keyLookupProblem: SignedRequest["keyLookupProblem"];
  readonly credentials: SignedRequest["credentials"];
  readonly unmetConditions: SignedRequest["unmetConditions"];
  readonly setCookie: readonly string[];
  readonly answer: ReadAnswer;
  /** The `Code` in the body of the answer, if CloudFront wrote it. */
  readonly code: CloudFrontDenialCode | undefined;
  /** The status of the answer. */
  readonly status: number | undefined;
  readonly verifier: CloudFrontVerifier | undefined;
  /** Whether the cache behavior of a URL demands a signature. */
  readonly isRestricted: (url: string) => boolean;
  readonly ipAddress: string | undefined;
  readonly isAddressUncertain: boolean;
  readonly hostnames: readonly string[];
  /** In capital letters, since clients write the common ones so. */
  readonly method: string;
  readonly pageOrigin: string | undefined;
  /** The mode with which a script called `fetch`. */
  readonly credentialsMode: string | undefined;
  /** A policy in a text about the request; empty without one. */
  readonly shownPolicy: string;
  readonly budget: SearchBudget;
  /** What stands for a parameter that was mended in thought: nothing is said of it again. */
  readonly mended: MendedParameters;
  /** The same question about a request that was mended in thought. */
  readonly withRequest: (request: MendedRequest) => ReadQuestion;
}

/** A request without one of its faults of form. */
interface MendedRequest {
  readonly url: string;
  readonly cookies: unknown;
  readonly mended: MendedParameters;
}

/** Parameters that were mended in thought, by their names in URLs, as they were sent; and the `host` of a path. */
type MendedParameters = ReadonlyMap<string, MendedParameter>;

interface MendedParameter {
  readonly sent: string;
  /** Whether the value in its place was made up, because the one that was sent shows nothing. */
  readonly isUnknown: boolean;
}

/** Reads as much of a question as possible, and throws only for options that are none. */
export function readQuestion(question: CloudFrontDenialQuestion): ReadQuestion {
  const {
    url,
    cookies: passedCookies,
    time: now,
    ...rest
  } = readOptions("question", question, questionNames, 'pass an object with the URL: { url: "https://…" }');
  const answer = readAnswer(rest.status, rest.responseBody, rest.responseHeaders);
  // The time of an answer is that of the request but for seconds.
  const moment = now === undefined ? readHttpDate(answer.header("date")) : now;
  const time = requestTime(moment);
  const isAnswered = answer.status !== undefined || answer.code !== undefined;
  const hasUrl = url !== undefined && url !== null;
  const areCookiesGiven = passedCookies !== undefined && passedCookies !== null;
  // CloudFront has got neither a signed URL nor signed cookies.
  const areCookiesUnsent = rest.areCookiesUncertain === true && answer.code === "MissingKey";
  const givenCookies = areCookiesUnsent ? "" : passedCookies;
  const verifier = readVerifier(rest.verifier);
  const circumstances = {
    time,
    isTimeGiven: moment !== undefined,
    isTimeCertain: rest.isTimeUncertain !== true && (moment !== undefined || !isAnswered),
    hasRequest: hasUrl || areCookiesGiven,
    isRequestUncertain: rest.isRequestUncertain === true,
    areCookiesGiven,
    areCookiesUncertain: rest.areCookiesUncertain === true,
    urlAsPasted: rest.urlAsPasted === undefined ? undefined : untrusted.url(rest.urlAsPasted),
    headerCookies: headerCookies(headerFields(rest.requestHeaders)),
    setCookie: textsOf(rest.setCookie, mostSetCookieLines),
    answer,
    code: answer.code,
    status: answer.status,
    verifier,
    isRestricted: (url: string) => verifier?.isRestricted(url) ?? rest.isRestricted !== false,
    ipAddress: untrusted.text(rest.ipAddress),
    isAddressUncertain: rest.isAddressUncertain === true,
    hostnames: textsOf(rest.hostnames, mostHostnames).filter(({ length }) => length <= longestHostname),
    method: (untrusted.text(rest.method) ?? "GET").slice(0, longestMethod).toUpperCase(),
    pageOrigin: untrusted.text(rest.pageOrigin)?.slice(0, limits.longestUrlText),
    credentialsMode: untrusted.text(rest.credentials),
    shownPolicy: (untrusted.text(rest.shownPolicy) ?? "").slice(0, limits.longestUrlText),
    budget: { left: longestSearch },
  };
  let sentKeyPairId: string | undefined;
  const withRequest = ({ url: givenUrl, cookies, mended }: MendedRequest): ReadQuestion => {
    const read = (text: string): SignedRequest =>
      readSignedRequest(hasUrl ? text : undefined, cookies, holdsAnyKeyPairId(verifier));
    // What people paste is often not yet what their client sends.
    const raw = read(givenUrl);
    const isTooLarge = raw.request.problem === "request-too-large";
    const signed = isTooLarge ? raw : read(asClientsSend(givenUrl));
    const keyPairId = signed.request.parameters.get("Key-Pair-Id") ?? "";
    sentKeyPairId ??= keyPairId;
    const rawUrl = raw.request.url;
    const credentials = signedPolicy(signed.credentials, mended.get("Policy"));
    return {
      ...circumstances,
      givenUrl,
      rawUrl,
      ...signed,
      credentials,
      keyPairId,
      sentKeyPairId,
      mended,
      withRequest,
    };
  };
  const givenUrl = untrusted.url(url);
  // Nobody sends a host name that somebody has hidden.
  const [, host = ""] = /^https?:\/\/([^/?#]*)/i.exec(givenUrl) ?? [];
  const hidden =
    withWholeHost(givenUrl) === givenUrl && lostInHost(host)?.id === "mask"
      ? [["host", { sent: "", isUnknown: true }] as const]
      : [];
  return withRequest({ url: givenUrl, cookies: givenCookies, mended: new Map(hidden) });
}

/** The signature is for the policy that was sent, whatever was mended in it to read its terms. */
function signedPolicy(
  credentials: SignedRequest["credentials"],
  mended: MendedParameter | undefined,
): SignedRequest["credentials"] {
  const bytes = base64.decodeCloudFront(mended?.sent ?? "");
  if (!mended || credentials.problem || !bytes) return credentials;
  return { ...credentials, bytes, policyText: new TextDecoder().decode(bytes) };
}

/** The URL as WHATWG clients send it; text that is not a URL stays as it is. */
function asClientsSend(url: string): string {
  try {
    return new URL(url).href;
  } catch {
    return url;
  }
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
  return textsOf(verifier?.keyPairIds, mostKeys).some((id) => keyPairIdProblem(id, false) !== undefined);
}

/** The name of a parameter where it stands: that of a cookie, if the request is signed with cookies. */
export function placeOf({ request }: ReadQuestion, name: string): string {
  return request.source === "cookies" ? `CloudFront-${name}` : name;
}

/** Whether the comparison of a policy's resource with the URL gives up: then its denial proves nothing. */
export function isResourceUndecided({
  credentials,
  time,
  ipAddress,
  unmetConditions,
}: ReadQuestion): boolean {
  const { policy } = credentials;
  return (
    policy !== undefined &&
    exceedsSearch(policy.resource) &&
    unmetConditions(time, ipAddress).includes("resource-mismatch")
  );
}

/** Whether a resource has more wildcards than are tried, so that it may cover a URL that a policy with it denies. */
function exceedsSearch(resource: string): boolean {
  const parts = resource.split("*").slice(1, -1);
  return parts.some((part) => part.length > limits.longestWildcardPart && part.includes("?"));
}
