import { type DerValue, der, readDer, readSequence } from "../encoding/der.ts";
import { algorithmIdentifiers, type CryptoKeyLike, type KeyType } from "./algorithm.ts";
import { type Jwk, jwkNumbers } from "./jwk.ts";
import { invalidKey, unsupportedKey, wrongHalf } from "./key-error.ts";
import { oidName, toHex } from "./oid.ts";
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
  readonly pkcs8: Uint8Array<ArrayBuffer>;
  /** EC only: the public point, when the key holds it. */
  readonly point?: Uint8Array<ArrayBuffer> | undefined;
}

export const privateKeyReader: KeyReader<PlainKey | EncryptedKey> = { half: "PRIVATE", der: readPrivateKeyDer, jwk: readPrivateJwk };

/** Tells by its shape, never by a PEM label, what a DER is: a private key, an encrypted one, or something to refuse by name. */
export function readPrivateKeyDer(bytes: Uint8Array, option: string): PlainKey | EncryptedKey {
  const [fields, tags] = readSequence(bytes);
  if (tags === "30,4") return readEncryptedKey(fields, option);
  if (/^2(,2){8}$/.test(tags)) return rsaKey(fields, option);
  if (/^2,4,/.test(tags)) return ecKey(fields, undefined, option);
  if (/^(30,3|2,2|30,30,3)$/.test(tags)) wrongHalf(option, "PRIVATE");
  if (tags === "2,2,2,2,2,2") unsupportedKey(option, "a DSA key");
  if (!/^2,30,4/.test(tags)) invalidKey(option, "cut off or corrupted");

  const [algorithm, parameters] = readDer(fields[1]?.content);
  const [inner] = readSequence(fields[2]?.content);
  const name = oidName(algorithm);
  return name === "RSA"
    ? rsaKey(inner, option)
    : name === "EC"
      ? ecKey(inner, parameters, option)
      : unsupportedKey(option, `a key of ${name}`);
}

/** RSA from the numbers of RFC 8017 A.1.2, which must fit together: a key with one wrong bit signs, and every URL is a 403. */
function rsaKey(fields: readonly Pick<DerValue, "content">[], option: string): PlainKey {
  const [, n = 0n, e = 0n, d = 0n, p = 0n, q = 0n, dp, dq, qi = 0n] = fields.map(({ content }) => BigInt(`0x0${toHex(content)}`));
  /** Whether a CRT exponent is that of `d`, and undoes `e`. */
  const fits = (prime: bigint, exponent = 0n): boolean =>
    prime > 1n && d % (prime - 1n) === exponent && (e * exponent) % (prime - 1n) === 1n;
  if (p * q !== n || !fits(p, dp) || !fits(q, dq) || (qi * q) % p !== 1n)
    invalidKey(option, "corrupted: the parts of the RSA key do not fit together");
  const identity = n.toString(16);
  if (identity.length < 256 || identity.length > 1024) unsupportedKey(option, `an RSA key of ${identity.length * 4} bits`);
  return { keyType: "RSA", identity, pkcs8: pkcs8("RSA", ...fields.map(({ content }) => der(0x02, content))) };
}

/** EC from the fields of RFC 5915; the curve may stand outside (PKCS#8) or inside (SEC1). */
function ecKey(fields: readonly DerValue[], outside: DerValue | undefined, option: string): PlainKey {
  const inside = (wanted: number): DerValue | undefined => readDer(fields.find(({ tag }) => tag === wanted)?.content)[0];
  const curve = outside ?? inside(0xa0);
  if (curve?.tag === 0x30)
    unsupportedKey(option, "an EC key with explicit parameters", "openssl ec -param_enc named_curve -in key.pem -out new.pem");
  const name = oidName(curve);
  if (name !== "P-256") unsupportedKey(option, `an EC key on ${name}`);
  return p256Key(fields[1]?.content, inside(0xa1)?.content.subarray(1), option);
}

function p256Key(number: Uint8Array = new Uint8Array(), point: ArrayLike<number> = [], option: string): PlainKey {
  // Some encoders drop leading zeros or add one; the format wants 32 bytes.
  const scalar = [...new Array(32).fill(0), ...number];
  if (!scalar.some(Boolean) || scalar.splice(0, number.length).some(Boolean)) invalidKey(option, "a corrupted EC key");
  // A compressed point is left out: not every runtime reads it, and the scalar says the same.
  const known = point.length === 65;
  return {
    keyType: "EC",
    identity: `${scalar}`,
    pkcs8: pkcs8("EC", [2, 1, 1], der(0x04, scalar), known ? der(0xa1, der(0x03, [0], point)) : []),
    point: known ? Uint8Array.from(point) : undefined,
  };
}

function pkcs8(keyType: KeyType, ...fields: ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  return der(0x30, [2, 1, 0], algorithmIdentifiers[keyType], der(0x04, der(0x30, ...fields)));
}

function readPrivateJwk(jwk: Jwk, option: string): PlainKey {
  if (jwk.kty && !jwk.d) wrongHalf(option, "PRIVATE");
  const numbers = jwkNumbers(jwk, "sign", ["n", "e", "d", "p", "q", "dp", "dq", "qi"], ["d", "x", "y"], option);
  // A DER INTEGER is signed: a zero in front keeps it positive.
  if (jwk.kty === "RSA")
    return rsaKey(
      [[0], ...numbers].map((number) => ({ content: Uint8Array.of(...((number[0] as number) > 0x7f ? [0] : []), ...number) })),
      option,
    );
  const [d, x = [], y = []] = numbers;
  return p256Key(d, [4, ...x, ...y], option);
}
