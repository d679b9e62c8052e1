import { cookiesByPath, type PathCookies } from "../cookie/cookies-by-path.ts";
import { type SignedCookies, signedCookies } from "../cookie/signed-cookies.ts";
import { type CloudFrontSignError, fail } from "../errors.ts";
import { checkHashAlgorithm, type HashAlgorithm } from "../key/algorithm.ts";
import { checkKeyPairId, readAllowAnyKeyPairId } from "../key/key-pair-id.ts";
import type { PrivateKeySource } from "../key/private-key.ts";
import { type RemoteSigner, remoteSigningKey } from "../key/remote-signer.ts";
import { prepareSigningKey } from "../key/signing-key.ts";
import { clockTime } from "../options/clock.ts";
import { readOptions } from "../options/read-options.ts";
import { appendQuery, signableUrl } from "../url/signed-url.ts";
import type { UrlInput } from "../url/wire-form.ts";
import { createGrant, type Grant } from "./grant.ts";
import { type AbortSignalLike, inOrder } from "./map-in-order.ts";
import { policyOfTerms, type ResourceTerms, type UrlTerms } from "./policy-terms.ts";
import { signPolicy } from "./sign-policy.ts";
import { createMemo } from "./signature-cache.ts";
import type { SignedPolicy } from "./signed-policy.ts";

/** Options of {@link createCloudFrontSigner}. */
export interface CloudFrontSignerOptions {
  /** ID of the public key in CloudFront (not of the key group), for example `K2JCJMDEHXQW5F`. */
  readonly keyPairId: string;
  /**
   * Takes an ID of any shape, as emulators give them out (a UUID, any first letter), if it breaks neither a
   * URL nor a cookie. Default `false`: CloudFront knows no such ID.
   */
  readonly allowAnyKeyPairId?: boolean | undefined;
  /** The private key in any form, or a remote signer. */
  readonly privateKey: PrivateKeySource | RemoteSigner;
  /**
   * Decrypts an encrypted PKCS#8 key; it has no effect on any other. A wrong passphrase is found at the first
   * use, which rejects with `ERR_KEY_PASSPHRASE`.
   */
  readonly passphrase?: string | undefined;
  /** Default `"SHA1"` for RSA, `"SHA256"` for EC. `"SHA256"` adds `Hash-Algorithm=SHA256` to what is made. */
  readonly hashAlgorithm?: HashAlgorithm | undefined;
  /** The only clock that is read. Default: the system's. */
  readonly now?: (() => Date) | undefined;
  /**
   * Number of policies, 1 or more, whose signatures are remembered (about 1 kB each), those asked for last.
   * With `cacheWindow` the same URL is then signed once in a window, however often it is asked for. Default:
   * nothing is remembered.
   */
  readonly memo?: number | undefined;
}

/** How {@link CloudFrontSigner.signUrls} goes about it. */
export interface SignUrlsOptions {
  /** Signatures under way at a time, 1 or more, default 64. */
  readonly concurrency?: number;
  /**
   * Ends the iteration, which then throws the signal's reason: no more is read or signed, the source is
   * closed, and what is under way is not waited for.
   */
  readonly signal?: AbortSignalLike | undefined;
  /**
   * `"throw"` (default) ends the iteration with the error of the first URL that cannot be signed; `"yield"`
   * gives the error in its place.
   */
  readonly onError?: "throw" | "yield";
}

/**
 * Signs with one key. A frozen object of functions that can be taken apart and passed around; the key cannot
 * be reached through it.
 */
