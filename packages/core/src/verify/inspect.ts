import type { PolicyTerms } from "../policy/policy.ts";
import type { UrlInput } from "../url/wire-form.ts";
import { type CookieInput, readCookies } from "./cookies.ts";
import { decodeCredentials, keyProblem } from "./credentials.ts";
import type { CloudFrontDenialReason } from "./denial.ts";
import { readRequest } from "./request.ts";
import { signatureKind } from "./signature-size.ts";
import { urlText } from "./untrusted.ts";

/** What a signed URL or signed cookies say. Nothing of it is verified. */
export interface CloudFrontInspection {
  /** `undefined` when there is no signing parameter. */
  readonly source: "url" | "cookies" | undefined;
  /** The URL without the signing parameters; empty for cookies. */
  readonly url: string;
  readonly kind: "canned" | "custom";
  readonly keyPairId: string | undefined;
  /** `SHA1` when nothing is said. */
  readonly hashAlgorithm: string;
  /** The JSON text of the policy, rebuilt if it is a canned one. */
  readonly policyText: string | undefined;
  /** What the policy says, when it is one that CloudFront reads; times in epoch seconds. */
  readonly policy: PolicyTerms | undefined;
  readonly startsAt: Date | undefined;
  readonly expiresAt: Date | undefined;
  /** Size in bytes and what a signature of that size is. */
  readonly signature: { readonly bytes: number; readonly looksLike: string } | undefined;
  /** The first thing for which CloudFront would deny it, whatever the key, the time and the viewer. */
  readonly problem: CloudFrontDenialReason | undefined;
}

/**
 * Decodes a signed URL without any key. Never throws: what cannot be decoded is `undefined`, and `problem`
 * says why.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a canned policy" and "… using a custom
 * policy".
 *
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
  const presented = readRequest(input === undefined ? undefined : urlText(input), readCookies(cookies));
  const { kind, hashAlgorithm, policyText, policy, signature, problem } = decodeCredentials(presented);
  const date = (seconds: number | undefined): Date | undefined => {
    const at = new Date((seconds ?? Number.NaN) * 1000);
    return Number.isNaN(Number(at)) ? undefined : at;
  };
  return {
    source: presented.source,
    url: presented.url,
    kind,
    keyPairId: presented.values.get("Key-Pair-Id"),
    hashAlgorithm,
    policyText,
    policy,
    startsAt: date(policy?.dateGreaterThan),
    expiresAt: date(policy?.dateLessThan),
    signature: signature && { bytes: signature.length, looksLike: signatureKind(signature) },
    problem: presented.problem ?? keyProblem(presented) ?? problem,
  };
}
