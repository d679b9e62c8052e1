import { promisedCookies, type SignedCookies, signedCookies } from "../cookie/signed-cookies.ts";
import { startingAtCaller } from "../errors.ts";
import { checkHashAlgorithm, type HashAlgorithm } from "../key/algorithm.ts";
import type { ImportedKey, WebCryptoKey } from "../key/crypto-key.ts";
import { preparePrivateKey } from "../key/import-key.ts";
import { checkKeyPairId, readAllowEmulatorKeyPairIds } from "../key/key-pair-id.ts";
import type { PrivateKeySource } from "../key/private-key.ts";
import { importPublicKey, type PublicKeySource, readPublicKey } from "../key/public-key.ts";
import { readOptions } from "../options/read-options.ts";
import { describeType } from "../options/type-name.ts";
import { secondsOfMilliseconds } from "../policy/instant.ts";
import { ipv4Cidr } from "../policy/ipv4.ts";
import { wireResource } from "../url/resource-pattern.ts";
import { appendQuery, promisedUrl, urlToSign } from "../url/signed-url.ts";
import { checkAccessPeriod } from "./expiry.ts";
import { createPolicy, policyKind, type SignedPolicy } from "./policy-to-sign.ts";
import { exactResource } from "./resource.ts";
import { signPolicy } from "./sign-policy.ts";
import type { SignerKeyOptions } from "./signer-key.ts";

/** A private key and the ID of its public key in CloudFront. */
export interface CloudFrontKey extends Omit<SignerKeyOptions, "privateKey"> {
  /** The private key, in any form that `createCloudFrontSigner` takes. Not needed with `importedKey`. */
  readonly content?: PrivateKeySource;
  /** For documentation only: the format is read from the content. */
  readonly format?: string | undefined;
}

/** A public key to import. */
export interface CloudFrontPublicKey {
  /** ID of the public key in CloudFront; checked for its shape when given. */
  readonly keyPairId?: string | undefined;
  /** Accepts an ID of any shape, such as emulators use. Default `false`. */
  readonly allowEmulatorKeyPairIds?: boolean | undefined;
  /** The public key, in any form that `createCloudFrontVerifier` takes. */
  readonly content: PublicKeySource;
  /** For documentation only: the format is read from the content. */
  readonly format?: string | undefined;
  /** The hash that the key verifies. Default `"SHA1"` for RSA, `"SHA256"` for EC. */
  readonly hashAlgorithm?: HashAlgorithm | undefined;
}

/**
 * What {@link createCloudFrontPresignedUrl} and {@link createCloudFrontSignedCookies} allow: one URL or pattern
 * until one expiry time.
 */
export interface CloudFrontPolicy {
  /** The URL; for cookies also a pattern with `*` and `?`. */
  readonly url: string;
  /**
   * Expiry time in epoch **milliseconds**; a fraction of a second is dropped. For one hour: `Date.now() + 3_600_000`.
   */
  readonly expireTimeEpochMs: number;
  /** IPv4 address or CIDR of the viewer. */
  readonly ipRange?: string;
}

/** Input of {@link createCloudFrontPresignedUrl} and {@link createCloudFrontSignedCookies}. */
export interface CloudFrontOneShot {
  /** What is allowed, and until when. */
  readonly policy: CloudFrontPolicy;
  /** The key that signs. */
  readonly key: CloudFrontKey;
  /** The result of {@link importCloudFrontPrivateKey} for this `key`, whose `content` is not read: keep one for each key. */
  readonly importedKey?: WebCryptoKey | undefined;
}

