/**
 * The functions of `@aws-sdk/cloudfront-signer`, with its names and options. They return promises.
 *
 * @module
 */
import { cookieValues } from "./cookie/signed-cookies.ts";
import { fail, startingAtCaller } from "./errors.ts";
import { checkHashAlgorithm } from "./key/algorithm.ts";
import { preparePrivateKey } from "./key/import-key.ts";
import { checkKeyPairId, readAllowEmulatorKeyPairIds } from "./key/key-pair-id.ts";
import type { PrivateKeySource } from "./key/private-key.ts";
import { longestUrlText } from "./limits.ts";
import { dateTime } from "./options/clock.ts";
import { readOptions } from "./options/read-options.ts";
import { describeType } from "./options/type-name.ts";
import { secondsOfMilliseconds } from "./policy/instant.ts";
import { ipv4Cidr } from "./policy/ipv4.ts";
import { parsePolicy } from "./policy/read-policy.ts";
import { readyPolicy } from "./sign/policy-of-options.ts";
import { createPolicy, type PolicyToSign, type SignedPolicy } from "./sign/policy-to-sign.ts";
import { signPolicy } from "./sign/sign-policy.ts";
import { wireResource } from "./url/resource-pattern.ts";
import { appendQuery, promisedUrl, urlToSign } from "./url/signed-url.ts";
import type { WireUrl } from "./url/wire-form.ts";

export { CloudFrontSignError, type CloudFrontSignErrorCode, isCloudFrontSignError } from "./errors.ts";
export type { WebCryptoKey } from "./key/crypto-key.ts";
export type { Jwk } from "./key/jwk.ts";
export { forgetImportedKeys } from "./key/key-memory.ts";
export type { NodeKeyObject } from "./key/key-object.ts";
export type { PrivateKeySource } from "./key/private-key.ts";

/** The hash of the signature. `"SHA256"` adds the parameter `Hash-Algorithm=SHA256`. */
export type CloudfrontSignerAlgorithm = "SHA1" | "SHA256";

/** A private key, and the ID of its public key in CloudFront. */
export interface CloudfrontSignerCredentials {
  /** ID of the public key in CloudFront (not of the key group), for example `K2JCJMDEHXQW5F`. */
  readonly keyPairId: string;
  /** Accepts an ID of any shape, such as emulators use. Default `false`. Not in the SDK. */
  readonly allowEmulatorKeyPairIds?: boolean | undefined;
  /** The private key: PEM as text or bytes, as in the SDK, or any other form that this package reads. */
  readonly privateKey: PrivateKeySource;
  /** Decrypts an encrypted PKCS#8 key; it has no effect on any other. */
  readonly passphrase?: string | undefined;
  /** Default `"SHA1"`, for RSA and EC keys. */
  readonly algorithm?: CloudfrontSignerAlgorithm | undefined;
}

/** A URL and its restrictions: a canned policy, or a custom one with a start or an address. */
export interface CloudfrontSignInputWithParameters extends CloudfrontSignerCredentials {
  /** The URL; for cookies also a pattern with `*` and `?`. */
  readonly url: string;
  /**
   * Expiry time, as `new Date()` reads it: a `Date`, epoch **milliseconds**, or text. Text with a time of day
   * and no zone is local time. Rounded to the nearest second. It may be in the past, as in the SDK.
   */
  readonly dateLessThan: string | number | Date;
  /** Start of access, read in the same way (numbers are **milliseconds**). `undefined` and `0` mean no start. */
  readonly dateGreaterThan?: string | number | Date | undefined;
  /** IPv4 address or CIDR of the viewer. `undefined` means any address. */
  readonly ipAddress?: string | undefined;
  /** Not with `dateLessThan`. */
  readonly policy?: undefined;
}

/** A ready custom policy. Dates or an address beside it throw. The SDK ignores them. */
export interface CloudfrontSignInputWithPolicy extends CloudfrontSignerCredentials {
  /** The URL. Without it `getSignedUrl` takes the policy's `Resource`. `getSignedCookies` ignores it. */
  readonly url?: string | undefined;
  /** JSON text of a custom policy with one statement; checked, then signed byte for byte. */
  readonly policy: string;
  /** Not with `policy`. */
  readonly dateLessThan?: undefined;
  /** Not with `policy`. */
  readonly dateGreaterThan?: undefined;
  /** Not with `policy`. */
  readonly ipAddress?: undefined;
}

