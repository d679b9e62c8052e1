import { recentlyUsed } from "../cache/recently-used.ts";
import { sharedResult } from "../cache/shared-result.ts";
import { type SignedCookies, signedCookieSets, signedCookies } from "../cookie/signed-cookies.ts";
import { type CloudFrontSignError, fail } from "../errors.ts";
import { clockTime } from "../options/clock.ts";
import { readOptions } from "../options/read-options.ts";
import { describeNumber } from "../options/type-name.ts";
import { longestUrl } from "../url/limits.ts";
import { appendQuery, promisedUrl, urlToSign } from "../url/signed-url.ts";
import type { UrlInput } from "../url/wire-form.ts";
import { createGrant, type Grant } from "./grant.ts";
import { type LoadedKey, loaderOfKey } from "./loaded-key.ts";
import { describeHome, signerOptionNames } from "./option-homes.ts";
import { policyOfOptions } from "./policy-of-options.ts";
import type { PolicyToSign, SignedPolicy } from "./policy-to-sign.ts";
import type { GrantOptions, SignCookiesOptions, SignUrlOptions } from "./sign-options.ts";
import { signPolicy } from "./sign-policy.ts";
import { signUrlsWith, type UrlListOptions } from "./sign-urls.ts";
import { type KeyWithId, prepareKeyWithId } from "./signer-key.ts";
import {
  type CloudFrontSignerOptions,
  type LoadedKeySignerOptions,
  readMaxLifetime,
} from "./signer-options.ts";

/**
 * Signs with one key. A frozen object of functions that can be destructured and passed around; the key cannot
 * be read from it.
 */
