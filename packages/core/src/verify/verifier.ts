import { fail, startingAtCaller } from "../errors.ts";
import type { HashAlgorithm } from "../key/algorithm.ts";
import { readAllowEmulatorKeyPairIds } from "../key/key-pair-id.ts";
import type { PublicKeySource } from "../key/public-key.ts";
import { clockTime, requestTime } from "../options/clock.ts";
import { readOptions } from "../options/read-options.ts";
import { memberOf } from "../options/read-properties.ts";
import { describeType, typeTag } from "../options/type-name.ts";
import type { UrlInput } from "../url/wire-form.ts";
import { unmetConditions } from "./conditions.ts";
import { type CookieInput, type RequestCookies, readCookies } from "./cookies.ts";
import { decodeCredentials, keyLookupProblem } from "./credentials.ts";
import { type PublicJwk, publicJwk, readPublicKeys } from "./key-group.ts";
import { readViewerRequest, type ViewerRequest } from "./request.ts";
import { type RestrictedPaths, readRestriction } from "./restriction.ts";
import { headerOf, textOf, urlText } from "./untrusted.ts";
import { type CloudFrontVerdict, denied } from "./verdict.ts";

/** Options of {@link createCloudFrontVerifier}. */
export interface CloudFrontVerifierOptions {
  /** Public keys by their key pair IDs in CloudFront: PEM, DER, JWK or `CryptoKey`. */
  readonly publicKeys: Readonly<Record<string, PublicKeySource>>;
  /**
   * Accepts IDs of any shape, such as emulators use, in `publicKeys` and in requests: an unknown one is then denied
   * as `key-not-trusted`, never as `key-id-not-a-key-id`. Default `false`.
   */
  readonly allowEmulatorKeyPairIds?: boolean | undefined;
  /** The paths that need a signature. Default: every path. See {@link RestrictedPaths}. */
  readonly restrict?: RestrictedPaths | undefined;
  /** Returns the current time. Default: the system clock. */
  readonly now?: (() => Date) | undefined;
}

/** What is known of a request besides its URL and cookies. */
export interface VerifyOptions {
  /** The time of the request. Default: the verifier's clock. */
  readonly time?: Date | undefined;
  /** The viewer's address as the server saw it. Without it, a policy with `IpAddress` allows nothing. */
  readonly ipAddress?: string | undefined;
}

/** What is known of a request besides its URL and headers. */
export interface VerifyRequestOptions extends VerifyOptions {
  /** Name of a header that your server sets to the viewer's address. `X-Forwarded-For` throws: clients can send it themselves. */
  readonly ipAddressHeader?: string | undefined;
}

/** The parts of a `Request` that are read. */
export interface RequestToVerify {
  /** The absolute URL. */
  readonly url: string;
  /** The headers, `Cookie` among them. */
  readonly headers: { get(name: string): string | null };
}

/**
 * Decides about requests as CloudFront does. A frozen object of functions, which can be destructured.
 *
 * @example
 * ```ts
 * import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
 *
 * const { verifyRequest } = createCloudFrontVerifier({ publicKeys: { K2JCJMDEHXQW5F: process.env.CLOUDFRONT_PUBLIC_KEY! } });
 * const verdict = await verifyRequest(new Request("https://d111111abcdef8.cloudfront.net/a.jpg?Expires=1"));
 * if (!verdict.allowed) console.log(verdict.reason); // key-id-missing
 * ```
 */
