/**
 * The functions of `aws-cloudfront-sign`, with its names and options. They return promises.
 *
 * @module
 */
import { cookieValues } from "./cookie/signed-cookies.ts";
import { fail, startingAtCaller } from "./errors.ts";
import { checkHashAlgorithm, type HashAlgorithm } from "./key/algorithm.ts";
import { preparePrivateKey } from "./key/import-key.ts";
import { checkKeyPairId, readAllowEmulatorKeyPairIds } from "./key/key-pair-id.ts";
import type { PrivateKeySource } from "./key/private-key.ts";
import { readOptions } from "./options/read-options.ts";
import { describeType } from "./options/type-name.ts";
import { secondsOfMilliseconds } from "./policy/instant.ts";
import { ipv4Cidr } from "./policy/ipv4.ts";
import { checkAccessPeriod } from "./sign/expiry.ts";
import { createPolicy, type SignedPolicy } from "./sign/policy-to-sign.ts";
import { signPolicy } from "./sign/sign-policy.ts";
import { wireResource } from "./url/resource-pattern.ts";
import { appendQuery, promisedUrl, urlToSign } from "./url/signed-url.ts";
import type { UrlInput } from "./url/wire-form.ts";

export { CloudFrontSignError, type CloudFrontSignErrorCode, isCloudFrontSignError } from "./errors.ts";
export type { HashAlgorithm } from "./key/algorithm.ts";
export type { WebCryptoKey } from "./key/crypto-key.ts";
export type { Jwk } from "./key/jwk.ts";
export { forgetImportedKeys } from "./key/key-memory.ts";
export type { NodeKeyObject } from "./key/key-object.ts";
export type { PrivateKeySource } from "./key/private-key.ts";

/** The options of `aws-cloudfront-sign`. */
export interface SignatureOptions {
  /** ID of the public key in CloudFront (not of the key group), for example `K2JCJMDEHXQW5F`. */
  readonly keypairId: string;
  /**
   * Expiry time: epoch **milliseconds**, as a number or as digits, a `Date`, or a Moment. Rounded to the
   * nearest second. Default: half an hour from now. A time that has passed throws, as in `aws-cloudfront-sign`.
   */
  readonly expireTime?: number | string | { valueOf(): number } | undefined;
  /** IPv4 address or CIDR of the viewer. `undefined` means any. */
  readonly ipRange?: string | undefined;
  /** The private key: PEM text, or any other form that this package reads. */
  readonly privateKeyString: PrivateKeySource;
  /** Not supported: this package reads no files. The error says which line replaces it. */
  readonly privateKeyPath?: undefined;
  /** Decrypts an encrypted PKCS#8 key. `aws-cloudfront-sign` has no such option. */
  readonly passphrase?: string | undefined;
  /** Default `"SHA1"`; `"SHA256"` adds `Hash-Algorithm=SHA256`. `aws-cloudfront-sign` has no such option. */
  readonly hashAlgorithm?: HashAlgorithm | undefined;
  /** Accepts an ID of any shape, such as emulators use. Default `false`. `aws-cloudfront-sign` has no such option. */
  readonly allowEmulatorKeyPairIds?: boolean | undefined;
}

