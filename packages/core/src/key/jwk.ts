import { decodeBase64 } from "../encoding/base64.ts";
import { magnitude } from "../encoding/integer.ts";
import { maxKeyLength } from "../limits.ts";
import type { KeyType } from "./algorithm.ts";
import { invalidKey, newKey, readProperties, unsupportedKey } from "./key-error.ts";
import { coordinateLength } from "./p256-point.ts";

/**
 * A JSON Web Key (RFC 7517), as far as CloudFront's key types need one. Any `JsonWebKey` is one; the members
 * about its use (`alg`, `use`, `key_ops`, …) are ignored.
 */
export interface Jwk {
  /** Key type: `"RSA"` or `"EC"`. */
  readonly kty?: string | undefined;
  /** EC: the curve, `"P-256"`. */
  readonly crv?: string | undefined;
  /** RSA: the modulus, base64url like all numbers here. */
  readonly n?: string | undefined;
  /** RSA: the public exponent. */
  readonly e?: string | undefined;
  /** The private exponent (RSA) or the private key (EC). */
  readonly d?: string | undefined;
  /** RSA, private: the first prime factor. */
  readonly p?: string | undefined;
  /** RSA, private: the second prime factor. */
  readonly q?: string | undefined;
  /** RSA, private: the exponent of the first factor. */
  readonly dp?: string | undefined;
  /** RSA, private: the exponent of the second factor. */
  readonly dq?: string | undefined;
  /** RSA, private: the coefficient. */
  readonly qi?: string | undefined;
  /** EC: the x coordinate. */
  readonly x?: string | undefined;
  /** EC: the y coordinate. */
  readonly y?: string | undefined;
  /** Ignored: the algorithm. */
  readonly alg?: string | undefined;
  /** Ignored: the ID of the key. */
  readonly kid?: string | undefined;
  /** Ignored: the use of the key. */
  readonly use?: string | undefined;
  /** Ignored: the operations for which the key may be used. */
  readonly key_ops?: readonly string[] | undefined;
  /** Ignored: whether the key may be exported. */
  readonly ext?: boolean | undefined;
}

/** The members of a key that are read. */
export const keyMembers = ["kty", "crv", "n", "e", "d", "p", "q", "dp", "dq", "qi", "x", "y"] as const;

/** A copy, so that nothing changes between the check of a member and its use. */
export function copyJwk(source: object): Jwk {
  return readProperties(() =>
    Object.fromEntries(keyMembers.flatMap((name) => (name in source ? [[name, (source as Jwk)[name]]] : []))),
  );
}

/** The type of an RSA key or of a key on P-256; throws for any other. */
export function jwkKeyType({ kty, crv }: Jwk): KeyType {
  if (kty === "RSA") return "RSA";
  if (kty === "EC" && crv === "P-256") return "EC";
  if (kty === undefined)
    return unsupportedKey(
      "an object without kty",
      "pass the key itself (a remote signer has a function sign; a key that reloads belongs in the option key)",
    );
  return unsupportedKey("a JWK that is neither RSA nor EC on P-256", newKey);
}

/** A number of a JWK, big-endian, without leading zeros. */
export function jwkNumber(jwk: Jwk, name: "n" | "e" | "d" | "p" | "q" | "dp" | "dq" | "qi"): Uint8Array {
  return magnitude(jwkBytes(jwk, name));
}

/** The public point of a JWK on P-256, whose coordinates have one length only (RFC 7518 section 6.2.1.2). */
export function jwkPoint(jwk: Jwk): Uint8Array {
  return Uint8Array.of(4, ...jwkBytes(jwk, "x", coordinateLength), ...jwkBytes(jwk, "y", coordinateLength));
}

/** A number of a JWK as it is written; throws unless it has `length` bytes, if that is given. */
export function jwkBytes(jwk: Jwk, name: keyof Jwk, length?: number): Uint8Array {
  const text: unknown = jwk[name];
  const bytes = typeof text === "string" && text.length <= maxKeyLength ? decodeBase64(text) : undefined;
  const isNumber = text !== "" && bytes !== undefined && (length ?? bytes.length) === bytes.length;
  return isNumber
    ? bytes
    : invalidKey(
        `is a JWK whose ${name} is missing or not base64url${length === undefined ? "" : ` of ${length} bytes`}; export the whole key again`,
      );
}
