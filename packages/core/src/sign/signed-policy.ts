import type { HashAlgorithm } from "../key/algorithm.ts";

/** A policy before it is signed. */
export interface Policy {
  /** A canned policy is not sent; CloudFront rebuilds it from the request and `Expires`. */
  readonly kind: "canned" | "custom";
  /** The text that is signed. */
  readonly policy: string;
  /** What it covers: the exact URL, or a pattern. */
  readonly resource: string;
  /** Expiry time, epoch seconds. */
  readonly dateLessThan: number;
}

/**
 * A policy and its signature. One of them serves any number of URLs, cookies, grants and playlists.
 */
export interface SignedPolicy extends Policy {
  readonly keyPairId: string;
  readonly hashAlgorithm: HashAlgorithm;
  /** The signature in CloudFront's base64: PKCS#1 v1.5 for RSA, DER for ECDSA. */
  readonly signature: string;
  /**
   * Everything that is sent, as a query string, in this order: `Expires` or `Policy`, `Signature`,
   * `Key-Pair-Id`, and `Hash-Algorithm` unless it is SHA1.
   *
   * Source: CloudFront Developer Guide, "Create a signed URL using a canned policy" and "… using a custom
   * policy".
   */
  readonly query: string;
}