export interface CloudFrontSigner {
  /** ID of the key, as it stands in signed URLs. */
  readonly keyPairId: string;
  /**
   * Signs a URL. The policy is canned when you give only an expiry time and the resource is the URL itself;
   * custom otherwise.
   *
   * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-urls.html | Use signed URLs}
   * @param url the absolute URL, with every parameter of its query: one that is added later causes a 403. A fragment is
   * put after the signature. The signer signs every file: check that this viewer may see it
   * @param options when access ends, and who may use the URL
   * @returns the URL in the form that every client sends, with the signing parameters after its own. Do not store it: sign
   * when it is requested. The signed URL of a playlist does not sign its segments: use a grant. Without `await`, the
   * promise throws as text and in JSON.
   * @throws `ERR_URL_INVALID` when `url` is not absolute http(s), has characters that clients change silently, a
   * `.` or `..` segment in its path or a fragment that may be part of an object key (`a#1.jpg`), or is an S3
   * address; `ERR_URL_TOO_LONG` when the signed URL has more than the 8,192 bytes that CloudFront takes.
   * @throws `ERR_URL_ALREADY_SIGNED` when it has one of the five reserved parameters.
   * @throws `ERR_RESOURCE_MISMATCH` when `resource` or `policy` does not cover it; `ERR_RESOURCE_INVALID` for
   * a `resource` that is not a pattern, and for a `*` in a URL without `resource`.
   * @throws `ERR_DATE_INVALID` (also for more than `maxLifetime`), `ERR_DATE_PAST`, `ERR_DATE_ORDER`,
   * `ERR_IP_ADDRESS_INVALID`, `ERR_POLICY_INVALID`, `ERR_OPTION_MISSING`, `ERR_OPTION_UNKNOWN`,
   * `ERR_OPTION_CONFLICT`, `ERR_OPTION_INVALID` for `options`.
   * @throws `ERR_KEY_PASSPHRASE`, `ERR_KEY_INVALID`, `ERR_KEY_UNSUPPORTED` when the key turns out to be unusable
   * on its first use; `ERR_KEY_LOAD_FAILED` when a {@link loadedKey} cannot be loaded;
   * `ERR_WEBCRYPTO_UNAVAILABLE` in a page without https.
   * @throws `ERR_SIGNING_FAILED` when a remote signer fails, or the runtime refuses SHA-1: set
   * `hashAlgorithm: "SHA256"`.
   *
   * @example
   * ```ts
   * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
   *
   * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY! });
   * const url = await signer.signUrl("https://d111111abcdef8.cloudfront.net/a.jpg?width=200", { expiresIn: "1h" });
   * ```
   */
  signUrl(url: UrlInput, options: SignUrlOptions): Promise<string>;
  /**
   * Signs cookies for a resource, or a set of cookies for each of several resources, because a policy covers only one.
   *
   * The policy is canned when `resource` has no `*` and no `?` and you give only an expiry time; custom otherwise. Each
   * set of a list gets a `Path` that matches its resource, so that the browser sends the right set.
   *
   * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-cookies.html | Use signed cookies}
   * @param options the resource, when access to it ends, and who may use it; or a list of such options
   * @returns the cookies; for a list the sets, in its order
   * @throws `ERR_RESOURCE_INVALID`, `ERR_URL_INVALID`, `ERR_URL_TOO_LONG`, `ERR_URL_ALREADY_SIGNED` for
   * `resource`; `ERR_OPTION_MISSING` without one.
   * @throws `ERR_COOKIE_INVALID` for a list with nested paths: the browser would send both sets of cookies.
   * @throws The errors of {@link CloudFrontSigner.signUrl} for other options and for the key.
   *
   * @example
   * ```ts
   * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
   *
   * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY! });
   * const cookies = await signer.signCookies({ resource: "https://cdn.example.com/course/42/*", expiresIn: "4h" });
   * const headers = cookies.toSetCookie({ domain: "example.com" });
   * ```
   * @example
   * ```ts
   * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
   *
   * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY! });
   * const sets = await signer.signCookies([
   *   { resource: "https://cdn.example.com/course/42/*", expiresIn: "4h" },
   *   { resource: "https://cdn.example.com/avatars/*", expiresIn: "1d" },
   * ]);
   * const headers = sets.flatMap((cookies) => cookies.toSetCookie({ domain: "example.com" }));
   * ```
   */
  signCookies<Length extends number | undefined = undefined>(
    // Only a list has a length.
    options: { readonly length?: Length } & (undefined extends Length
      ? SignCookiesOptions
      : readonly SignCookiesOptions[]),
  ): Promise<undefined extends Length ? SignedCookies : SignedCookies[]>;
  /**
   * Signs once for many URLs.
   *
   * With `grantId` the URLs carry an ID, by which a CloudFront Function can deny them before they expire
   * (docs/revocation.md).
   *
   * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-custom-policy.html | Create a signed URL using a custom policy}
   * @param options the resource, when access to it ends, who may use it, and an ID
   * @returns the grant, which puts its signature on any URL that the resource covers
   * @throws `ERR_RESOURCE_INVALID`, `ERR_RESOURCE_MISMATCH`, `ERR_URL_INVALID`, `ERR_URL_TOO_LONG`,
   * `ERR_URL_ALREADY_SIGNED` for `resource`; `ERR_OPTION_MISSING` without one; `ERR_OPTION_INVALID`,
   * `ERR_OPTION_CONFLICT` for `grantId`.
   * @throws The errors of {@link CloudFrontSigner.signUrl} for other options and for the key.
   *
   * @example
   * ```ts
   * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
   *
   * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY! });
   * const grant = await signer.grant({ resource: "https://d111111abcdef8.cloudfront.net/course/42/*", expiresIn: "4h" });
   * const segment = grant.signUrl("https://d111111abcdef8.cloudfront.net/course/42/segment-1.ts");
   * ```
   */
  grant(options: GrantOptions): Promise<Grant>;
  /**
   * Signs the URLs of a list, which may be endless: it holds at most `concurrency` of them at a time.
   *
   * If `urls` itself throws, the iteration first yields what was read before, and then throws this error. If you
   * leave the loop, it closes `urls`.
   *
   * @param urls the URLs, such as an array, a generator or the lines of a file
   * @param options when access ends, and who may use the URLs
   * @param listOptions how many signatures are made at a time, and what an error does
   * @returns the signed URLs, in the order of `urls`, for `for await` (in JSON they throw); with `onError: "yield"`,
   * an error in place of each URL that cannot be signed
   * @throws `ERR_OPTION_INVALID`, `ERR_OPTION_UNKNOWN` at once for `urls` and `listOptions`.
   * @throws The errors of {@link CloudFrontSigner.signUrl}, when it is that URL's turn; the reason of `signal`.
   *
   * @example
   * ```ts
   * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
   *
   * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY! });
   * const urls = ["https://d111111abcdef8.cloudfront.net/1.jpg", "https://d111111abcdef8.cloudfront.net/2.jpg"];
   * for await (const url of signer.signUrls(urls, { expiresIn: "1h" })) console.log(url.length > 400);
   * ```
   */
  signUrls<OnError extends "throw" | "yield" = "throw">(
    urls: Iterable<UrlInput> | AsyncIterable<UrlInput>,
    options: SignUrlOptions,
    listOptions?: UrlListOptions<OnError>,
  ): AsyncIterableIterator<string | (OnError extends "yield" ? CloudFrontSignError : never)>;
}

