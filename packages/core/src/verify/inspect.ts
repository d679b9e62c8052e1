import { isDerSequence } from "../encoding/der.ts";
import { longestP256Der, rawP256Signature } from "../limits.ts";
import type { PolicyStatement } from "../policy/policy.ts";
import type { UrlInput } from "../url/wire-form.ts";
import { type UnmetCondition, unmetConditions } from "./conditions.ts";
import { type CookieInput, type RequestCookies, readCookies } from "./cookies.ts";
import {
  type Credentials,
  decodeCredentials,
  type KeyLookupProblem,
  keyLookupProblem,
} from "./credentials.ts";
import { readViewerRequest, type ViewerRequest } from "./request.ts";
import { urlText } from "./untrusted.ts";
import type { CloudFrontDenialReason } from "./verdict.ts";

/** The decoded content of a signed URL or signed cookies. Nothing of it is verified. */
export interface CloudFrontInspection {
  /** `undefined` when there is no signing parameter. */
  readonly source: "url" | "cookies" | undefined;
  /** The URL without the signing parameters; empty for cookies. */
  readonly url: string;
  /** Kind of the policy: a canned one is rebuilt from `Expires`, a custom one is sent. */
  readonly kind: "canned" | "custom";
  /** The value of `Key-Pair-Id`. */
  readonly keyPairId: string | undefined;
  /** `SHA1` when `Hash-Algorithm` is missing, as in CloudFront. */
  readonly hashAlgorithm: string;
  /** The JSON text of the policy; a canned policy is rebuilt. */
  readonly policyText: string | undefined;
  /** The statement of the policy, if CloudFront can read it; times in epoch seconds. */
  readonly policy: PolicyStatement | undefined;
  /** Start of access. */
  readonly startsAt: Date | undefined;
  /** Expiry time. */
  readonly expiresAt: Date | undefined;
  /** The size in bytes, and which kind of signature has this size. */
  readonly signature: { readonly bytes: number; readonly looksLike: string } | undefined;
  /** The first reason to deny the request, whatever the key, the time and the viewer. */
  readonly problem: CloudFrontDenialReason | undefined;
}

/**
 * Decodes a signed URL without any key. Never throws: what cannot be decoded is `undefined`, and `problem`
 * has the reason.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-canned-policy.html | Create a signed URL using a canned policy}
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-custom-policy.html | Create a signed URL using a custom policy}
 * @param url the signed URL
 * @returns what the URL says, not verified
 * @example
 * ```ts
 * import { inspectCloudFrontUrl } from "cloudfront-sign-webcrypto/verify";
 *
 * const { kind, expiresAt, problem } = inspectCloudFrontUrl("https://d111111abcdef8.cloudfront.net/a.jpg?Expires=1900000000");
 * console.log(kind, expiresAt?.toISOString(), problem); // canned 2030-03-17T17:46:40.000Z key-id-missing
 * ```
 */
export function inspectCloudFrontUrl(url: UrlInput): CloudFrontInspection {
  return inspect(url);
}

/**
 * Decodes signed cookies without any key: the value of a `Cookie` header, or names and values. Never throws.
 * The URL is needed to rebuild a canned policy.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-cookies.html | Use signed cookies}
 * @param cookies the cookies of a request
 * @param url the requested URL
 * @returns what the cookies say, not verified
 * @example
 * ```ts
 * import { inspectCloudFrontCookies } from "cloudfront-sign-webcrypto/verify";
 *
 * console.log(inspectCloudFrontCookies("CloudFront-Key-Pair-Id=K2JCJMDEHXQW5F").problem); // signature-missing
 * ```
 */
export function inspectCloudFrontCookies(cookies: CookieInput, url?: UrlInput): CloudFrontInspection {
  return inspect(url, cookies);
}

function inspect(input: UrlInput | undefined, cookies?: CookieInput): CloudFrontInspection {
  const url = input === undefined ? undefined : urlText(input);
  const { request, keyLookupProblem, credentials } = decodeRequest(url, cookies, false);
  const { kind, hashAlgorithm, policyText, policy, signature, problem } = credentials;
  return {
    source: request.source,
    url: request.url,
    kind,
    keyPairId: request.parameters.get("Key-Pair-Id"),
    hashAlgorithm,
    policyText,
    policy,
    startsAt: dateOf(policy?.dateGreaterThan),
    expiresAt: dateOf(policy?.dateLessThan),
    signature: signature && { bytes: signature.length, looksLike: signatureForm(signature) ?? "unknown" },
    problem: request.problem ?? keyLookupProblem ?? problem,
  };
}

/** `undefined` also for seconds that no `Date` can hold. */
function dateOf(seconds: number | undefined): Date | undefined {
  const date = new Date((seconds ?? Number.NaN) * 1000);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** What kind of signature some bytes can be, by their size and their first bytes; `undefined` when no key makes it. */
export function signatureForm(signature: Uint8Array): string | undefined {
  const { length } = signature;
  if (length === rawP256Signature) return "P-256 raw, not DER";
  if (length <= longestP256Der) return isDerSequence(signature) ? "P-256" : undefined;
  return length % 64 === 0 ? `RSA ${length * 8}` : undefined;
}

/** A request and its signing parameters, decoded as far as they can be. Nothing of it is verified. */
interface SignedRequest {
  readonly cookies: RequestCookies;
  readonly request: ViewerRequest;
  readonly keyLookupProblem: KeyLookupProblem | undefined;
  readonly credentials: Credentials;
  /**
   * The conditions of the policy that the request does not meet at a time, in milliseconds, from the address of a
   * viewer. Empty if the policy cannot be read; without a URL the resource is not compared.
   */
  readonly unmetConditions: (time: number, viewer: string | undefined) => UnmetCondition[];
}

/** Reads all of a request at once. `url` is `undefined` when it is unknown; `cookies` may be of any type. */
export function readSignedRequest(
  url: string | undefined,
  cookies: unknown,
  allowEmulatorKeyPairIds: boolean,
): SignedRequest {
  const decoded = decodeRequest(url, cookies, allowEmulatorKeyPairIds);
  const { kind, policy } = decoded.credentials;
  const requested = decoded.request.url || undefined;
  return {
    ...decoded,
    unmetConditions: (time, viewer) =>
      policy === undefined ? [] : unmetConditions(kind, policy, requested, time, viewer),
  };
}

function decodeRequest(url: string | undefined, cookies: unknown, allowEmulatorKeyPairIds: boolean) {
  const read = readCookies(cookies);
  const request = readViewerRequest(url, read);
  return {
    cookies: read,
    request,
    keyLookupProblem: keyLookupProblem(request, allowEmulatorKeyPairIds),
    credentials: decodeCredentials(request),
  };
}
