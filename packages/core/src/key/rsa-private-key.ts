import { encodeBase64Url } from "../encoding/base64.ts";
import { DerError, type DerValue, readInteger } from "../encoding/der.ts";
import { bitLength, toBigInt } from "../encoding/integer.ts";
import { corruptPrivateKey, invalidKey, newRsaKey } from "./key-error.ts";
import { maxPrivateModulusLength } from "./limits.ts";
import {
  checkModulusLength,
  checkPublicExponent,
  type RsaPublicKey,
  rsaPublicJwk,
} from "./rsa-public-key.ts";

/**
 * The numbers of an RSA private key as RFC 7518 section 6.3 names them, big-endian, without leading zeros.
 */
export interface RsaPrivateKey extends RsaPublicKey {
  readonly d: Uint8Array;
  readonly p: Uint8Array;
  readonly q: Uint8Array;
  readonly dp: Uint8Array;
  readonly dq: Uint8Array;
  readonly qi: Uint8Array;
}

/** An RSA key that can be imported. As a JWK, which some runtimes read ten times as fast as DER. */
export interface PlainRsaKey {
  readonly keyType: "RSA";
  /** The same text for every format of the same key; as secret as the key. */
  readonly canonicalForm: string;
  readonly format: "jwk";
  readonly data: JsonWebKey;
}

/** Reads the members of an RSAPrivateKey (RFC 8017 appendix A.1.2). */
export function readRsaPrivateKey(members: readonly DerValue[], option: string): RsaPrivateKey {
  const [version, n, e, d, p, q, dp, dq, qi, otherPrimeInfos, ...more] = members;
  const isTwoPrime = readInteger(version).length === 0;
  if (otherPrimeInfos && !isTwoPrime && more.length === 0) {
    invalidKey(option, `is an RSA key of more than two primes, which WebCrypto does not take; ${newRsaKey}`);
  }
  if (!isTwoPrime || otherPrimeInfos) throw new DerError();
  return {
    n: readInteger(n),
    e: readInteger(e),
    d: readInteger(d),
    p: readInteger(p),
    q: readInteger(q),
    dp: readInteger(dp),
    dq: readInteger(dq),
    qi: readInteger(qi),
  };
}

/**
 * Checks that the numbers belong together: a key with one wrong bit signs, and CloudFront answers every URL
 * with 403.
 */
export function plainRsaKey(key: RsaPrivateKey, option: string): PlainRsaKey {
  const bits = bitLength(key.n);
  // Lengths first: the time of the arithmetic grows with their square.
  if (bits > maxPrivateModulusLength) checkModulusLength(bits, maxPrivateModulusLength, option);
  if (!hasPlausibleLengths(key)) invalidKey(option, corruptPrivateKey);
  if (!isConsistent(key)) invalidKey(option, corruptPrivateKey);
  checkPublicExponent(key.e, option);
  checkModulusLength(bits, maxPrivateModulusLength, option);
  const publicKey = rsaPublicJwk(key);
  const { d, p, q, dp, dq, qi } = key;
  return {
    keyType: "RSA",
    canonicalForm: `${publicKey.n} ${publicKey.e}`,
    format: "jwk",
    data: {
      ...publicKey,
      d: encodeBase64Url(d),
      p: encodeBase64Url(p),
      q: encodeBase64Url(q),
      dp: encodeBase64Url(dp),
      dq: encodeBase64Url(dq),
      qi: encodeBase64Url(qi),
    },
  };
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

/** The equations of RFC 8017 section 3.2. */
function isConsistent(key: RsaPrivateKey): boolean {
  const e = toBigInt(key.e);
  const d = toBigInt(key.d);
  const p = toBigInt(key.p);
  const q = toBigInt(key.q);
  /** Whether a CRT exponent belongs to `d`, and is the inverse of `e`. */
  const isExponent = (exponent: bigint, prime: bigint): boolean =>
    prime > 2n && d % (prime - 1n) === exponent && (e * exponent) % (prime - 1n) === 1n;
  return (
    p * q === toBigInt(key.n) &&
    isExponent(toBigInt(key.dp), p) &&
    isExponent(toBigInt(key.dq), q) &&
    (toBigInt(key.qi) * q) % p === 1n
  );
}