/** A signer for a key that is loaded: it has no `keyPairId`, because the key can change; {@link LoadedKey} has it. */
export type LoadedKeySigner = Omit<CloudFrontSigner, "keyPairId">;

/**
 * Makes a signer for one key pair, or for a key that {@link loadedKey} loads at the first signature, and again after
 * a time.
 *
 * A `privateKey` is read and checked at once, so that a bad secret fails at start-up. WebCrypto imports it,
 * non-extractable, on first use; an encrypted key is decrypted then too, so a wrong passphrase rejects the first
 * signature.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-trusted-signers.html | Specify signers that can create signed URLs and signed cookies}
 * @param options the key and its ID, or a loaded key, and options for everything that it signs
 * @returns the signer; one per process is enough. Its functions reject with `ERR_KEY_LOAD_FAILED` when the first load
 * of a loaded key fails.
 * @throws `ERR_KEY_PAIR_ID_INVALID` when `keyPairId` is missing, or is the ID of something else (a key group, a
 * distribution, an access key), a name or a PEM.
 * @throws `ERR_KEY_INVALID`, `ERR_KEY_ENCRYPTED`, `ERR_KEY_UNSUPPORTED`, `ERR_KEY_NOT_PRIVATE`,
 * `ERR_KEY_USAGE` for `privateKey`.
 * @throws `ERR_OPTION_UNKNOWN`, `ERR_OPTION_INVALID` for the options themselves; `ERR_OPTION_CONFLICT` for `key` beside
 * `keyPairId` or `privateKey`; `ERR_DATE_INVALID` for `maxLifetime`.
 * @example
 * ```ts
 * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
 *
 * const signer = createCloudFrontSigner({
 *   keyPairId: "K2JCJMDEHXQW5F",
 *   privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!,
 * });
 * const url = await signer.signUrl("https://d111111abcdef8.cloudfront.net/image.jpg", { expiresIn: "1h" });
 * ```
 * @example
 * ```ts
 * import { createCloudFrontSigner, loadedKey } from "cloudfront-sign-webcrypto";
 *
 * const key = loadedKey({ load: () => process.env.CLOUDFRONT_KEY_JSON!, reloadAfter: "10m", onError: console.error });
 * const signer = createCloudFrontSigner({ key, maxLifetime: "7d" });
 * ```
 */
