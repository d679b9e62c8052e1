import type { HashAlgorithm } from "../key/algorithm.ts";
import { readAllowAnyKeyPairId } from "../key/key-pair-id.ts";
import type { PublicKeySource } from "../key/public-key.ts";
import { clockTime, momentTime } from "../options/clock.ts";
import { kindOf, readOptions } from "../options/read-options.ts";
import type { PolicyTerms } from "../policy/policy.ts";
import type { UrlInput } from "../url/wire-form.ts";
import { termsProblem } from "./conditions.ts";
import { type CookieInput, type RequestCookies, readCookies } from "./cookies.ts";
import { decodeCredentials, keyProblem } from "./credentials.ts";
import { type CloudFrontDenial, denied } from "./denial.ts";
import { readKeyGroup } from "./key-group.ts";
import { type Presented, readRequest } from "./request.ts";
import { type RestrictedPaths, readRestriction } from "./restriction.ts";
import { headerOf, memberOf, textOf, urlText } from "./untrusted.ts";
import {
  readVerifyOptions,
  readVerifyRequestOptions,
  type VerifyOptions,
  type VerifyRequestOptions,
} from "./verify-options.ts";

/** Options of {@link createCloudFrontVerifier}. */
export interface CloudFrontVerifierOptions {
  /** Public keys by their IDs in CloudFront: PEM, DER, JWK or `CryptoKey`. */
  readonly keyGroup: Readonly<Record<string, PublicKeySource>>;
  /**
   * Takes IDs of any shape, as emulators give them out, in `keyGroup` and in requests: an unknown one is then
   * denied as `key-not-trusted`, never as `key-id-not-a-key-id`. Default `false`.
   */
  readonly allowAnyKeyPairId?: boolean | undefined;
  /**
   * What is private: path patterns of cache behaviors in their order, of which the first that matches counts.
   * Text is a restricted one, `{ pathPattern, restricted: false }` an open one, and what none of them matches
   * is open: end with `"*"` for a restricted default behavior. Left out, everything is private.
   */
  readonly restrict?: RestrictedPaths | undefined;
  /** The only clock that is read. Default: the system's. */
  readonly now?: (() => Date) | undefined;
}

/** What is read of a `Request`. */
export interface RequestLike {
  readonly url: string;
  readonly headers: { get(name: string): string | null };
}

/** Allowed: by which policy, and what the origin is to be asked for. */
export interface CloudFrontPermission {
  readonly allowed: true;
  readonly restricted: true;
  readonly source: "url" | "cookies";
  /** A canned policy is rebuilt from the request, a custom one was sent. */
  readonly kind: "canned" | "custom";
  /** What the policy says; times in epoch seconds. */
  readonly policy: PolicyTerms;
  readonly keyPairId: string;
  readonly hashAlgorithm: HashAlgorithm;
  /** The requested URL without the signing parameters, otherwise to the byte. */
  readonly url: string;
}

/** Allowed, because viewer access is not restricted there. Nothing was verified. */
export interface CloudFrontOpenAccess {
  readonly allowed: true;
  readonly restricted: false;
  /** The requested URL; signing parameters in it mean nothing there, and stay. */
  readonly url: string;
}

/** What CloudFront would do with a request. */
export type CloudFrontVerdict = CloudFrontPermission | CloudFrontOpenAccess | CloudFrontDenial;

/** Decides as CloudFront does. A frozen object of functions that can be taken apart and passed around. */
export interface CloudFrontVerifier {
  /** The IDs in the key group. */
  readonly keyPairIds: readonly string[];
  /** Whether a URL needs a signature; so does what is no URL. */
  isRestricted(url: UrlInput): boolean;
  /**
   * A request for a signed URL, given as it is requested: `new URL(url).href` is what browsers make of one.
   */
  verifyUrl(url: UrlInput, options?: VerifyOptions): Promise<CloudFrontVerdict>;
  /**
   * A request with signed cookies: the value of its `Cookie` header, or names and values. A signed URL goes
   * before its cookies.
   */
  verifyCookies(url: UrlInput, cookies: CookieInput, options?: VerifyOptions): Promise<CloudFrontVerdict>;
  /** A request, with what is in its URL and its `Cookie` header. */
  verifyRequest(request: RequestLike, options?: VerifyRequestOptions): Promise<CloudFrontVerdict>;
  /**
   * Whether a key of the group made a signature (RSA: PKCS#1 v1.5, EC: DER) of these bytes. Nothing else is
   * checked.
   */
  signatureFits(
    keyPairId: string,
    hash: HashAlgorithm,
    signature: Uint8Array,
    bytes: Uint8Array,
  ): Promise<boolean>;
}

