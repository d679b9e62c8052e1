import { decodeBase64 } from "../encoding/base64.ts";
import { invalidKey, unsupportedKey } from "./key-error.ts";

/** A JSON Web Key (RFC 7517), as far as CloudFront's key types need one. */
export interface Jwk {
  readonly kty?: string;
  readonly crv?: string;
  readonly [name: string]: unknown;
}

/** The numbers of a JWK, those named for RSA or those named for P-256. What it says of its use is not CloudFront's concern. */
export function jwkNumbers({ kty, crv, ...jwk }: Jwk, rsa: readonly string[], ec: readonly string[], option: string): Uint8Array[] {
  const names = kty === "RSA" ? rsa : crv === "P-256" ? ec : unsupportedKey(option, "JWK without kty RSA or crv P-256");
  return names.map((name) => decodeBase64(`${jwk[name]}`) ?? invalidKey(option));
}
