import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import type { HashAlgorithm } from "cloudfront-sign-webcrypto";
import { base64 } from "cloudfront-sign-webcrypto/internals";
import type { TrustedKey } from "./distribution.ts";

const digests: Readonly<Record<HashAlgorithm, string>> = { SHA1: "sha1", SHA256: "sha256" };

/**
 * A key that signs any text at once. Not the signer of the library: it signs only what CloudFront is known to
 * accept.
 */
export function trustedKey(keyPairId: string, privateKey: string): TrustedKey {
  const key = createPrivateKey(privateKey);
  return {
    keyPairId,
    sign(text, hash, encoding) {
      const dsaEncoding = encoding === "raw" ? "ieee-p1363" : "der";
      return base64.encodeCloudFront(sign(digests[hash], Buffer.from(text), { key, dsaEncoding }));
    },
  };
}

/** The public key of a private one, as PEM. */
export function publicKeyOf(privateKey: string): string {
  return createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString();
}
