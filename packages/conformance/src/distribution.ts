import type { HashAlgorithm } from "cloudfront-sign-webcrypto";

/** A private key whose public key the distribution trusts. */
export interface TrustedKey {
  readonly keyPairId: string;
  /** The signature of a text in CloudFront's base64. An EC signature is DER unless it is to be raw r‖s. */
  sign(text: string, hash: HashAlgorithm, encoding?: "raw"): string;
}

export const keyNames = ["rsa", "ec"] as const;

export type KeyName = (typeof keyNames)[number];

/** The distribution that is asked, with everything that a request to it is made of. */
export interface Distribution {
  /** Scheme and host, without a slash behind it. */
  readonly origin: string;
  readonly keys: Readonly<Record<KeyName, TrustedKey>>;
  /** The time of the distribution's clock, in epoch seconds. */
  readonly now: number;
  /** The IPv4 address that CloudFront sees; `undefined` while it is not known. */
  readonly viewerAddress: string | undefined;
}

/** How long a signature is valid that is not to expire, in seconds. */
const validity = 3600;

/** An expiry time that does not decide anything. */
export function laterThan({ now }: Distribution): number {
  return now + validity;
}

/** A key that signs nothing: its signatures stand for others. */
function standInKey(keyPairId: string, keyType: string): TrustedKey {
  return { keyPairId, sign: (_, hash, encoding) => `${keyType}-${hash}-${encoding ?? "usual"}~signature__` };
}

/**
 * The distribution that results show instead of the one that was asked, so that nothing of a person's account
 * is in them. Its name is the one of the AWS documentation.
 */
export const shownDistribution: Distribution = {
  origin: "https://d111111abcdef8.cloudfront.net",
  keys: { rsa: standInKey("K2JCJMDEHXQW5F", "RSA"), ec: standInKey("K3D5EWEUDCCXON", "EC") },
  now: 1_900_000_000,
  viewerAddress: "192.0.2.1",
};
