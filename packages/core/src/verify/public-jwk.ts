import { encodeBase64Url } from "../encoding/base64.ts";
import { coordinateLength } from "../key/p256-point.ts";
import type { PublicKey } from "../key/public-key.ts";
import { subtleCrypto } from "../key/subtle-crypto.ts";

/** A public key as a JSON Web Key (RFC 7517) with nothing but its numbers; `crypto.subtle` imports it. */
export interface PublicJwk {
  /** `RSA` or `EC`. */
  kty?: string;
  /** RSA: the modulus in base64url. */
  n?: string;
  /** RSA: the public exponent in base64url. */
  e?: string;
  /** EC: the curve, `P-256`. */
  crv?: string;
  /** EC: the x coordinate in base64url. */
  x?: string;
  /** EC: the y coordinate in base64url. */
  y?: string;
}

/** The numbers of a public key; `undefined` for a `CryptoKey` that cannot be exported. */
export async function publicJwk(key: PublicKey): Promise<PublicJwk | undefined> {
  if (key.kind === "CryptoKey") return exportedJwk(key.key as CryptoKey);
  if (key.kind === "RSA") return rsaJwk(key.data);
  // Behind the byte for an uncompressed point (SEC 1, section 2.3.4).
  const coordinate = (at: number): string => encodeBase64Url(key.data.slice(at, at + coordinateLength));
  return { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(1 + coordinateLength) };
}

async function exportedJwk(key: CryptoKey): Promise<PublicJwk | undefined> {
  try {
    const jwk = await subtleCrypto().exportKey("jwk", key);
    if (jwk.kty === "RSA") return rsaJwk(jwk);
    const { crv, x, y } = jwk as Required<JsonWebKey>;
    return { kty: "EC", crv, x, y };
  } catch {
    return undefined;
  }
}

function rsaJwk(jwk: JsonWebKey): PublicJwk {
  const { n, e } = jwk as Required<JsonWebKey>;
  return { kty: "RSA", n, e };
}
