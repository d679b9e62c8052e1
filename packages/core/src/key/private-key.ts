import { readDer } from "../encoding/der.ts";
import { magnitude, toBigInt } from "../encoding/integer.ts";
import type { CryptoKeyLike, KeyType } from "./algorithm.ts";
import { type Jwk, jwkNumbers, rsaJwk } from "./jwk.ts";
import { invalidKey, unsupportedKey, wrongHalf } from "./key-error.ts";
import { type EncryptedKey, readEncryptedKey } from "./pbes2.ts";
import type { KeyReader } from "./read-key.ts";

/**
 * A private key in any form that people have it in: PEM text (PKCS#8, PKCS#1, SEC1, encrypted PKCS#8; quoted, escaped, on one line), base64 of
 * a PEM, DER (bytes or base64), a JWK (object or JSON text), or a `CryptoKey` that can sign.
 */
export type PrivateKeySource = string | Uint8Array | ArrayBuffer | Jwk | CryptoKeyLike;

/** A private key in the one form that every runtime imports, whatever it came in. */
export interface PlainKey {
  readonly keyType: KeyType;
  /** Equal for two forms of the same key. */
  readonly identity: string;
  /** RSA as a JWK; EC as PKCS#8, since a JWK needs the public point. */
  readonly format: "jwk" | "pkcs8";
  readonly data: JsonWebKey | Uint8Array<ArrayBuffer>;
  /** EC only: the public point, when the key holds it. */
  readonly point?: Uint8Array<ArrayBuffer> | undefined;
}

export const privateKeyReader: KeyReader<PlainKey | EncryptedKey> = { half: "PRIVATE", der: readPrivateKeyDer, jwk: readPrivateJwk };

/** Tells by its shape, never by a PEM label, what a DER is: a private key, an encrypted one, or something to refuse by name. */
export function readPrivateKeyDer(bytes: Uint8Array, option: string): PlainKey | EncryptedKey {
  const [outside, parts] = readDer(bytes);
  if (/^<<.*>,4>$/.test(outside)) return readEncryptedKey(outside, parts, option);
  if (/^<(<.*>,3|2,2)>$/.test(outside)) wrongHalf(option, "PRIVATE");
  // PKCS#8 is an algorithm around a PKCS#1 or SEC1 key, perhaps with attributes or a public key behind it.
  const [, algorithm = ""] = /^<2,<(.*?)>,4(,a0<.*|,81)?>$/.exec(outside) ?? [];
  const [inside, numbers] = algorithm ? readDer(parts[algorithm.split(",").length + 1]) : [outside, parts];
  const shape = algorithm + inside;
  if (/^(RSA(,5)?)?<2(,2){8}>$/.test(shape)) return rsaKey(numbers, option);
  if (/^(EC,P-256<2,4|<2,4,a0<P-256>)/.test(shape))
    return p256Key(numbers[1], /a1<3>>$/.test(shape) ? numbers.at(-1)?.subarray(1) : [], option);
  if (shape === "<2,2,2,2,2,2>") unsupportedKey(option, "DSA");
  if (/^EC,<|a0<</.test(shape))
    unsupportedKey(option, "EC with explicit parameters", "openssl ec -param_enc named_curve -in key.pem -out new.pem");
  return /^(RSA[,<]|EC,P-256|(?!<2,4,a0)\W|$)/.test(shape) ? invalidKey(option) : unsupportedKey(option, shape);
}

/** RSA from the numbers of RFC 8017 A.1.2, which must fit together: a key with one wrong bit signs, and every URL is a 403. */
function rsaKey(numbers: readonly Uint8Array[], option: string): PlainKey {
  const [, n = 0n, e = 0n, d = 0n, p = 0n, q = 0n, dp, dq, qi = 0n] = numbers.map(toBigInt);
  /** Whether a CRT exponent is that of `d`, and undoes `e`. */
  const fits = (prime: bigint, exponent = 0n): boolean =>
    prime > 1n && d % (prime - 1n) === exponent && (e * exponent) % (prime - 1n) === 1n;
  if (p * q !== n || !fits(p, dp) || !fits(q, dq) || (qi * q) % p !== 1n) invalidKey(option);
  const identity = n.toString(16);
  if (identity.length < 256 || identity.length > 1024) unsupportedKey(option, `RSA of ${identity.length * 4} bits`);
  return { keyType: "RSA", identity, format: "jwk", data: rsaJwk(numbers.slice(1)) };
}

/** A key on P-256 from its scalar and, if known, its uncompressed point. */
function p256Key(number: Uint8Array = new Uint8Array(), point: Uint8Array | number[] = [], option: string): PlainKey {
  // Some encoders drop leading zeros or add one; the format wants 32 bytes.
  const digits = magnitude(number);
  const scalar = new Uint8Array(32);
  if (!digits[0] || digits.length > 32) invalidKey(option);
  scalar.set(digits, 32 - digits.length);
  // A compressed point is left out: not every runtime reads it, and the scalar says the same.
  const known = point.length === 65;
  const tail = known ? [0xa1, 0x44, 0x03, 0x42, 0, ...point] : [];
  const size = tail.length;
  return {
    keyType: "EC",
    identity: `${scalar}`,
    format: "pkcs8",
    // PKCS#8 (RFC 5208) around SEC1 (RFC 5915); all but the point is always there, and of one length.
    data: Uint8Array.of(
      ...[0x30, ...(known ? [0x81] : []), 0x41 + size, 0x02, 1, 0],
      // id-ecPublicKey and prime256v1 (RFC 5480)
      ...[0x30, 0x13, 0x06, 7, 42, 134, 72, 206, 61, 2, 1, 0x06, 8, 42, 134, 72, 206, 61, 3, 1, 7],
      ...[0x04, 0x27 + size, 0x30, 0x25 + size, 0x02, 1, 1, 0x04, 32, ...scalar, ...tail],
    ),
    point: known ? Uint8Array.from(point) : undefined,
  };
}

function readPrivateJwk(jwk: Jwk, option: string): PlainKey {
  if (jwk.kty && !jwk.d) wrongHalf(option, "PRIVATE");
  const numbers = jwkNumbers(jwk, 8, ["d", "x", "y"], option);
  if (jwk.kty === "RSA") return rsaKey([Uint8Array.of(0), ...numbers], option);
  const [d, x = [], y = []] = numbers;
  return p256Key(d, [4, ...x, ...y], option);
}