/** Input of `getSignedUrl` and `getSignedCookies`, with the SDK's names. */
// TypeScript explains the last member that does not fit.
export type CloudfrontSignInput = CloudfrontSignInputWithPolicy | CloudfrontSignInputWithParameters;

/**
 * The SDK's old name of {@link CloudfrontSignInputWithParameters}.
 *
 * @deprecated Use the new name.
 */
export type CloudfrontSignInputBase = CloudfrontSignInputWithParameters;

/**
 * Signs a URL. It takes the options of `getSignedUrl` from `@aws-sdk/cloudfront-signer`, and returns a promise of
 * the same text, with the parameters in the same order. The key is imported once: see {@link forgetImportedKeys}.
 *
 * The URL is encoded as the SDK encodes it: `#` becomes `%23` and belongs to the object key. Then it is
 * normalized as clients do, with the host in lower case and a path.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-urls.html | Use signed URLs}
 * @param input the URL, its restrictions and the key, as the SDK takes them
 * @returns the signed URL
 * @throws As a rejection: `ERR_OPTION_MISSING` without `url` or `dateLessThan`, `ERR_OPTION_UNKNOWN`,
 * `ERR_OPTION_INVALID`, `ERR_OPTION_CONFLICT`; `ERR_URL_INVALID`, also for `rtmp:` and `wss:`,
 * `ERR_URL_TOO_LONG`, `ERR_URL_ALREADY_SIGNED`; `ERR_RESOURCE_INVALID` for a `*` in the path of a canned
 * policy; `ERR_DATE_INVALID`, `ERR_IP_ADDRESS_INVALID`; `ERR_POLICY_INVALID`, `ERR_RESOURCE_INVALID`,
 * `ERR_RESOURCE_MISMATCH` for a policy that CloudFront would deny at any time; `ERR_KEY_PAIR_ID_INVALID`, `ERR_KEY_INVALID`, `ERR_KEY_ENCRYPTED`,
 * `ERR_KEY_PASSPHRASE`, `ERR_KEY_UNSUPPORTED`, `ERR_KEY_NOT_PRIVATE`, `ERR_KEY_USAGE` for the key and its ID.
 * @example
 * ```ts
 * import { getSignedUrl } from "cloudfront-sign-webcrypto/aws-sdk";
 *
 * const url = await getSignedUrl({
 *   url: "https://d111111abcdef8.cloudfront.net/image.jpg",
 *   keyPairId: "K2JCJMDEHXQW5F",
 *   privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!,
 *   dateLessThan: "2030-01-01T00:00:00Z",
 * });
 * console.log(url.includes("?Expires=1893456000&Key-Pair-Id=K2JCJMDEHXQW5F&Signature=")); // true
 * ```
 */
export function getSignedUrl(input: CloudfrontSignInput): Promise<string> {
  return startingAtCaller(getSignedUrl, () => promisedUrl(sign(input)));
}

async function sign(input: CloudfrontSignInput): Promise<string> {
  const options = readInput(input);
  const target = urlOfInput(options);
  const { href } = target;
  const policy =
    options.policy === undefined ? policyOfParameters(options, href, false) : policyOfInput(options, href);
  // The * of a query is text to the SDK's users, as in filename*=UTF-8''x. In the path it would open other files: who
  // gets the URL can send its canned policy as a custom one.
  const [beforeQuery = ""] = href.split("?", 1);
  if (policy.kind === "canned" && beforeQuery.includes("*"))
    fail(
      "ERR_RESOURCE_INVALID",
      "url",
      "has a wildcard; write %2A for a literal *, or pass a policy whose Resource has the *",
    );
  const { query } = await signWithInput(policy, options);
  const [end = "", signature = "", keyPairId = "", ...hash] = query.split("&");
  return appendQuery(target, [end, keyPairId, signature, ...hash].join("&"));
}

