import {
  type CloudFrontVerdict,
  type CloudFrontVerifier,
  createCloudFrontVerifier,
  type PublicKeySource,
  type RestrictedPaths,
} from "cloudfront-sign-webcrypto/verify";
import { keyText } from "./keys.ts";
import { keyPairId, moment } from "./signers.ts";

export const ecKeyPairId = "KECP256EXAMPLE";

/** Knows the RSA key and the EC key of the suite, at the moment at which it happens. */
export function verifierOf(
  publicKeys: Record<string, unknown> = {},
  restrict?: RestrictedPaths,
): CloudFrontVerifier {
  return createCloudFrontVerifier({
    publicKeys: {
      [keyPairId]: keyText("rsa2048.pub.spki.pem"),
      [ecKeyPairId]: keyText("ecp256.pub.spki.pem"),
      ...(publicKeys as Record<string, PublicKeySource>),
    },
    now: () => moment,
    ...(restrict && { restrict }),
  });
}

/** `allowed`, or the reason why not. */
export function outcome(verdict: CloudFrontVerdict): string {
  return verdict.allowed ? "allowed" : verdict.reason;
}

/** CloudFront's base64 of text or bytes, written apart from the library. */
export function cloudFrontBase64(content: string | Uint8Array): string {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replace(/\+/g, "-")
    .replace(/=/g, "_")
    .replace(/\//g, "~");
}