export interface CloudFrontVerifier {
  /** The key pair IDs of the key group. */
  readonly keyPairIds: readonly string[];
  /**
   * Tells whether a URL needs a signature. Never throws: an invalid URL needs one.
   *
   * @param url the requested URL
   * @returns `false` only if the path is open however CloudFront may read it
   */
  isRestricted(url: UrlInput): boolean;
  /**
   * Verifies a signed URL.
   *
   * @param url the URL as it is requested: `new URL(url).href` is what a browser requests
   * @param options the time of the request and the viewer's address
   * @returns an object, which is always truthy: check its `allowed`. If that is `false`, its `reason` says why
   * @throws `ERR_OPTION_UNKNOWN`, `ERR_OPTION_INVALID` for `options`; `ERR_KEY_INVALID` for a key that turns out
   * to be unusable; `ERR_KEY_UNSUPPORTED` where the runtime refuses SHA-1; `ERR_WEBCRYPTO_UNAVAILABLE`.
   */
  verifyUrl(url: UrlInput, options?: VerifyOptions): Promise<CloudFrontVerdict>;
  /**
   * Verifies signed cookies. If the URL is signed, CloudFront ignores the cookies.
   *
   * @param url the requested URL
   * @param cookies the value of the `Cookie` header, or names and values, such as the `values` of signed cookies
   * @param options the time of the request and the viewer's address
   * @returns an object, which is always truthy: check its `allowed`. If that is `false`, its `reason` says why
   * @throws `ERR_OPTION_UNKNOWN`, `ERR_OPTION_INVALID`, `ERR_KEY_INVALID`, `ERR_KEY_UNSUPPORTED`,
   * `ERR_WEBCRYPTO_UNAVAILABLE` as `verifyUrl`.
   */
  verifyCookies(url: UrlInput, cookies: CookieInput, options?: VerifyOptions): Promise<CloudFrontVerdict>;
  /**
   * Verifies a request by its URL and its `Cookie` header.
   *
   * @param request a `Request`, or an object with its `url` and `headers`
   * @param options the time of the request and the viewer's address
   * @returns an object, which is always truthy: check its `allowed`. If that is `false`, its `reason` says why
   * @throws `ERR_OPTION_UNKNOWN`, `ERR_OPTION_INVALID`, `ERR_KEY_INVALID`, `ERR_KEY_UNSUPPORTED`,
   * `ERR_WEBCRYPTO_UNAVAILABLE` as `verifyUrl`.
   */
  verifyRequest(request: RequestToVerify, options?: VerifyRequestOptions): Promise<CloudFrontVerdict>;
  /**
   * Tells whether a key of the group made a signature. Checks nothing else.
   *
   * @param keyPairId ID of the key
   * @param hash hash of the signature
   * @param signature the signature: PKCS#1 v1.5 for RSA, DER for EC
   * @param bytes what was signed
   * @returns `true` if this key signed these bytes
   * @throws `ERR_KEY_INVALID`, `ERR_KEY_UNSUPPORTED`, `ERR_WEBCRYPTO_UNAVAILABLE` as `verifyUrl`.
   */
  isSignatureValid(
    keyPairId: string,
    hash: HashAlgorithm,
    signature: Uint8Array,
    bytes: Uint8Array,
  ): Promise<boolean>;
  /**
   * Exports a public key of the group as a JWK, with nothing but its numbers: `explainCloudFrontDenial` opens RSA
   * signatures with it. Never throws. A verifier that you wrote yourself may lack this function: then less can be
   * explained.
   *
   * @param keyPairId ID of the key
   * @returns the key; `undefined` for an ID that is not in the group and for a `CryptoKey` that cannot be exported
   */
  exportPublicKey?(keyPairId: string): Promise<PublicJwk | undefined>;
}

/**
 * Creates a verifier that decides about requests as CloudFront does for a cache behavior that trusts this key
 * group, and gives the reason.
 *
 * Keys and clock are checked at once; a key is imported when it is first needed. If the runtime refuses to verify
 * SHA-1 (FIPS mode or a crypto policy), verifying such a signature rejects with `ERR_KEY_UNSUPPORTED`: the
 * signature was not checked, so the request is not denied. Nothing else in a request makes it throw, even a wrong
 * type. A URL of more than 8,192 characters, or cookies of more than 20,480, are denied without reading them. In
 * the exact second of `DateLessThan`, access is already over (AWS does not document it); in the exact second of
 * `DateGreaterThan`, it has not begun yet. A repeated parameter is denied; if there are both `Policy` and
 * `Expires`, the policy counts. No wildcard covers a path with a dot segment.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-urls.html | Use signed URLs}
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-cookies.html | Use signed cookies}
 * @param options the public keys, and the paths that need a signature
 * @returns the verifier; one per process is enough
 * @throws `ERR_KEY_NOT_PUBLIC`, `ERR_KEY_INVALID`, `ERR_KEY_UNSUPPORTED`, `ERR_KEY_USAGE` for a key;
 * `ERR_KEY_PAIR_ID_INVALID` for its ID; `ERR_OPTION_UNKNOWN`, `ERR_OPTION_INVALID` for other options.
 * @example
 * ```ts
 * import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
 *
 * const verifier = createCloudFrontVerifier({ publicKeys: { K2JCJMDEHXQW5F: process.env.CLOUDFRONT_PUBLIC_KEY! } });
 * const verdict = await verifier.verifyUrl("https://d111111abcdef8.cloudfront.net/a.jpg");
 * if (!verdict.allowed) console.log(verdict.reason, verdict.code); // no-credentials MissingKey
 * ```
 */
export function createCloudFrontVerifier(options: CloudFrontVerifierOptions): CloudFrontVerifier {
  return startingAtCaller(createCloudFrontVerifier, () => makeVerifier(options));
}

