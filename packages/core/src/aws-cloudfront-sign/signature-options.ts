import { fail } from "../errors.ts";
import type { HashAlgorithm } from "../key/algorithm.ts";
import type { PrivateKeySource } from "../key/private-key.ts";
import { readOptions } from "../options/read-options.ts";

/** The options of `aws-cloudfront-sign`. */
export interface SignatureOptions {
  /** ID of the public key in CloudFront (not of the key group), for example `K2JCJMDEHXQW5F`. */
  readonly keypairId: string;
  /**
   * Expiry time: epoch **milliseconds**, as a number or as digits, a `Date`, or a Moment. Rounded to the
   * nearest second. Default: half an hour from now.
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

const optionNames = [
  "keypairId",
  "expireTime",
  "ipRange",
  "privateKeyString",
  "privateKeyPath",
  "passphrase",
  "hashAlgorithm",
  "allowAnyKeyPairId",
] as const;

/** A copy of the options, with known names only. */
export function readSignatureOptions(given: SignatureOptions): SignatureOptions {
  const options = readOptions("options", given, optionNames);
  if (options.privateKeyPath !== undefined)
    fail(
      "ERR_OPTION_INVALID",
      "privateKeyPath",
      'is the path of a file, and this package reads no files; replace it with privateKeyString: readFileSync(path, "utf8")',
    );
  return options;
}