/**
 * Signs a URL. It takes the options of `getSignedUrl` from `aws-cloudfront-sign`, and returns a promise of the
 * same text, with the parameters in the same order. The key is imported once: see {@link forgetImportedKeys}.
 *
 * The policy is always a custom one, and the URL has both `Expires` and `Policy`. A `*` in `url` is a
 * wildcard. A fragment is not signed; it follows the parameters.
 *
 * Where `aws-cloudfront-sign` signs one URL and returns another (`https://host`, a space in the path, `=`
 * or `/` in the query), this function signs and returns the URL that clients send.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-urls.html | Use signed URLs}
 * @param url the URL; a `*` is a wildcard
 * @param options the key, its ID, and when access ends
 * @returns the signed URL
 * @throws As a rejection: `ERR_OPTION_UNKNOWN`, `ERR_OPTION_INVALID`, also for `privateKeyPath`;
 * `ERR_URL_INVALID`, `ERR_URL_TOO_LONG`, `ERR_URL_ALREADY_SIGNED`; `ERR_DATE_INVALID` for an
 * `expireTime` as ISO 8601 text, `ERR_DATE_PAST` also for one in seconds; `ERR_IP_ADDRESS_INVALID` for `ipRange`;
 * `ERR_KEY_PAIR_ID_INVALID` for `keypairId`; `ERR_KEY_INVALID`, `ERR_KEY_ENCRYPTED`, `ERR_KEY_PASSPHRASE`,
 * `ERR_KEY_UNSUPPORTED`, `ERR_KEY_NOT_PRIVATE`, `ERR_KEY_USAGE` for `privateKeyString`.
 * @example
 * ```ts
 * import { getSignedUrl } from "cloudfront-sign-webcrypto/aws-cloudfront-sign";
 *
 * const url = await getSignedUrl("https://d111111abcdef8.cloudfront.net/image.jpg", {
 *   keypairId: "K2JCJMDEHXQW5F",
 *   privateKeyString: process.env.CLOUDFRONT_PRIVATE_KEY!,
 *   expireTime: Date.now() + 3_600_000,
 * });
 * console.log([...new URL(url).searchParams.keys()].join()); // Expires,Policy,Signature,Key-Pair-Id
 * ```
 */
export function getSignedUrl(url: UrlInput, options: SignatureOptions): Promise<string> {
  return startingAtCaller(getSignedUrl, () => promisedUrl(sign(url, options)));
}

async function sign(url: UrlInput, options: SignatureOptions): Promise<string> {
  const read = readSignatureOptions(options);
  const target = urlToSign(url);
  const { dateLessThan, query } = await signResource(target.href, read);
  // URLSearchParams, with which aws-cloudfront-sign writes the parameters, escapes ~.
  return appendQuery(target, `Expires=${dateLessThan}&${query}`.replaceAll("~", "%7E"));
}

/**
 * Signs cookies. It takes the options of `getSignedCookies` from `aws-cloudfront-sign`, and returns a promise of
 * the same values in the same order. The key is imported once: see {@link forgetImportedKeys}.
 *
 * `url` is a URL or a pattern with `*` and `?`; the policy is always a custom one.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-cookies.html | Use signed cookies}
 * @param url a URL or a pattern
 * @param options the key, its ID, and when access ends
 * @returns the cookies by name
 * @throws The errors of {@link getSignedUrl}; `ERR_RESOURCE_INVALID` for a `url` that is not a pattern, or one
 * such as `*.mp4`, without scheme and path.
 * @example
 * ```ts
 * import { getSignedCookies } from "cloudfront-sign-webcrypto/aws-cloudfront-sign";
 *
 * const cookies = await getSignedCookies("https://cdn.example.com/course/42/*", {
 *   keypairId: "K2JCJMDEHXQW5F",
 *   privateKeyString: process.env.CLOUDFRONT_PRIVATE_KEY!,
 * });
 * console.log(Object.keys(cookies).join()); // CloudFront-Policy,CloudFront-Signature,CloudFront-Key-Pair-Id
 * ```
 */
export function getSignedCookies(url: string, options: SignatureOptions): Promise<Record<string, string>> {
  return startingAtCaller(getSignedCookies, () => cookiesOf(url, options));
}

async function cookiesOf(url: string, options: SignatureOptions): Promise<Record<string, string>> {
  const read = readSignatureOptions(options);
  const resource = wireResource(url, "url");
  // The library signs *.mp4 as it is. Without a path it is a domain, and signed with the / that clients send it would
  // cover other URLs.
  if (/[^*]$/.test(url) && !url.includes("/"))
    fail(
      "ERR_RESOURCE_INVALID",
      "url",
      "has neither a scheme nor a path; write both, as in https://cdn.example.com/*.mp4",
    );
  const { query } = await signResource(resource, read);
  return { ...cookieValues(query) };
}

