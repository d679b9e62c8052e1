import { encodeBase64Url } from "../encoding/base64.ts";
import { DerError, type DerValue, readInteger } from "../encoding/der.ts";
import { bitLength } from "../encoding/integer.ts";
import { corruptPublicKey, invalidKey, newRsaKey, unsupportedKey } from "./key-error.ts";
import { maxPublicModulusLength, minModulusLength, minPublicExponent } from "./limits.ts";

/** The numbers of an RSA public key as RFC 7518 section 6.3 names them, big-endian, without leading zeros. */
export interface RsaPublicKey {
  readonly n: Uint8Array;
  readonly e: Uint8Array;
}

/** Reads the members of an RSAPublicKey (RFC 8017 appendix A.1.1). */
export function readRsaPublicKey([modulus, publicExponent, ...more]: readonly DerValue[]): RsaPublicKey {
  if (more.length > 0) throw new DerError();
  return { n: readInteger(modulus), e: readInteger(publicExponent) };
}

/**
 * Throws for a key that lets others make valid signatures, and for one that no runtime imports. Returns the bits of the
 * modulus.
 */
export function checkRsaPublicKey({ n, e }: RsaPublicKey, option: string): number {
  const modulusLength = bitLength(n);
  checkModulusLength(modulusLength, maxPublicModulusLength, option);
  // A product of odd primes is odd.
  if (!isOdd(n) || e.length > n.length) invalidKey(option, corruptPublicKey);
  checkPublicExponent(e, option);
  return modulusLength;
}

/** Throws unless an RSA modulus of so many bits is supported. */
export function checkModulusLength(bits: number, longest: number, option: string): void {
  if (bits < minModulusLength)
    unsupportedKey(option, `an RSA key of ${bits} bits, fewer than ${minModulusLength}`, newRsaKey);
  if (bits > longest) unsupportedKey(option, `an RSA key of ${bits} bits, more than ${longest}`, newRsaKey);
}

/** Throws for a public exponent that no RSA key has (RFC 8017 section 3.1). */
export function checkPublicExponent(e: Uint8Array, option: string): void {
  if (isOdd(e) && (e.length > 1 || (e[0] as number) >= minPublicExponent)) return;
  invalidKey(option, `has a public exponent that is even or less than ${minPublicExponent}; ${newRsaKey}`);
}

function isOdd(number: Uint8Array): boolean {
  return ((number.at(-1) ?? 0) & 1) === 1;
}

/** A `JsonWebKey`, for the types of users without those of the DOM. */
export interface RsaPublicJwk {
  readonly kty: string;
  readonly n: string;
  readonly e: string;
}

/** The form to import: some runtimes read the JWK of an RSA key ten times as fast as DER. */
export function rsaPublicJwk({ n, e }: RsaPublicKey): RsaPublicJwk {
  return { kty: "RSA", n: encodeBase64Url(n), e: encodeBase64Url(e) };
}