export interface CloudFrontSigner {
  readonly keyPairId: string;
  /**
   * The signed URL: the wire form of `url` with the signing parameters behind its own, and its fragment at
   * the end.
   *
   * Canned policy when only an end is given and the resource is the URL itself; custom otherwise.
   *
   * Source: CloudFront Developer Guide, "Use signed URLs".
   *
   * @throws `ERR_URL_INVALID` when `url` is not absolute http(s), holds what clients change silently, has a
   * `.` or `..` segment in its path or a fragment that may be part of an object key (`a#1.jpg`), or is an S3
   * address; `ERR_URL_TOO_LONG` when the signed URL has more than the 8,192 bytes that CloudFront takes.
   * @throws `ERR_URL_ALREADY_SIGNED` when it has one of the five reserved parameters.
   * @throws `ERR_RESOURCE_MISMATCH` when `resource` or `policy` does not cover it; `ERR_RESOURCE_INVALID` for
   * a `*` in a URL without `resource`.
   * @throws `ERR_DATE_INVALID`, `ERR_DATE_PAST`, `ERR_DATE_ORDER`, `ERR_IP_ADDRESS_INVALID`,
   * `ERR_POLICY_INVALID`, `ERR_OPTION_…` for terms.
   * @throws `ERR_KEY_…` when the key turns out to be unusable on its first use; `ERR_SIGNING_FAILED` when a
   * remote signer fails.
   *
   * @example
   * ```ts
   * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
   *
   * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY! });
   * const url = await signer.signUrl("https://d111111abcdef8.cloudfront.net/a.jpg?width=200", { expiresIn: "1h" });
   * ```
   */
  signUrl(url: UrlInput, terms: UrlTerms): Promise<string>;
  /**
   * Signed cookies for a resource. Canned when `resource` has no `*` and no `?` and only an end is given;
   * custom otherwise.
   *
   * Source: CloudFront Developer Guide, "Use signed cookies". Throws what {@link CloudFrontSigner.signUrl}
   * does for terms and key.
   *
   * @example
   * ```ts
   * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
   *
   * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY! });
   * const cookies = await signer.signCookies({ resource: "https://cdn.example.com/course/42/*", expiresIn: "4h" });
   * const headers = cookies.toSetCookie({ domain: "example.com", path: "/course/42" });
   * ```
   */
  signCookies(terms: ResourceTerms): Promise<SignedCookies>;
  /**
   * One set of signed cookies for each of several resources, since a policy covers one. Each set gets the
   * cookie `Path` of its resource, so that a browser sends the one that fits.
   *
   * @throws Also `ERR_COOKIE_INVALID` when a browser would send two of the sets to one URL: one path lies
   * within the other.
   *
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
  signCookies(list: readonly ResourceTerms[]): Promise<PathCookies[]>;
  /**
   * One signature for many URLs. Throws what {@link CloudFrontSigner.signUrl} does for terms and key.
   *
   * Source: CloudFront Developer Guide, "Create a signed URL using a custom policy".
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
  grant(terms: ResourceTerms): Promise<Grant>;
  /**
   * Signed URLs in the order of `urls`, which may be endless: only `concurrency` of them are held at a time.
   *
   * An error of `urls` itself ends the iteration, behind all that was read before it. Leaving the loop closes
   * `urls`.
   *
   * @throws What {@link CloudFrontSigner.signUrl} does, when it is that URL's turn, unless `onError` is
   * `"yield"`; the reason of `signal`.
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
  signUrls(
    urls: Iterable<UrlInput> | AsyncIterable<UrlInput>,
    terms: UrlTerms,
    options?: SignUrlsOptions & { readonly onError?: "throw" },
  ): AsyncIterableIterator<string>;
  signUrls(
    urls: Iterable<UrlInput> | AsyncIterable<UrlInput>,
    terms: UrlTerms,
    options: SignUrlsOptions,
  ): AsyncIterableIterator<string | CloudFrontSignError>;
}

/**
 * A signer for one key of CloudFront.
 *
 * The key is read and checked at once, so that a bad secret fails at boot. WebCrypto imports it,
 * non-extractable, on first use. An encrypted key is decrypted on first use too, so a wrong passphrase is found
 * there.
 *
 * Source: CloudFront Developer Guide, "Specify signers that can create signed URLs and signed cookies".
 *
 * @throws `ERR_KEY_PAIR_ID_INVALID` when `keyPairId` is missing, the ID of something else (a key group, a
 * distribution, an access key), a name, a PEM.
 * @throws `ERR_KEY_INVALID`, `ERR_KEY_ENCRYPTED`, `ERR_KEY_UNSUPPORTED`, `ERR_KEY_NOT_PRIVATE`,
 * `ERR_KEY_USAGE`: what came and how to mend it.
 * @throws `ERR_OPTION_UNKNOWN`, `ERR_OPTION_INVALID` for the options themselves.
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
 */
export function createCloudFrontSigner(given: CloudFrontSignerOptions): CloudFrontSigner {
  const names = [
    "keyPairId",
    "allowAnyKeyPairId",
    "privateKey",
    "passphrase",
    "hashAlgorithm",
    "now",
    "memo",
  ] as const;
  const options = readOptions("options", given, names);
  const { now, memo } = options;
  const time = (): number => clockTime(now);
  time();
  const keyPairId = checkKeyPairId(options.keyPairId, readAllowAnyKeyPairId(options.allowAnyKeyPairId));
  const remote = remoteSigningKey(options.privateKey, checkHashAlgorithm(options.hashAlgorithm));
  const signingKey = remote
    ? async () => remote
    : prepareSigningKey(options.privateKey, options, "privateKey");

  if (memo !== undefined && !(Number.isInteger(memo) && memo >= 1)) {
    fail("ERR_OPTION_INVALID", "memo", "expected a number of policies, 1 or more");
  }
  const remembered = memo && createMemo<SignedPolicy>(memo);

  const sign = (terms: UrlTerms | ResourceTerms, href?: string): Promise<SignedPolicy> => {
    const policy = policyOfTerms(terms, time(), href);
    const make = () => signPolicy(policy, signingKey(), keyPairId);
    return remembered ? remembered(policy.kind + policy.policy, make) : make();
  };

  const signUrl = async (url: UrlInput, terms: UrlTerms): Promise<string> => {
    const target = signableUrl(url);
    return appendQuery(target, (await sign(terms, target.href)).query);
  };

  return Object.freeze({
    keyPairId,
    signUrl,
    signCookies: async (terms: ResourceTerms | readonly ResourceTerms[]) =>
      Array.isArray(terms)
        ? // Async, so that what one of them throws leaves no other to reject unheard.
          cookiesByPath(await Promise.all(terms.map(async (one: ResourceTerms) => sign(one))))
        : signedCookies(await sign(terms as ResourceTerms)),
    grant: async (terms: ResourceTerms) => createGrant(await sign(terms)),
    signUrls: (
      urls: Iterable<UrlInput> | AsyncIterable<UrlInput>,
      terms: UrlTerms,
      options: SignUrlsOptions = {},
    ) => {
      const {
        concurrency = 64,
        signal,
        onError = "throw",
      } = readOptions("options", options, ["concurrency", "signal", "onError"]);
      if (typeof concurrency !== "number" || !(concurrency >= 1))
        fail("ERR_OPTION_INVALID", "concurrency", "expected 1 or more");
      const { addEventListener, removeEventListener } = Object(signal);
      if (
        signal !== undefined &&
        (typeof addEventListener !== "function" || typeof removeEventListener !== "function")
      ) {
        fail("ERR_OPTION_INVALID", "signal", "expected an AbortSignal");
      }
      if (onError !== "throw" && onError !== "yield")
        fail("ERR_OPTION_INVALID", "onError", 'expected "throw" or "yield"');
      const { [Symbol.asyncIterator]: iterator = Object(urls)[Symbol.iterator] } = Object(urls);
      if (typeof iterator !== "function" || typeof urls === "string")
        fail("ERR_OPTION_INVALID", "urls", "expected an iterable of URLs");
      const signOne = (url: UrlInput) => signUrl(url, terms);
      return inOrder(
        urls,
        onError === "throw" ? signOne : (url) => signOne(url).catch((error) => error),
        concurrency,
        signal,
      );
    },
  } as CloudFrontSigner);
}