/**
 * Imports a private key as a non-extractable `CryptoKey` for signing.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-trusted-signers.html | Specify signers that can create signed URLs and signed cookies}
 * @param key the private key and its ID
 * @returns the `CryptoKey`, for `importedKey` of {@link createCloudFrontPresignedUrl} and
 * {@link createCloudFrontSignedCookies}
 * @throws `ERR_KEY_PAIR_ID_INVALID` for `keyPairId`; `ERR_KEY_INVALID`, `ERR_KEY_ENCRYPTED`, `ERR_KEY_PASSPHRASE`,
 * `ERR_KEY_UNSUPPORTED`, `ERR_KEY_NOT_PRIVATE`, `ERR_KEY_USAGE` for `content`; `ERR_OPTION_UNKNOWN`,
 * `ERR_OPTION_INVALID` for other members. All are rejections.
 * @example
 * ```ts
 * import { importCloudFrontPrivateKey } from "cloudfront-sign-webcrypto";
 *
 * const key = { keyPairId: "K2JCJMDEHXQW5F", content: process.env.CLOUDFRONT_PRIVATE_KEY };
 * const importedKey = await importCloudFrontPrivateKey(key);
 * ```
 */
export function importCloudFrontPrivateKey(key: CloudFrontKey): Promise<ImportedKey> {
  return startingAtCaller(importCloudFrontPrivateKey, () => importPrivate(key));
}

async function importPrivate(key: CloudFrontKey): Promise<ImportedKey> {
  const options = readKeyOptions(key);
  return (await preparePrivateKey(options.content, options, "content")()).cryptoKey;
}

/**
 * Imports a public key as a `CryptoKey` for verifying.
 *
 * @param key the public key
 * @returns the `CryptoKey`, for `publicKeys` of `createCloudFrontVerifier`
 * @throws `ERR_KEY_NOT_PUBLIC` for a private key or a certificate; `ERR_KEY_UNSUPPORTED`, `ERR_KEY_INVALID`,
 * `ERR_KEY_USAGE` for other content; `ERR_KEY_PAIR_ID_INVALID` for `keyPairId`; `ERR_OPTION_UNKNOWN`,
 * `ERR_OPTION_INVALID` for other members. All are rejections.
 * @example
 * ```ts
 * import { importCloudFrontPublicKey } from "cloudfront-sign-webcrypto";
 *
 * const publicKey = await importCloudFrontPublicKey({ content: process.env.CLOUDFRONT_PUBLIC_KEY!, hashAlgorithm: "SHA256" });
 * ```
 */
export function importCloudFrontPublicKey(key: CloudFrontPublicKey): Promise<ImportedKey> {
  return startingAtCaller(importCloudFrontPublicKey, () => importPublic(key));
}

async function importPublic(key: CloudFrontPublicKey): Promise<ImportedKey> {
  const { keyPairId, allowEmulatorKeyPairIds, content, hashAlgorithm } = readOptions("key", key, [
    "keyPairId",
    "allowEmulatorKeyPairIds",
    "content",
    "format",
    "hashAlgorithm",
  ]);
  const allowAny = readAllowEmulatorKeyPairIds(allowEmulatorKeyPairIds);
  if (keyPairId !== undefined) checkKeyPairId(keyPairId, allowAny);
  const hash = checkHashAlgorithm(hashAlgorithm);
  return importPublicKey(readPublicKey(content, "content"), hash, "content");
}

/**
 * Signs one URL with one call. The key is imported once: see {@link forgetImportedKeys}.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-urls.html | Use signed URLs}
 * @param input the URL, when access ends, and the key
 * @returns the signed URL
 * @throws `ERR_DATE_PAST` when `expireTimeEpochMs` is in seconds.
 * @throws The errors of {@link createCloudFrontSigner} and {@link CloudFrontSigner.signUrl}.
 * @example
 * ```ts
 * import { createCloudFrontPresignedUrl } from "cloudfront-sign-webcrypto";
 *
 * const url = await createCloudFrontPresignedUrl({
 *   policy: { url: "https://d111111abcdef8.cloudfront.net/image.jpg", expireTimeEpochMs: Date.now() + 3_600_000 },
 *   key: { keyPairId: "K2JCJMDEHXQW5F", content: process.env.CLOUDFRONT_PRIVATE_KEY },
 * });
 * ```
 */