// No overloads: TypeScript would explain why each of them does not fit.
export function createCloudFrontSigner<Key extends LoadedKey | undefined = undefined>(
  options: { readonly key?: Key } & (undefined extends Key
    ? CloudFrontSignerOptions
    : LoadedKeySignerOptions),
): undefined extends Key ? CloudFrontSigner : LoadedKeySigner {
  const given = options as CloudFrontSignerOptions & { readonly key?: unknown };
  const read = readOptions("options", given, signerOptionNames, undefined, describeHome);
  const { now, signatureCacheSize } = read;
  clockTime(now);
  const maxLifetime = readMaxLifetime(read);
  const isLoaded = "key" in read;
  const getKey = isLoaded ? loaderOfKey(read) : prepareKeyWithId(read);
  const signWithMemory =
    signatureCacheSize === undefined ? undefined : rememberedSignatures(signatureCacheSize);

  const policyOf = (options: object, href?: string, isGrant?: boolean) =>
    policyOfOptions(options, { now: clockTime(now), maxLifetime, href, isGrant });
  // A longer policy fits into no URL, and would be slow to find.
  const sign = (policy: PolicyToSign): Promise<SignedPolicy> =>
    signWithMemory === undefined || policy.text.length > longestUrl
      ? signPolicy(policy, getKey(), "privateKey")
      : signWithMemory(policy, getKey());
  const signOne = async (url: UrlInput, options: SignUrlOptions, more?: unknown): Promise<string> => {
    refuseMoreOptions(options, more);
    const target = urlToSign(url);
    const { query } = await sign(policyOf(options, target.href));
    return appendQuery(target, query);
  };
  const signUrl: typeof signOne = (url, options, more) => promisedUrl(signOne(url, options, more));
  const signCookies = async (options: SignCookiesOptions | readonly SignCookiesOptions[], more?: unknown) => {
    refuseMoreOptions(options, more);
    if (!isList(options)) return signedCookies(await sign(policyOf(options)), now);
    // An async function for each: what one of them throws then leaves no other rejection unhandled.
    return signedCookieSets(await Promise.all(options.map(async (one) => sign(policyOf(one)))), now);
  };
  const grant = async (options: GrantOptions, more?: unknown) => {
    refuseMoreOptions(options, more);
    const policy = policyOf(options, undefined, true);
    return createGrant(await sign(policy), policy.boundTo, now);
  };

  const signUrls = (
    urls: Iterable<UrlInput> | AsyncIterable<UrlInput>,
    options: SignUrlOptions,
    listOptions: UrlListOptions = {},
  ) => signUrlsWith((url) => signOne(url, options), urls, listOptions);

  // Two literals: a spread costs more than the rest of a signer.
  const signer = isLoaded
    ? { signUrl, signCookies, grant, signUrls }
    : { keyPairId: read.keyPairId, signUrl, signCookies, grant, signUrls };
  return Object.freeze(signer) as CloudFrontSigner;
}

/** Throws for a restriction in an argument that is not read. Array.map passes a number. */
function refuseMoreOptions(options: unknown, more: unknown): void {
  // signCookies(url, options) has a message of its own.
  if (typeof options === "object" && typeof more === "object" && more !== null && !Array.isArray(more))
    fail("ERR_OPTION_INVALID", "options", "stand in two arguments; write all of them into one object");
}

/** Signs each policy once with the same key, for the `size` policies that were used last. */
function rememberedSignatures(size: number) {
  if (!(Number.isInteger(size) && size >= 1))
    fail(
      "ERR_OPTION_INVALID",
      "signatureCacheSize",
      `is ${describeNumber(size)}; pass a whole number of policies, 1 or more, or leave it out`,
    );
  let keyOfSignatures: KeyWithId | undefined;
  let signatures = recentlyUsed<() => Promise<SignedPolicy>>(size);
  return async (policy: PolicyToSign, keyWithId: Promise<KeyWithId>): Promise<SignedPolicy> => {
    const key = await keyWithId;
    if (key !== keyOfSignatures) {
      keyOfSignatures = key;
      signatures = recentlyUsed(size);
    }
    const signOnce = (forget: () => void) =>
      sharedResult(() => signPolicy(policy, key, "privateKey"), forget);
    return signatures.use(policy.kind + policy.text, signOnce)();
  };
}

// Array.isArray does not narrow readonly arrays.
function isList(
  options: SignCookiesOptions | readonly SignCookiesOptions[],
): options is readonly SignCookiesOptions[] {
  return Array.isArray(options);
}
