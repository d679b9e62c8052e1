import { recentlyUsed } from "../cache/recently-used.ts";
import { sharedResult } from "../cache/shared-result.ts";
import {
  promisedCookies,
  type SignedCookies,
  signedCookieSets,
  signedCookies,
} from "../cookie/signed-cookies.ts";
import { type CloudFrontSignError, callable, fail, startingAtCaller } from "../errors.ts";
import { longestUrl } from "../limits.ts";
import { untilAborted } from "../options/abort-signal.ts";
import { clockTime } from "../options/clock.ts";
import { readOnEvent } from "../options/events.ts";
import { notText } from "../options/not-text.ts";
import { readOptions } from "../options/read-options.ts";
import { describeNumber, describeType } from "../options/type-name.ts";
import { appendQuery, promisedUrl, urlToSign } from "../url/signed-url.ts";
import type { UrlInput } from "../url/wire-form.ts";
import { createGrant, type Grant } from "./grant.ts";
import { loaderOfKey } from "./loaded-key.ts";
import { describeHome, signerOptionNames } from "./option-homes.ts";
import { type PolicyOfOptions, policyOfOptions } from "./policy-of-options.ts";
import type { PolicyToSign, SignedPolicy } from "./policy-to-sign.ts";
import type { GrantOptions, SignCookiesOptions, SignUrlOptions } from "./sign-options.ts";
import { signPolicy } from "./sign-policy.ts";
import { signUrlsWith, type UrlListOptions } from "./sign-urls.ts";
import { type KeyWithId, prepareKeyWithId, type SignerKeyOptions } from "./signer-key.ts";
import {
  type CloudFrontSignerOptions,
  type LoadedKeySignerOptions,
  readMaxLifetime,
} from "./signer-options.ts";
import { toldSignatures } from "./told-signatures.ts";

/**
 * Signs with one key. A frozen object of functions that can be destructured and passed around; the key cannot
 * be read from it.
 */
