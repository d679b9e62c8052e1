import { encodeBase64Url } from "../encoding/base64.ts";
import { type ImportedKey, subtleCrypto } from "../key/crypto-key.ts";
import { coordinateLength } from "../key/p256-point.ts";
import type { PublicKey } from "../key/public-key.ts";

/** The numbers of a public key as a JWK; `undefined` for a `CryptoKey` that cannot be exported. */
export async function publicJwk(key: PublicKey | ImportedKey): Promise<JsonWebKey | undefined> {
  if ("usages" in key) return exportedJwk(key);
  if (key.keyType === "RSA") return { ...key.data };
  // Behind the byte for an uncompressed point (SEC 1, section 2.3.4).
  const coordinate = (at: number): string => encodeBase64Url(key.data.slice(at, at + coordinateLength));
  return { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(1 + coordinateLength) };
}

async function exportedJwk(key: ImportedKey): Promise<JsonWebKey | undefined> {
  try {
    const { alg, ext, key_ops, use, ...numbers } = await subtleCrypto().exportKey("jwk", key as CryptoKey);
    return numbers;
  } catch {
    return undefined;
  }
}
