import { decodeBase64 } from "../encoding/base64.ts";
import { magnitude } from "../encoding/integer.ts";
import type { KeyType } from "./algorithm.ts";
import { invalidKey, newEcKey, newRsaKey, readProperties, unsupportedKey } from "./key-error.ts";
import { maxKeyLength } from "./limits.ts";
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

/** The type of an RSA key or of a key on P-256; throws for any other and names it. */
export function jwkKeyType({ kty, crv }: Jwk): KeyType {
  if (kty === "RSA") return "RSA";
  if (kty === "EC" && crv === "P-256") return "EC";
  if (kty === undefined)
    return unsupportedKey(
      "an object without kty, so it is not a JWK",
      "pass the key itself, not what holds it (a remote signer needs a function sign; a key that reloads belongs into the option key)",
    );
  return kty === "EC"
    ? unsupportedKey("a JWK of EC that is not on P-256", newEcKey)
    : unsupportedKey("a JWK whose kty is neither RSA nor EC", newRsaKey);
}

/** A number of a JWK, big-endian, without leading zeros. */
export function jwkNumber(jwk: Jwk, name: "n" | "e" | "d" | "p" | "q" | "dp" | "dq" | "qi"): Uint8Array {
  return magnitude(jwkBytes(jwk, name));
}

/** The public point of a JWK on P-256, whose coordinates have one length only (RFC 7518 section 6.2.1.2). */
export function jwkPoint(jwk: Jwk): Uint8Array {
  return Uint8Array.of(4, ...jwkCoordinate(jwk, "x"), ...jwkCoordinate(jwk, "y"));
}

function jwkCoordinate(jwk: Jwk, name: "x" | "y"): Uint8Array {
  const bytes = jwkBytes(jwk, name);
  if (bytes.length === coordinateLength) return bytes;
  return refuseMember(
    name,
    `has ${bytes.length} bytes; on P-256 it has ${coordinateLength}, with leading zeros where needed`,
  );
}

export function jwkBytes(jwk: Jwk, name: keyof Jwk): Uint8Array {
  const text: unknown = jwk[name];
  if (text === undefined || text === "") invalidKey(`is a JWK without ${name}; export the whole key again`);
  const bytes = typeof text === "string" && text.length <= maxKeyLength ? decodeBase64(text) : undefined;
  return bytes ?? refuseMember(name, "is not the base64url of a number; export the whole key again");
}

function refuseMember(name: keyof Jwk, problem: string): never {
  return invalidKey(`is a JWK whose ${name} ${problem}`);
}
