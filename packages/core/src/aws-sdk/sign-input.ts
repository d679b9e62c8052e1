import { fail } from "../errors.ts";
import { checkHashAlgorithm } from "../key/algorithm.ts";
import { preparePrivateKey } from "../key/import-key.ts";
import { checkKeyPairId, readAllowAnyKeyPairId } from "../key/key-pair-id.ts";
import type { PrivateKeySource } from "../key/private-key.ts";
import { dateTime } from "../options/clock.ts";
import { readOptions } from "../options/read-options.ts";
import { describeType } from "../options/type-name.ts";
import { secondsOfMilliseconds } from "../policy/instant.ts";
import { ipv4Cidr } from "../policy/ipv4.ts";
import { policyText } from "../policy/policy.ts";
import { checkAccessPeriod } from "../sign/expiry.ts";
import { readyPolicy } from "../sign/policy-of-terms.ts";
import type { PolicyToSign } from "../sign/policy-to-sign.ts";
import { type SignedPolicy, signPolicy } from "../sign/signed-policy.ts";

/** The hash of the signature. `"SHA256"` adds the parameter `Hash-Algorithm=SHA256`. */
export type CloudfrontSignerAlgorithm = "SHA1" | "SHA256";

/** A private key, and the ID under which CloudFront knows its public half. */
export interface CloudfrontSignerCredentials {
  /** ID of the public key in CloudFront (not of the key group), for example `K2JCJMDEHXQW5F`. */
  readonly keyPairId: string;
  /** Accepts an ID of any shape, such as emulators use. Default `false`. Not in the SDK. */
  readonly allowAnyKeyPairId?: boolean | undefined;
  /** The private key: PEM as text or bytes, as in the SDK, or any other form that this package reads. */
  readonly privateKey: PrivateKeySource;
  /** Decrypts an encrypted PKCS#8 key; it has no effect on any other. */
  readonly passphrase?: string | undefined;
  /** Default `"SHA1"`, for RSA and EC keys. */
  readonly algorithm?: CloudfrontSignerAlgorithm | undefined;
}

/** A URL and its restrictions: a canned policy, or a custom one with a start or an address. */
export interface CloudfrontSignInputWithParameters extends CloudfrontSignerCredentials {
  /** The URL; for cookies also a pattern with `*` before the query. */
  readonly url: string;
  /**
   * Expiry time, as `new Date()` reads it: a `Date`, epoch **milliseconds**, or text. Text with a time of day
   * and no zone is local time. Rounded to the nearest second.
   */
  readonly dateLessThan: string | number | Date;
  /**
   * Start of access, read in the same way (numbers are **milliseconds**). `undefined` and `0` mean no start.
   */
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

/** A copy of the input, with known names only. */
export function readInput(input: CloudfrontSignInput): CloudfrontSignInput {
  return readOptions("input", input, [
    "url",
    "keyPairId",
    "allowAnyKeyPairId",
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
export async function signWithInput(policy: PolicyToSign, input: CloudfrontSignInput): Promise<SignedPolicy> {
  const { keyPairId, allowAnyKeyPairId, privateKey, passphrase, algorithm } = input;
  const hashAlgorithm = checkHashAlgorithm(algorithm, "algorithm") ?? "SHA1";
  const id = checkKeyPairId(keyPairId, readAllowAnyKeyPairId(allowAnyKeyPairId));
  const importKey = preparePrivateKey(privateKey, { passphrase, hashAlgorithm }, "privateKey");
  return signPolicy(policy, { keyPairId: id, signingKey: await importKey() }, "privateKey");
}

/** The ready policy of the input. Without a URL it may cover any. */
export function policyOfInput(input: CloudfrontSignInput, href: string | undefined): PolicyToSign {
  return readyPolicy(input, ["dateLessThan", "dateGreaterThan", "ipAddress"], href, Date.now());
}

/** Whether a `*` stands before the query. In the query it is text, as in `filename*=UTF-8''…`. */
export function hasWildcard(url: string): boolean {
  const [beforeQuery = ""] = url.split("?", 1);
  return beforeQuery.includes("*");
}

/** A policy of the dates and the address of the input. It is a custom one for a pattern. */
export function policyOfParameters(
  input: CloudfrontSignInput,
  resource: string,
  isPattern: boolean,
): PolicyToSign {
  const { dateLessThan: end, dateGreaterThan: start, ipAddress: address } = input;
  if (end === undefined)
    return fail("ERR_OPTION_MISSING", "dateLessThan", "there is no expiry; give dateLessThan or policy");
  const dateLessThan = readDate("dateLessThan", end);
  // The SDK leaves out a start of 0, which restricts nothing.
  const dateGreaterThan = start === undefined ? undefined : readDate("dateGreaterThan", start) || undefined;
  const ipAddress = address === undefined ? undefined : ipv4Cidr(address);
  const terms = { resource, dateLessThan, dateGreaterThan, ipAddress };
  checkAccessPeriod(terms, Date.now(), { option: "dateLessThan" });
  const isCustom = isPattern || dateGreaterThan !== undefined || ipAddress !== undefined;
  return { kind: isCustom ? "custom" : "canned", text: policyText(terms), resource, dateLessThan };
}

/**
 * Epoch seconds of a date as the SDK reads it: what `new Date()` makes of it, rounded to the nearest second.
 *
 * @throws `ERR_DATE_INVALID` for anything else, for seconds, and before 1970.
 */
function readDate(option: "dateLessThan" | "dateGreaterThan", value: unknown): number {
  const isText = typeof value === "string" && value !== "";
  const time = typeof value === "object" ? dateTime(value) : undefined;
  const milliseconds = isText ? Date.parse(value) : typeof value === "number" ? value : time;
  if (milliseconds !== undefined && Number.isFinite(milliseconds))
    return secondsOfMilliseconds(option, milliseconds, Math.round);
  let problem = "is an invalid Date; check what the Date was made from";
  if (isText) problem = 'is text that new Date() cannot read; write it as "2030-01-01T00:00:00Z"';
  else if (time === undefined)
    problem = `is ${describeType(value)}; pass a Date, epoch milliseconds, or text such as "2030-01-01T00:00:00Z"`;
  return fail("ERR_DATE_INVALID", option, problem);
}