/**
 * Both functions as one value, for the default import that `aws-cloudfront-sign` allows.
 *
 * @example
 * ```ts
 * import cf from "cloudfront-sign-webcrypto/aws-cloudfront-sign";
 *
 * const options = { keypairId: "K2JCJMDEHXQW5F", privateKeyString: process.env.CLOUDFRONT_PRIVATE_KEY! };
 * const url = await cf.getSignedUrl("https://d111111abcdef8.cloudfront.net/image.jpg", options);
 * ```
 */
const awsCloudFrontSign: {
  readonly getSignedUrl: typeof getSignedUrl;
  readonly getSignedCookies: typeof getSignedCookies;
} = { getSignedUrl, getSignedCookies };

export { awsCloudFrontSign as default };

function readSignatureOptions(given: SignatureOptions): SignatureOptions {
  const options = readOptions("options", given, [
    "keypairId",
    "expireTime",
    "ipRange",
    "privateKeyString",
    "privateKeyPath",
    "passphrase",
    "hashAlgorithm",
    "allowEmulatorKeyPairIds",
  ]);
  if (options.privateKeyPath !== undefined)
    fail(
      "ERR_OPTION_INVALID",
      "privateKeyPath",
      'is not supported; replace it with privateKeyString: readFileSync(path, "utf8")',
    );
  return options;
}

/** Signs a policy for a resource in wire form. `aws-cloudfront-sign` makes custom policies only. */
async function signResource(resource: string, options: SignatureOptions): Promise<SignedPolicy> {
  const now = Date.now();
  const dateLessThan = readExpireTime(options.expireTime, now);
  const ipAddress = options.ipRange === undefined ? undefined : ipv4Cidr(options.ipRange, "ipRange");
  const statement = { resource, dateLessThan, dateGreaterThan: undefined, ipAddress };
  checkAccessPeriod(statement, now, "expireTime");
  const allowAny = readAllowEmulatorKeyPairIds(options.allowEmulatorKeyPairIds);
  const keyPairId = checkKeyPairId(options.keypairId, allowAny, { option: "keypairId" });
  const hashAlgorithm = checkHashAlgorithm(options.hashAlgorithm) ?? "SHA1";
  const importKey = preparePrivateKey(
    options.privateKeyString,
    { passphrase: options.passphrase, hashAlgorithm },
    "privateKeyString",
  );
  return signPolicy(
    createPolicy("custom", statement),
    { keyPairId, signingKey: await importKey() },
    "privateKeyString",
  );
}

/** Milliseconds until expiry without `expireTime`. */
const defaultLifetime = 1_800_000;

/**
 * Epoch seconds of `expireTime`, rounded to the nearest second.
 *
 * @throws `ERR_DATE_INVALID` for anything that is not a number of milliseconds.
 */
function readExpireTime(value: unknown, now: number): number {
  if (value === undefined) return Math.round((now + defaultLifetime) / 1000);
  const milliseconds =
    typeof value === "string" ? /^\d{1,16}$/.test(value) && Number(value) : primitiveOf(value);
  const problem = `received ${describeType(value)}; pass epoch milliseconds, such as Date.now() + 3_600_000, or a valid Date`;
  return secondsOfMilliseconds("expireTime", milliseconds, Math.round, problem);
}

/** What a Date, a Moment or a number is when it is used as a number; `undefined` if it has two such values. */
function primitiveOf(value: unknown): unknown {
  try {
    const primitive = (value as object).valueOf();
    return Number(value) === primitive ? primitive : undefined;
  } catch {
    // null, an object without a prototype, or a proxy that throws.
    return undefined;
  }
}