export interface CloudFrontSigner {
  /** ID of the key that signs now; `undefined` before the first load of a {@link loadedKey}. */
  readonly keyPairId: string | undefined;
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
   * @throws `ERR_URL_INVALID`, `ERR_DATE_PAST`, `ERR_RESOURCE_MISMATCH` and others, as rejections: {@link https://github.com/cloudfront-sign-webcrypto/cloudfront-sign-webcrypto/blob/main/docs/errors.md | all errors}
   *
   * @example
   * ```ts
   * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
   *
   * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!, maxLifetime: "8h" });
   * const url = await signer.signUrl("https://d111111abcdef8.cloudfront.net/a.jpg?width=200", { expiresIn: "1h" });
   * ```
   */
  signUrl(url: UrlInput, options: SignUrlOptions): Promise<string>;
  /**
   * Signs cookies for a resource. A policy covers only one: {@link CloudFrontSigner.signCookieSets} signs for several.
   *
   * The policy is canned when `resource` has no `*` and no `?` and you give only an expiry time; custom otherwise.
   *
   * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-cookies.html | Use signed cookies}
   * @param options the resource, when access to it ends, and who may use it
   * @returns the cookies
   * @throws `ERR_RESOURCE_INVALID`, `ERR_OPTION_MISSING`, `ERR_DATE_PAST` and others, as rejections: {@link https://github.com/cloudfront-sign-webcrypto/cloudfront-sign-webcrypto/blob/main/docs/errors.md | all errors}
   *
   * @example
   * ```ts
   * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
   *
   * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!, maxLifetime: "8h" });
   * const cookies = await signer.signCookies({ resource: "https://cdn.example.com/course/42/*", expiresIn: "4h" });
   * const headers = new Headers();
   * cookies.appendTo(headers, { domain: "example.com" });
   * ```
   */
  signCookies(options: SignCookiesOptions): Promise<SignedCookies>;
  /**
   * Signs a set of cookies for each of several resources. Each set gets a `Path` that matches its resource, so that the
   * browser sends the right set.
   *
   * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-cookies.html | Use signed cookies}
   * @param list the options of each set
   * @returns the sets, in the order of the list
   * @throws `ERR_COOKIE_INVALID` for nested paths, of which the browser would send both sets.
   * @throws The errors of {@link CloudFrontSigner.signCookies}.
   *
   * @example
   * ```ts
   * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
   *
   * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!, maxLifetime: "2d" });
   * const sets = await signer.signCookieSets([
   *   { resource: "https://cdn.example.com/course/42/*", expiresIn: "4h" },
   *   { resource: "https://cdn.example.com/avatars/*", expiresIn: "1d" },
   * ]);
   * const headers = new Headers();
   * for (const cookies of sets) cookies.appendTo(headers, { domain: "example.com" });
   * ```
   */
  signCookieSets(list: readonly SignCookiesOptions[]): Promise<SignedCookies[]>;
  /**
   * Signs once for many URLs.
   *
   * With `grantId` the URLs carry an ID, by which a CloudFront Function can deny them before they expire
   * (docs/revocation.md).
   *
   * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-custom-policy.html | Create a signed URL using a custom policy}
   * @param options the resource, when access to it ends, who may use it, and an ID
   * @returns the grant, which puts its signature on any URL that the resource covers
   * @throws `ERR_RESOURCE_INVALID`, `ERR_OPTION_MISSING`, `ERR_DATE_PAST` and others, as rejections: {@link https://github.com/cloudfront-sign-webcrypto/cloudfront-sign-webcrypto/blob/main/docs/errors.md | all errors}
   *
   * @example
   * ```ts
   * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
   *
   * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!, maxLifetime: "8h" });
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
   * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!, maxLifetime: "8h" });
   * const urls = ["https://d111111abcdef8.cloudfront.net/1.jpg", "https://d111111abcdef8.cloudfront.net/2.jpg"];
   * for await (const url of signer.signUrls(urls, { expiresIn: "1h" })) console.log(url.length > 400);
   * ```
   */
  signUrls<OnError extends "throw" | "yield" = "throw">(
    urls: Iterable<UrlInput> | AsyncIterable<UrlInput>,
    options: SignUrlOptions,
    listOptions?: UrlListOptions<OnError>,
  ): AsyncIterableIterator<SignedUrlOrError[OnError]>;
}

/** The results of `signUrls`, depending on its `onError`. */
export interface SignedUrlOrError {
  /** The signed URL. */
  readonly throw: string;
  /** The signed URL, or why there is none. */
  readonly yield: string | CloudFrontSignError;
}

/**
 * Creates a signer for one key pair, or for a key that {@link loadedKey} loads at the first signature, and again after
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
 * @throws `ERR_KEY_PAIR_ID_INVALID`, `ERR_KEY_INVALID`, `ERR_OPTION_CONFLICT` and others: {@link https://github.com/cloudfront-sign-webcrypto/cloudfront-sign-webcrypto/blob/main/docs/errors.md | all errors}
 * @example
 * ```ts
 * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
 *
 * const signer = createCloudFrontSigner({
 *   keyPairId: "K2JCJMDEHXQW5F",
 *   privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!,
 *   maxLifetime: "8h",
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
export function createCloudFrontSigner(options: CloudFrontSignerOptions): CloudFrontSigner {
  return startingAtCaller(createCloudFrontSigner, () => makeSigner(options));
}

function makeSigner(options: CloudFrontSignerOptions): CloudFrontSigner {
  const given = options as SignerKeyOptions & Partial<LoadedKeySignerOptions>;
  const read = readOptions("options", given, signerOptionNames, undefined, describeHome);
  const { now, signatureCacheSize } = read;
  clockTime(now);
  const maxLifetime = readMaxLifetime(read);
  const isLoaded = "key" in read;
  const getKey = isLoaded ? loaderOfKey(read) : prepareKeyWithId(read);
  const onEvent = readOnEvent(read.onEvent);
  const signWithKey = onEvent === undefined ? signPolicy : toldSignatures(onEvent);
  const signWithMemory =
    signatureCacheSize === undefined ? undefined : rememberedSignatures(signatureCacheSize, signWithKey);

  const policyOf = (options: object, href?: string, isGrant?: boolean) =>
    policyOfOptions(options, { now: clockTime(now), maxLifetime, href, isGrant });
  const signNow = (policy: PolicyOfOptions): Promise<SignedPolicy> =>
    // A longer policy fits into no URL, and would be slow to find.
    signWithMemory === undefined || policy.text.length > longestUrl
      ? signWithKey(policy, getKey(), "privateKey", policy.signal)
      : signWithMemory(policy, getKey());
  const sign = (policy: PolicyOfOptions): Promise<SignedPolicy> =>
    untilAborted(policy.signal, () => signNow(policy));
  const signOne = async (url: UrlInput, options: SignUrlOptions, more?: unknown): Promise<string> => {
    refuseMoreOptions(options, more);
    const target = urlToSign(url);
    const { query } = await sign(policyOf(options, target.href));
    return appendQuery(target, query);
  };
  const signUrl = callable((url: UrlInput, options: SignUrlOptions, more?: unknown) =>
    promisedUrl(signOne(url, options, more)),
  );
  const cookiesOf = async (options: SignCookiesOptions, more: unknown) => {
    refuseMoreOptions(options, more);
    if (Array.isArray(options))
      fail("ERR_OPTION_INVALID", "options", "is an array; signCookieSets(list) signs a set for each entry");
    return signedCookies(await sign(policyOf(options)), now);
  };
  const cookieSetsOf = async (list: readonly SignCookiesOptions[], more: unknown) => {
    refuseMoreOptions(list, more);
    if (!Array.isArray(list))
      fail(
        "ERR_OPTION_INVALID",
        "list",
        `is ${describeType(list)}; pass an array of the options of each set`,
      );
    // An async function for each: what one of them throws then leaves no other rejection unhandled.
    return signedCookieSets(await Promise.all(list.map(async (one) => sign(policyOf(one)))), now);
  };
  const signCookies = callable((options: SignCookiesOptions, more?: unknown) =>
    promisedCookies(cookiesOf(options, more)),
  );
  const signCookieSets = callable((list: readonly SignCookiesOptions[], more?: unknown) =>
    promisedCookies(cookieSetsOf(list, more)),
  );
  const grantOf = async (options: GrantOptions, more: unknown) => {
    refuseMoreOptions(options, more);
    const policy = policyOf(options, undefined, true);
    return createGrant(await sign(policy), policy.boundTo, now);
  };
  const grant = callable((options: GrantOptions, more?: unknown) =>
    notText(grantOf(options, more), "grant", "is the promise of a grant; await it"),
  );

  const signUrls = callable(
    (
      urls: Iterable<UrlInput> | AsyncIterable<UrlInput>,
      options: SignUrlOptions,
      listOptions: UrlListOptions = {},
    ) => signUrlsWith((url) => signOne(url, options), urls, listOptions) as AsyncIterableIterator<never>,
  );

  const { keyPairId, key } = read;
  const signer: CloudFrontSigner = { keyPairId, signUrl, signCookies, signCookieSets, grant, signUrls };
  if (key) Object.defineProperty(signer, "keyPairId", { get: () => key.keyPairId });
  return Object.freeze(signer);
}

/** Throws for a restriction in an argument that is not read. Array.map passes a number. */
function refuseMoreOptions(options: unknown, more: unknown): void {
  // signCookies(url, options) has a message of its own.
  if (typeof options === "object" && typeof more === "object" && more !== null && !Array.isArray(more))
    fail("ERR_OPTION_INVALID", "options", "stand in two arguments; write all of them into one object");
}

/** Signs each policy once with the same key, for the `size` policies that were used last. */
function rememberedSignatures(size: number, signWithKey: typeof signPolicy) {
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
      sharedResult(() => signWithKey(policy, key, "privateKey"), forget);
    return signatures.use(policy.kind + policy.text, signOnce)();
  };
}
