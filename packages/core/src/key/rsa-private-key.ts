import { encodeBase64Url } from "../encoding/base64.ts";
import { DerError, type DerValue, readInteger } from "../encoding/der.ts";
import { bitLength, toBigInt } from "../encoding/integer.ts";
import { maxPrivateModulusLength } from "../limits.ts";
import type { PlainKey } from "./crypto-key.ts";
import { invalidKey, newKey } from "./key-error.ts";
import { checkModulusLength, checkPublicExponent } from "./rsa-public-key.ts";

/** The names of the numbers (RFC 7518 section 6.3) in the order of an RSAPrivateKey (RFC 8017 appendix A.1.2). */
const names = ["n", "e", "d", "p", "q", "dp", "dq", "qi"] as const;
type NumberName = (typeof names)[number];

/** The numbers of an RSA private key, big-endian, without leading zeros. */
export type RsaPrivateKey = Readonly<Record<NumberName, Uint8Array>>;

/** Reads the members of an RSAPrivateKey. */
export function readRsaPrivateKey([version, ...members]: readonly DerValue[]): RsaPrivateKey {
  const isTwoPrime = readInteger(version).length === 0;
  const others = members.length - names.length;
  if (others === 1 && !isTwoPrime) invalidKey(`is an RSA key with more than two primes; ${newKey}`);
  if (others > 0 || !isTwoPrime) throw new DerError();
  return rsaNumbers((_, i) => readInteger(members[i]));
}

/** The numbers that `read` finds, in the order of their names. */
export function rsaNumbers<Value>(read: (name: NumberName, i: number) => Value): Record<NumberName, Value> {
  return Object.fromEntries(names.map((name, i) => [name, read(name, i)])) as Record<NumberName, Value>;
}

/**
 * Checks that the numbers belong together: a key with one wrong bit signs, and CloudFront answers every URL with 403.
 */
export function plainRsaKey(key: RsaPrivateKey): PlainKey {
  const modulusLength = bitLength(key.n);
  // Lengths first: the time of the arithmetic grows with their square.
  if (modulusLength > maxPrivateModulusLength) checkModulusLength(modulusLength, maxPrivateModulusLength);
  if (!hasPlausibleLengths(key) || !isConsistent(key)) throw new DerError();
  checkPublicExponent(key.e);
  checkModulusLength(modulusLength, maxPrivateModulusLength);
  const data = { kty: "RSA", ...rsaNumbers((name) => encodeBase64Url(key[name])) };
  return { kind: "RSA", modulusLength, canonicalForm: `${data.n} ${data.e}`, format: "jwk", data };
}

/**
 * A product has as many bytes as its factors together, or one less. Every other number is less than the
 * modulus or a prime.
 */
function hasPlausibleLengths({ n, e, d, p, q, dp, dq, qi }: RsaPrivateKey): boolean {
  const spare = p.length + q.length - n.length;
  return (
    (spare === 0 || spare === 1) &&
    e.length <= n.length &&
    d.length <= n.length &&
    dp.length <= p.length &&
    dq.length <= q.length &&
    qi.length <= p.length
  );
}

/**
 * The equations of RFC 8017 section 3.2. The time of these operations depends on the numbers, which are secret. It shows
 * nothing that helps: no input but the key takes part, so somebody who measures it, however often, learns one number, the
 * time, of which all that can be told apart are a few bits. To factor a modulus of 2,048 bits takes half the bits of a prime, 512
 * (Coppersmith, "Small Solutions to Polynomial Equations", 1997). WebCrypto makes the signatures.
 */
function isConsistent(key: RsaPrivateKey): boolean {
  const { n, e, d, p, q, dp, dq, qi } = rsaNumbers((name) => toBigInt(key[name]));
  /** Whether a CRT exponent belongs to `d`, and is the inverse of `e`. */
  const isExponent = (exponent: bigint, prime: bigint): boolean =>
    prime > 2n && d % (prime - 1n) === exponent && (e * exponent) % (prime - 1n) === 1n;
  return p * q === n && isExponent(dp, p) && isExponent(dq, q) && (qi * q) % p === 1n;
}
