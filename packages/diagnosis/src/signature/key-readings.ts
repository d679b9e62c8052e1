import type { HashAlgorithm } from "cloudfront-sign-webcrypto";
import { base64, limits, p256, untrusted } from "cloudfront-sign-webcrypto/internals";
import type { CloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { type OpenedSignature, openSignature } from "./opened-checks.ts";
import { rsaNumbers } from "./rsa-messages.ts";
import { webCryptoHash } from "./signature-hash.ts";
import type { SignedBytesCheck } from "./signed-with.ts";

/** A key whose signatures have another size. */
interface OtherKey {
  /** Its kind: `RSA 2048`. */
  readonly name: string;
  /** The bytes of its longest signature. */
  readonly signatureBytes: number;
}

/** What one key of the group shows of a signature. */
export type KeyReading =
  /** The key made it. */
  | { readonly kind: "opened"; readonly keyPairId: string; readonly opened: OpenedSignature }
  /** The key did not make it. `otherKey` is this key if its signatures have another size. */
  | { readonly kind: "not-opened"; readonly keyPairId: string; readonly otherKey: OtherKey | undefined }
  /** Only checks of texts can show whether the key made it. */
  | { readonly kind: "checks"; readonly keyPairId: string; readonly checks: readonly SignedBytesCheck[] };

/** Reads a signature with one key. The most likely hash comes first. */
export async function readWithKey(
  verifier: CloudFrontVerifier,
  keyPairId: string,
  signature: Uint8Array<ArrayBuffer>,
  sentHash: HashAlgorithm,
): Promise<KeyReading> {
  const jwk = await exportedKey(verifier, keyPairId);
  const numbers = jwk && rsaNumbers(jwk);
  if (numbers) {
    const opened = await openSignature(signature, numbers, keyPairId);
    if (opened) return { kind: "opened", keyPairId, opened };
    const signatureBytes = Math.ceil(numbers.modulusBits / 8);
    const otherKey = { name: `RSA ${numbers.modulusBits}`, signatureBytes };
    const isOther = signatureBytes !== signature.length;
    return { kind: "not-opened", keyPairId, otherKey: isOther ? otherKey : undefined };
  }
  const hashes: HashAlgorithm[] = sentHash === "SHA1" ? ["SHA1", "SHA256"] : ["SHA256", "SHA1"];
  const form = signature.length === limits.rawP256Signature ? "raw-ecdsa" : "as-cloudfront-reads";
  const der = form === "raw-ecdsa" ? p256.signatureToDer(signature) : signature;
  const key = jwk && (await ecdsaKey(jwk));
  if (!key) {
    const checks = hashes.map(
      (hash): SignedBytesCheck => ({
        keyPairId,
        hash,
        form,
        isMadeOf: (bytes) => verifier.isSignatureValid(keyPairId, hash, der, bytes),
      }),
    );
    return { kind: "checks", keyPairId, checks };
  }
  const raw = p256.signatureFromDer(der);
  if (!raw)
    return {
      kind: "not-opened",
      keyPairId,
      otherKey: { name: "P-256", signatureBytes: limits.longestP256Der },
    };
  const checks = [...hashes, "SHA384", "SHA512"].map(
    (hash): SignedBytesCheck => ({
      keyPairId,
      hash,
      form,
      isMadeOf: (bytes) =>
        crypto.subtle.verify({ name: "ECDSA", hash: webCryptoHash(hash) as string }, key, raw, bytes),
    }),
  );
  return { kind: "checks", keyPairId, checks };
}

/** A key of a verifier that may be of another making, and may lack the function. */
async function exportedKey(verifier: CloudFrontVerifier, keyPairId: string): Promise<JsonWebKey | undefined> {
  try {
    const jwk = await verifier.exportPublicKey?.(keyPairId);
    if (typeof jwk !== "object" || jwk === null) return undefined;
    // Copied, since a getter may throw.
    const { kty, n, e, crv, x, y } = jwk as Required<JsonWebKey>;
    return { kty, n, e, crv, x, y };
  } catch {
    return undefined;
  }
}

/** From its uncompressed point (SEC 1, section 2.3.3), which every runtime imports. */
async function ecdsaKey({ crv, x, y }: JsonWebKey): Promise<CryptoKey | undefined> {
  try {
    const [one, other] = [x, y].map((coordinate) => base64.decode(untrusted.text(coordinate) ?? ""));
    if (crv !== "P-256" || !one || !other) return undefined;
    // Throws for other lengths, and for a point that is not on the curve, which WebKitGTK and Deno import.
    const point = p256.readPoint(Uint8Array.of(4, ...one, ...other), "verifier");
    const algorithm = { name: "ECDSA", namedCurve: "P-256" };
    return await crypto.subtle.importKey("raw", point, algorithm, false, ["verify"]);
  } catch {
    return undefined;
  }
}
