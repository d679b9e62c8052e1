import type { PrivateKeySource } from "../key/private-key.ts";
import type { RemoteSigner } from "../key/remote-signer.ts";
import { readOptions } from "../options/read-options.ts";

/** The hash of the signature: `"SHA256"` adds the parameter `Hash-Algorithm=SHA256`. */
export type CloudfrontSignerAlgorithm = "SHA1" | "SHA256";

/** A private key, and the ID under which CloudFront knows its public half. */
export interface CloudfrontSignerCredentials {
  /** ID of the public key in CloudFront (not of the key group), for example `K2JCJMDEHXQW5F`. */
  readonly keyPairId: string;
  /** Takes an ID of any shape, as emulators give them out. Default `false`. The SDK has no such option. */
  readonly allowAnyKeyPairId?: boolean | undefined;
  /** The private key: PEM as text or bytes, as the SDK takes it, or any other form that this package reads. */
  readonly privateKey: PrivateKeySource | RemoteSigner;
  /** Decrypts an encrypted PKCS#8 key; it has no effect on any other. */
  readonly passphrase?: string | undefined;
  /** Default `"SHA1"`, for RSA and EC keys. */
  readonly algorithm?: CloudfrontSignerAlgorithm | undefined;
}

/** What is signed for one URL: a canned policy, or a custom one with a start or an address. */
export interface CloudfrontSignInputWithParameters extends CloudfrontSignerCredentials {
  /** The URL; for cookies also a pattern with `*` and `?`. */
  readonly url: string;
  /**
   * Expiry time, as `new Date()` reads it: a `Date`, epoch **milliseconds**, or text, which is local time if it
   * has a time of day and no zone. Rounded to the nearest second.
   */
  readonly dateLessThan: string | number | Date;
  /** Start of access, read and rounded in the same way. `undefined` and `0` mean no start. */
  readonly dateGreaterThan?: string | number | Date | undefined;
  /** IPv4 address or CIDR of the viewer. `undefined` means any. */
  readonly ipAddress?: string | undefined;
  readonly policy?: undefined;
}

/** A ready custom policy, which excludes dates and an address. */
export interface CloudfrontSignInputWithPolicy extends CloudfrontSignerCredentials {
  /**
   * The URL. Without it `getSignedUrl` takes the `Resource` of the policy; `getSignedCookies` does not use it.
   */
  readonly url?: string | undefined;
  /** JSON text of a custom policy with one statement; checked, then signed byte for byte. */
  readonly policy: string;
  readonly dateLessThan?: undefined;
  readonly dateGreaterThan?: undefined;
  readonly ipAddress?: undefined;
}

/** Input of `getSignedUrl` and `getSignedCookies`, with the names of `@aws-sdk/cloudfront-signer`. */
export type CloudfrontSignInput = CloudfrontSignInputWithParameters | CloudfrontSignInputWithPolicy;

/** Signed cookies by name, as `@aws-sdk/cloudfront-signer` returns them. */
export interface CloudfrontSignedCookiesOutput {
  /** ID of the public key. */
  "CloudFront-Key-Pair-Id": string;
  /** The signature, in CloudFront's base64. */
  "CloudFront-Signature": string;
  /** Expiry time in epoch seconds, of a canned policy. A number, as in the SDK. */
  "CloudFront-Expires"?: number;
  /** The custom policy, in CloudFront's base64. */
  "CloudFront-Policy"?: string;
  /** Present when `algorithm` is `"SHA256"`. */
  "CloudFront-Hash-Algorithm"?: string;
}

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
