import { decodeBase64 } from "../encoding/base64.ts";
import { fail } from "../errors.ts";
import { invalidKey, unsupportedKey } from "./key-error.ts";

/** A JSON Web Key (RFC 7517), as far as CloudFront's key types need one. */
export interface Jwk {
  readonly kty?: string;
  readonly crv?: string;
  readonly alg?: string;
  readonly use?: string;
  readonly key_ops?: readonly string[];
  readonly [name: string]: unknown;
}

/** The numbers of a JWK, those named for RSA or those named for P-256; throws when it is of another kind or for another use. */
export function jwkNumbers(jwk: Jwk, usage: string, rsa: readonly string[], ec: readonly string[], option: string): Uint8Array[] {
  const { kty, crv, alg, use = "sig", key_ops: operations = [usage] } = jwk;
  if (kty !== "RSA" && crv !== "P-256") unsupportedKey(option, "no JSON Web Key of kty RSA or crv P-256");
  // A hash that alg names is not obeyed: CloudFront takes two, and the option says which.
  if (use !== "sig" || !operations.includes(usage) || !/^(RSA,(RS1|RS256)?|EC,(ES256)?)$/.test(`${[kty, alg]}`)) {
    fail("ERR_KEY_USAGE", option, `is a JSON Web Key that is not to ${usage} with RS1, RS256 or ES256`);
  }
  return (kty === "RSA" ? rsa : ec).map((name) => decodeBase64(`${jwk[name]}`) ?? invalidKey(option, `a JSON Web Key without ${name}`));
}