/**
 * A verifier that decides about requests as CloudFront does for a cache behavior that trusts this key group,
 * and says why.
 *
 * Keys and clock are checked at once; a key is imported when it is first needed. What a request holds never
 * makes it throw, of whatever type it is: a URL of more than 8,192 or cookies of more than 20,480 characters
 * are denied unread. At the second of `DateLessThan` access is over (AWS does not document it), at that of
 * `DateGreaterThan` it has not begun. A parameter that is there twice is denied; of `Policy` and `Expires`
 * the policy counts. No wildcard covers a path with a dot segment.
 *
 * Source: CloudFront Developer Guide, "Use signed URLs" and "Use signed cookies".
 *
 * @throws `ERR_KEY_NOT_PUBLIC`, `ERR_KEY_INVALID`, `ERR_KEY_UNSUPPORTED`, `ERR_KEY_USAGE` for a key;
 * `ERR_KEY_PAIR_ID_INVALID` for its ID; `ERR_OPTION_UNKNOWN`, `ERR_OPTION_INVALID`.
 * @example
 * ```ts
 * import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
 *
 * const verifier = createCloudFrontVerifier({ keyGroup: { K2JCJMDEHXQW5F: process.env.CLOUDFRONT_PUBLIC_KEY! } });
 * const verdict = await verifier.verifyUrl("https://d111111abcdef8.cloudfront.net/a.jpg");
 * if (!verdict.allowed) console.log(verdict.reason, verdict.code); // no-credentials MissingKey
 * ```
 */
export function createCloudFrontVerifier(options: CloudFrontVerifierOptions): CloudFrontVerifier {
  const names = ["keyGroup", "allowAnyKeyPairId", "restrict", "now"] as const;
  const { keyGroup, restrict, now: clock, ...more } = readOptions("options", options, names);
  const allowAnyKeyPairId = readAllowAnyKeyPairId(more.allowAnyKeyPairId);
  const keys = readKeyGroup(keyGroup, allowAnyKeyPairId);
  const restricted = readRestriction(restrict);
  clockTime(clock);

  /** What is no request at all is answered before anyone asks for its cache behavior. */
  const isRestricted = ({ url, problem }: Presented): boolean =>
    /^request-/.test(problem ?? "") || restricted(url);

  async function verify(presented: Presented, { now, ipAddress }: VerifyOptions): Promise<CloudFrontVerdict> {
    const time = now === undefined ? clockTime(clock) : momentTime(now);
    const { source, values, url, requested } = presented;
    if (!isRestricted(presented)) return { allowed: true, restricted: false, url: requested };
    const keyPairId = values.get("Key-Pair-Id") ?? "";
    const check = keys.get(keyPairId);
    const early = presented.problem ?? keyProblem(presented, allowAnyKeyPairId);
    if (early || !check || !source) return denied(early ?? "key-not-trusted");
    const { kind, policy, signature, bytes, hashAlgorithm, problem } = decodeCredentials(presented);
    if (problem) return denied(problem);
    const fits = check(hashAlgorithm, signature, bytes);
    if (typeof fits === "string") return denied(fits);
    if (!(await fits)) return denied("signature-mismatch");
    const late = termsProblem(kind === "custom", policy, url, time, textOf(ipAddress));
    return late
      ? denied(late)
      : { allowed: true, restricted: true, source, kind, policy, keyPairId, hashAlgorithm, url };
  }

  return Object.freeze({
    keyPairIds: [...keys.keys()],
    isRestricted: (url: UrlInput) => isRestricted(readRequest(urlText(url), noCookies)),
    async verifyUrl(url: UrlInput, options: VerifyOptions = {}) {
      return verify(readRequest(urlText(url), noCookies), readVerifyOptions(options));
    },
    async verifyCookies(url: UrlInput, cookies: CookieInput, options: VerifyOptions = {}) {
      return verify(readRequest(urlText(url), readCookies(cookies)), readVerifyOptions(options));
    },
    async verifyRequest(request: RequestLike, given: VerifyRequestOptions = {}) {
      const { ipAddressHeader, now, ipAddress } = readVerifyRequestOptions(given);
      const headers = memberOf(request, "headers");
      const named = ipAddressHeader === undefined ? undefined : headerOf(headers, ipAddressHeader);
      const presented = readRequest(
        urlText(memberOf(request, "url")),
        readCookies(headerOf(headers, "cookie")),
      );
      return verify(presented, { now, ipAddress: ipAddress === undefined ? named : ipAddress });
    },
    async signatureFits(id: string, hash: HashAlgorithm, signature: Uint8Array, bytes: Uint8Array) {
      const check = keys.get(id);
      if (!check || !(hash === "SHA1" || hash === "SHA256") || !isBytes(signature) || !isBytes(bytes))
        return false;
      // Copies, since WebCrypto takes no memory that is shared between threads.
      return (await check(hash, new Uint8Array(signature), new Uint8Array(bytes))) === true;
    },
  });
}

const noCookies: RequestCookies = { pairs: [], isTooLong: false };

function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && kindOf(value) === "Uint8Array";
}