function urlOfInput({ url, policy }: CloudfrontSignInput): WireUrl {
  if (url !== undefined) return urlToSign(typeof url === "string" ? encodeUrl(url) : url);
  const resource = policy === undefined ? "" : parsePolicy(policy).resource.replace(/^\*:\/\//, "https://");
  return /^https?:\/\//.test(resource)
    ? urlToSign(resource, "policy")
    : fail("ERR_OPTION_MISSING", "url", "is missing; pass url, or a policy whose Resource is a URL");
}

/**
 * A URL as the SDK encodes it before it signs: `#` belongs to the object key, each part of the path and the
 * query is encoded as a component of its own, and `?flag` becomes `?flag=`.
 *
 * Unlike the SDK it leaves `%2A` in the path alone: decoded, it would be a wildcard.
 */
function encodeUrl(url: string): string {
  // The check of the URL refuses it.
  if (url.length > longestUrlText) return url;
  const [, origin, path = "", query] = /^([^/]*\/\/[^/?#]*)(\/[^?]*)(?:\?(.*))?$/s.exec(url) ?? [];
  if (origin === undefined) return url;
  try {
    return origin + path.replace(/[^/]+/g, encodePart) + encodeQuery(query);
  } catch {
    // Half a surrogate pair cannot be encoded; the check of the URL names it.
    return url;
  }
}

function encodePart(part: string): string {
  try {
    const texts = part.split("*").map(decodeURIComponent);
    return texts.map((text) => encodeURIComponent(text).replaceAll("*", "%2A")).join("*");
  } catch {
    // Not UTF-8: every % is a character of the key.
    return encodeURIComponent(part);
  }
}

function encodeQuery(query = ""): string {
  const pairs = query.split("&").filter((pair) => pair !== "");
  const encoded = pairs.map((pair) => {
    const [name = "", ...value] = pair.split("=");
    return `${encodeText(name)}=${encodeText(value.join("="))}`;
  });
  return encoded.length === 0 ? "" : `?${encoded.join("&")}`;
}

/** Keeps escapes, in capital letters, and `+`. */
function encodeText(text: string): string {
  return text
    .split(/(%[\da-f]{2}|\+)/i)
    .map((part, i) => (i % 2 === 1 ? part.toUpperCase() : encodeURIComponent(part).replaceAll("'", "%27")))
    .join("");
}

/** Signed cookies by name, as the SDK returns them. Set `Secure`, `HttpOnly`, `Domain` and `Path` yourself. */
export interface CloudfrontSignedCookiesOutput {
  /** ID of the public key. */
  "CloudFront-Key-Pair-Id": string;
  /** The signature, in CloudFront's base64. */
  "CloudFront-Signature": string;
  /** Expiry time of a canned policy, epoch seconds. A number, as in the SDK. */
  "CloudFront-Expires"?: number;
  /** The custom policy, in CloudFront's base64. */
  "CloudFront-Policy"?: string;
  /** `"SHA256"` when that is the `algorithm`. */
  "CloudFront-Hash-Algorithm"?: string;
}

/**
 * Signs cookies. It takes the options of `getSignedCookies` from `@aws-sdk/cloudfront-signer`, and returns a promise
 * of the same names and values in the same order. The key is imported once: see {@link forgetImportedKeys}.
 *
 * A `url` with a `*` makes a custom policy. The SDK makes a canned one, in which a `*` is no wildcard.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-cookies.html | Use signed cookies}
 * @param input the URL or pattern, its restrictions and the key, as the SDK takes them
 * @returns the cookies by name
 * @throws The errors of {@link getSignedUrl}; `ERR_RESOURCE_INVALID` for a `url` that is not a pattern.
 * @example
 * ```ts
 * import { getSignedCookies } from "cloudfront-sign-webcrypto/aws-sdk";
 *
 * const cookies = await getSignedCookies({
 *   url: "https://cdn.example.com/course/42/*",
 *   keyPairId: "K2JCJMDEHXQW5F",
 *   privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!,
 *   dateLessThan: Date.now() + 3_600_000,
 * });
 * console.log(Object.keys(cookies).join()); // CloudFront-Key-Pair-Id,CloudFront-Signature,CloudFront-Policy
 * ```
 */
export function getSignedCookies(input: CloudfrontSignInput): Promise<CloudfrontSignedCookiesOutput> {
  return startingAtCaller(getSignedCookies, () => cookiesOf(input));
}

async function cookiesOf(input: CloudfrontSignInput): Promise<CloudfrontSignedCookiesOutput> {
  const options = readInput(input);
  const policy = options.policy === undefined ? policyOfUrl(options) : policyOfInput(options, undefined);
  const { query } = await signWithInput(policy, options);
  const values = cookieValues(query);
  const hash = values["CloudFront-Hash-Algorithm"];
  return {
    "CloudFront-Key-Pair-Id": values["CloudFront-Key-Pair-Id"] as string,
    "CloudFront-Signature": values["CloudFront-Signature"] as string,
    ...(policy.kind === "canned"
      ? { "CloudFront-Expires": policy.dateLessThan }
      : { "CloudFront-Policy": values["CloudFront-Policy"] as string }),
    ...(hash === undefined ? undefined : { "CloudFront-Hash-Algorithm": hash }),
  };
}

function policyOfUrl(options: CloudfrontSignInput): PolicyToSign {
  if (options.url === undefined)
    return fail("ERR_OPTION_MISSING", "url", "is missing; pass a URL or a pattern, or a policy");
  const resource = wireResource(options.url, "url");
  if (!options.url.includes("://"))
    fail(
      "ERR_RESOURCE_INVALID",
      "url",
      "has no scheme; start it with https://, or pass a policy whose Resource is this pattern",
    );
  return policyOfParameters(options, resource, resource.includes("*"));
}

function readInput(input: CloudfrontSignInput): CloudfrontSignInput {
  return readOptions("input", input, [
    "url",
    "keyPairId",
    "allowEmulatorKeyPairIds",
    "privateKey",
    "passphrase",
    "algorithm",
    "dateLessThan",
    "dateGreaterThan",
    "ipAddress",
    "policy",
  ]);
}

/** Signs with the key of the input. The SDK's default is SHA-1, for EC keys too. */
async function signWithInput(policy: PolicyToSign, input: CloudfrontSignInput): Promise<SignedPolicy> {
  const { keyPairId, allowEmulatorKeyPairIds, privateKey, passphrase, algorithm } = input;
  const hashAlgorithm = checkHashAlgorithm(algorithm, "algorithm") ?? "SHA1";
  const id = checkKeyPairId(keyPairId, readAllowEmulatorKeyPairIds(allowEmulatorKeyPairIds));
  const importKey = preparePrivateKey(privateKey, { passphrase, hashAlgorithm }, "privateKey");
  return signPolicy(policy, { keyPairId: id, signingKey: await importKey() }, "privateKey");
}

/** The ready policy of the input, whatever its times are. Without a URL it may cover any. */
function policyOfInput(input: CloudfrontSignInput, href: string | undefined): PolicyToSign {
  return readyPolicy(input, ["dateLessThan", "dateGreaterThan", "ipAddress"], href);
}

/**
 * A policy of the dates and the address of the input. It is a custom one for a pattern. Like the SDK, this compares no
 * date with the clock or with another: tests of an application have fixed dates.
 */
function policyOfParameters(input: CloudfrontSignInput, resource: string, isPattern: boolean): PolicyToSign {
  const { dateLessThan: end, dateGreaterThan: start, ipAddress: address } = input;
  if (end === undefined)
    return fail("ERR_OPTION_MISSING", "dateLessThan", "there is no expiry; pass dateLessThan or policy");
  const dateLessThan = readDate("dateLessThan", end);
  if (dateLessThan === 0)
    return fail(
      "ERR_DATE_INVALID",
      "dateLessThan",
      "is the start of 1970, which the SDK reads as no date; pass the time when access ends",
    );
  // The SDK leaves out a start of 0, which restricts nothing.
  const dateGreaterThan = start === undefined ? undefined : readDate("dateGreaterThan", start) || undefined;
  const ipAddress = address === undefined ? undefined : ipv4Cidr(address);
  const statement = { resource, dateLessThan, dateGreaterThan, ipAddress };
  const isCustom = isPattern || dateGreaterThan !== undefined || ipAddress !== undefined;
  return createPolicy(isCustom ? "custom" : "canned", statement);
}

/**
 * Epoch seconds of a date as the SDK reads it: what `new Date()` makes of it, rounded to the nearest second.
 *
 * @throws `ERR_DATE_INVALID` for anything else, and before 1970.
 */
function readDate(option: "dateLessThan" | "dateGreaterThan", value: unknown): number {
  const time = typeof value === "string" ? Date.parse(value) : dateTime(value);
  const problem = `received ${describeType(value)}; pass a valid Date, epoch milliseconds, or text such as "2030-01-01T00:00:00Z"`;
  return secondsOfMilliseconds(option, typeof value === "number" ? value : time, Math.round, problem);
}