export function createCloudFrontPresignedUrl(input: CloudFrontOneShot): Promise<string> {
  return startingAtCaller(createCloudFrontPresignedUrl, () => promisedUrl(presign(input)));
}

async function presign(input: CloudFrontOneShot): Promise<string> {
  const options = readInput(input);
  const target = urlToSign(options.policy.url);
  return appendQuery(target, (await sign(options, exactResource(target.href), target.href)).query);
}

/**
 * Signs cookies with one call, for a URL or a pattern.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-cookies.html | Use signed cookies}
 * @param input the URL or pattern, when access ends, and the key
 * @returns the cookies
 * @throws `ERR_DATE_PAST` when `expireTimeEpochMs` is in seconds.
 * @throws The errors of {@link createCloudFrontSigner} and {@link CloudFrontSigner.signCookies}.
 * @example
 * ```ts
 * import { createCloudFrontSignedCookies } from "cloudfront-sign-webcrypto";
 *
 * const cookies = await createCloudFrontSignedCookies({
 *   policy: { url: "https://cdn.example.com/course/42/*", expireTimeEpochMs: Date.now() + 3_600_000 },
 *   key: { keyPairId: "K2JCJMDEHXQW5F", content: process.env.CLOUDFRONT_PRIVATE_KEY },
 * });
 * const headers = cookies.toSetCookie({ domain: "example.com" });
 * ```
 */
export function createCloudFrontSignedCookies(input: CloudFrontOneShot): Promise<SignedCookies> {
  return startingAtCaller(createCloudFrontSignedCookies, () => promisedCookies(cookiesOf(input)));
}

async function cookiesOf(input: CloudFrontOneShot): Promise<SignedCookies> {
  const options = readInput(input);
  return signedCookies(await sign(options, wireResource(options.policy.url, "url")));
}

function readInput(input: CloudFrontOneShot): CloudFrontOneShot {
  const { policy, key, importedKey } = readOptions("input", input, ["policy", "key", "importedKey"]);
  return { policy: readOptions("policy", policy, ["url", "expireTimeEpochMs", "ipRange"]), key, importedKey };
}

async function sign(
  { policy, key, importedKey }: CloudFrontOneShot,
  resource: string,
  href?: string,
): Promise<SignedPolicy> {
  const dateLessThan = readExpireTime(policy.expireTimeEpochMs);
  // Given as undefined, it is a restriction that got lost, and an error.
  const ipAddress = "ipRange" in policy ? ipv4Cidr(policy.ipRange, "ipRange") : undefined;
  const statement = { resource, dateLessThan, dateGreaterThan: undefined, ipAddress };
  checkAccessPeriod(statement, Date.now(), "expireTimeEpochMs");
  const options = readKeyOptions(key);
  const [source, option] =
    importedKey === undefined
      ? ([options.content, "content"] as const)
      : ([importedKey, "importedKey"] as const);
  const importKey = preparePrivateKey(source, options, option);
  const unsigned = createPolicy(policyKind(statement, href), statement);
  return signPolicy(unsigned, { keyPairId: options.keyPairId, signingKey: await importKey() }, option);
}

function readKeyOptions(key: CloudFrontKey): CloudFrontKey {
  const options = readOptions("key", key, [
    "keyPairId",
    "allowEmulatorKeyPairIds",
    "content",
    "format",
    "passphrase",
    "hashAlgorithm",
  ]);
  checkKeyPairId(options.keyPairId, readAllowEmulatorKeyPairIds(options.allowEmulatorKeyPairIds));
  return options;
}

/** Epoch seconds of `expireTimeEpochMs`; a fraction of a second is dropped. */
function readExpireTime(value: unknown): number {
  const problem = `is ${describeType(value)}; pass epoch milliseconds, such as date.getTime() or Date.now() + 3_600_000`;
  return secondsOfMilliseconds("expireTimeEpochMs", value, Math.floor, problem);
}
