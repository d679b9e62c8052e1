import { decodeBase64 } from "../encoding/base64.ts";
import { invalidKey, unsupportedKey } from "./key-error.ts";

/**
 * A JSON Web Key (RFC 7517), as far as CloudFront's key types need one. Any `JsonWebKey` is one; what is said of its use (`alg`, `use`,
 * `key_ops`, …) plays no part.
 */
export interface Jwk {
  readonly kty?: string | undefined;
  readonly crv?: string | undefined;
  readonly n?: string | undefined;
  readonly e?: string | undefined;
  readonly d?: string | undefined;
  readonly p?: string | undefined;
  readonly q?: string | undefined;
  readonly dp?: string | undefined;
  readonly dq?: string | undefined;
  readonly qi?: string | undefined;
  readonly x?: string | undefined;
  readonly y?: string | undefined;
  readonly alg?: string | undefined;
  readonly kid?: string | undefined;
  readonly use?: string | undefined;
  readonly key_ops?: readonly string[] | undefined;
  readonly ext?: boolean | undefined;
}

/** The names of the numbers of a JWK. */
export type JwkNumber = "n" | "e" | "d" | "p" | "q" | "dp" | "dq" | "qi" | "x" | "y";

/** The numbers of a JWK, those named for RSA or those named for P-256. What it says of its use is not CloudFront's concern. */
export function jwkNumbers({ kty, crv, ...jwk }: Jwk, rsa: readonly JwkNumber[], ec: readonly JwkNumber[], option: string): Uint8Array[] {
  const names = kty === "RSA" ? rsa : crv === "P-256" ? ec : unsupportedKey(option, "JWK without kty RSA or crv P-256");
  return names.map((name) => decodeBase64(`${jwk[name]}`) ?? invalidKey(option));
}