function makeVerifier(options: CloudFrontVerifierOptions): CloudFrontVerifier {
  const names = ["publicKeys", "allowEmulatorKeyPairIds", "restrict", "now"] as const;
  const { publicKeys, restrict, now: clock, ...more } = readOptions("options", options, names);
  const allowEmulatorKeyPairIds = readAllowEmulatorKeyPairIds(more.allowEmulatorKeyPairIds);
  const keys = readPublicKeys(publicKeys, allowEmulatorKeyPairIds);
  const isUrlRestricted = readRestriction(restrict);
  clockTime(clock);

  // A request that is none is denied in every cache behavior.
  const isRestricted = ({ url, problem }: ViewerRequest): boolean =>
    problem === "request-invalid" || problem === "request-too-large" || isUrlRestricted(url);

  // It reads what came, too, so that each decision makes one promise: another one costs time.
  async function verify(read: () => [ViewerRequest, VerifyOptions]): Promise<CloudFrontVerdict> {
    const [request, { time: now, ipAddress }] = read();
    const time = requestTime(now, clock);
    const { source, parameters, url, requested } = request;
    if (!isRestricted(request)) return { allowed: true, restricted: false, url: requested };
    const keyPairId = parameters.get("Key-Pair-Id") ?? "";
    const key = keys.get(keyPairId);
    const requestProblem = request.problem ?? keyLookupProblem(request, allowEmulatorKeyPairIds);
    if (requestProblem || !key || !source) return denied(requestProblem ?? "key-not-trusted");
    const credentials = decodeCredentials(request);
    if (credentials.problem) return denied(credentials.problem);
    const { kind, policy, signature, bytes, hashAlgorithm } = credentials;
    const isValid = key.checkSignature(hashAlgorithm, signature, bytes);
    if (typeof isValid === "string") return denied(isValid);
    if (!(await isValid)) return denied("signature-mismatch");
    const [unmet] = unmetConditions(kind, policy, url, time, textOf(ipAddress));
    return unmet
      ? denied(unmet)
      : { allowed: true, restricted: true, source, kind, policy, keyPairId, hashAlgorithm, url };
  }

  return Object.freeze({
    keyPairIds: [...keys.keys()],
    isRestricted: (url: UrlInput) => isRestricted(readViewerRequest(urlText(url), noCookies)),
    verifyUrl: (url: UrlInput, options?: VerifyOptions) =>
      verify(() => [readViewerRequest(urlText(url), noCookies), readVerifyOptions(options)]),
    verifyCookies: (url: UrlInput, cookies: CookieInput, options?: VerifyOptions) =>
      verify(() => [readViewerRequest(urlText(url), readCookies(cookies)), readVerifyOptions(options)]),
    verifyRequest: (request: RequestToVerify, options: VerifyRequestOptions = {}) =>
      verify(() => {
        const headers = memberOf(request, "headers");
        const cookies = readCookies(headerOf(headers, "cookie"));
        const read = readViewerRequest(urlText(memberOf(request, "url")), cookies);
        return [read, readVerifyRequestOptions(options, headers)];
      }),
    async isSignatureValid(id: string, hash: HashAlgorithm, signature: Uint8Array, bytes: Uint8Array) {
      const key = keys.get(id);
      const isHash = hash === "SHA1" || hash === "SHA256";
      if (!key || !isHash || !isBytes(signature) || !isBytes(bytes)) return false;
      // Copies, since WebCrypto refuses memory that is shared between threads.
      return (await key.checkSignature(hash, new Uint8Array(signature), new Uint8Array(bytes))) === true;
    },
    async exportPublicKey(id: string) {
      const key = keys.get(id);
      return key && publicJwk(key.publicKey);
    },
  });
}

const noCookies: RequestCookies = { pairs: [], isTooLong: false };

const noOptions: VerifyOptions = {};

/** Reads the options of one decision. They are configuration, so a misspelt one throws. */
function readVerifyOptions(options: VerifyOptions | undefined): VerifyOptions {
  return options === undefined ? noOptions : readOptions("options", options, ["time", "ipAddress"]);
}

/** The same for `verifyRequest`, with the address from a header of the request. */
function readVerifyRequestOptions(options: VerifyRequestOptions, headers: unknown): VerifyOptions {
  const names = ["time", "ipAddress", "ipAddressHeader"] as const;
  const { time: now, ipAddress, ipAddressHeader: header } = readOptions("options", options, names);
  if (header === undefined) return { time: now, ipAddress };
  // A token: `Headers` throws for all others (RFC 9110, section 5.1).
  const token = /^(?!(?:x-)?forwarded(?:-for)?$)[\w!#$%&'*+.^`|~-]+$/i;
  if (typeof header !== "string" || !token.test(header))
    fail(
      "ERR_OPTION_INVALID",
      "ipAddressHeader",
      `received ${describeType(header)}; pass the name of a header that your server sets, such as "CloudFront-Viewer-Address", not X-Forwarded-For, which clients can send themselves`,
    );
  return { time: now, ipAddress: ipAddress === undefined ? headerOf(headers, header) : ipAddress };
}

function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && typeTag(value) === "Uint8Array";
}
