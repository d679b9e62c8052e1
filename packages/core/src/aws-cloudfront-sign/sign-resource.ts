import { fail } from "../errors.ts";
import { checkHashAlgorithm, type HashAlgorithm } from "../key/algorithm.ts";
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
import { type SignedPolicy, signPolicy } from "../sign/signed-policy.ts";

/** The options of `aws-cloudfront-sign`. */
export interface SignatureOptions {
  /** ID of the public key in CloudFront (not of the key group), for example `K2JCJMDEHXQW5F`. */
  readonly keypairId: string;
  /**
   * Expiry time: epoch **milliseconds**, as a number or as digits, a `Date`, or a Moment. Rounded to the
   * nearest second. Default: half an hour from now. `Date.now() + 3600` has expired after three seconds.
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
  /**
   * Default `"SHA1"`; `"SHA256"` adds `Hash-Algorithm=SHA256`. `aws-cloudfront-sign` has no such option.
   */
  readonly hashAlgorithm?: HashAlgorithm | undefined;
  /**
   * Accepts an ID of any shape, such as emulators use. Default `false`. `aws-cloudfront-sign` has no such option.
   */
  readonly allowAnyKeyPairId?: boolean | undefined;
}

/** A copy of the options, with known names only. */
export function readSignatureOptions(given: SignatureOptions): SignatureOptions {
  const options = readOptions("options", given, [
    "keypairId",
    "expireTime",
    "ipRange",
    "privateKeyString",
    "privateKeyPath",
    "passphrase",
    "hashAlgorithm",
    "allowAnyKeyPairId",
  ]);
  if (options.privateKeyPath !== undefined)
    fail(
      "ERR_OPTION_INVALID",
      "privateKeyPath",
      'is the path of a file, and this package reads no files; replace it with privateKeyString: readFileSync(path, "utf8")',
    );
  return options;
}

/** Signs a policy for a resource in wire form. `aws-cloudfront-sign` makes custom policies only. */
export async function signResource(resource: string, options: SignatureOptions): Promise<SignedPolicy> {
  const { expireTime, ipRange, privateKeyString, passphrase } = options;
  const now = Date.now();
  const dateLessThan = readExpireTime(expireTime, now);
  const ipAddress = ipRange === undefined ? undefined : ipv4Cidr(ipRange, "ipRange");
  const terms = { resource, dateLessThan, dateGreaterThan: undefined, ipAddress };
  checkAccessPeriod(terms, now, { option: "expireTime" });
  const allowAny = readAllowAnyKeyPairId(options.allowAnyKeyPairId);
  const keyPairId = checkKeyPairId(options.keypairId, allowAny, { option: "keypairId" });
  const hashAlgorithm = checkHashAlgorithm(options.hashAlgorithm) ?? "SHA1";
  const importKey = preparePrivateKey(privateKeyString, { passphrase, hashAlgorithm }, "privateKeyString");
  const policy = { kind: "custom", text: policyText(terms), resource, dateLessThan } as const;
  return signPolicy(policy, { keyPairId, signingKey: await importKey() }, "privateKeyString");
}

/** Milliseconds until expiry without `expireTime`. */
const defaultLifetime = 1_800_000;

/**
 * Epoch seconds of `expireTime`, rounded to the nearest second.
 *
 * @throws `ERR_DATE_INVALID` for anything that is not a number of milliseconds, and for seconds.
 */
function readExpireTime(value: unknown, now: number): number {
  if (value === undefined) return Math.round((now + defaultLifetime) / 1000);
  const milliseconds = typeof value === "string" ? numberOfDigits(value) : primitiveOf(value);
  if (typeof milliseconds === "number" && Number.isFinite(milliseconds))
    return secondsOfMilliseconds("expireTime", milliseconds, Math.round);
  let problem = dateTime(value) === undefined ? `is ${describeType(value)}` : "is an invalid Date";
  if (typeof value === "string" && value !== "") problem = "is text that is not a number of milliseconds";
  return fail(
    "ERR_DATE_INVALID",
    "expireTime",
    `${problem}; pass epoch milliseconds, such as Date.now() + 3_600_000, or a Date`,
  );
}

function numberOfDigits(text: string): number | undefined {
  return /^\d{1,16}$/.test(text) ? Number(text) : undefined;
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
