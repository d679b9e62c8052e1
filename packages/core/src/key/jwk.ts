import { decodeBase64, encodeBase64Url } from "../encoding/base64.ts";
import { magnitude } from "../encoding/integer.ts";
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

/** The numbers of an RSA key, as RFC 7518 section 6.3 names them and in the order of RFC 8017 A.1; the first two are the public key. */
const rsaNames = ["n", "e", "d", "p", "q", "dp", "dq", "qi"] as const;

/** The numbers of a JWK, those of an RSA key or those named for P-256. What it says of its use is not CloudFront's concern. */
export function jwkNumbers(
  { kty, crv, ...jwk }: Jwk,
  rsaCount: number,
  ec: readonly ("d" | "x" | "y")[],
  option: string,
): Uint8Array<ArrayBuffer>[] {
  const names =
    kty === "RSA" ? rsaNames.slice(0, rsaCount) : crv === "P-256" ? ec : unsupportedKey(option, "JWK without kty RSA or crv P-256");
  return names.map((name) => decodeBase64(`${jwk[name]}`) ?? invalidKey(option));
}

/** The JWK of an RSA key; some runtimes read it ten times as fast as DER, and not every runtime takes DER with leading zeros. */
export function rsaJwk(numbers: readonly Uint8Array[]): JsonWebKey {
  return { kty: "RSA", ...Object.fromEntries(numbers.map((number, i) => [rsaNames[i], encodeBase64Url(magnitude(number))])) };
}
