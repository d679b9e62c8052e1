import type { PrivateKeySource } from "../key/private-key.ts";
import { readOptions } from "../options/read-options.ts";

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
export type CloudfrontSignInput = CloudfrontSignInputWithParameters | CloudfrontSignInputWithPolicy;

/**
 * The SDK's old name of {@link CloudfrontSignInputWithParameters}.
 *
 * @deprecated Use the new name.
 */
export type CloudfrontSignInputBase = CloudfrontSignInputWithParameters;

const inputNames = [
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
] as const;

/** A copy of the input, with known names only. */
export function readInput(input: CloudfrontSignInput): CloudfrontSignInput {
  return readOptions("input", input, inputNames);
}
