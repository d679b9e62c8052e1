import { DerError, type DerValue, readInteger } from "../encoding/der.ts";
import { minModulusLength, minPublicExponent } from "../limits.ts";
import { invalidKey, newKey, unsupportedKey } from "./key-error.ts";

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

/** Throws unless an RSA modulus of so many bits is supported. */
export function checkModulusLength(bits: number, longest: number): void {
  if (bits < minModulusLength || bits > longest) unsupportedKey(`an RSA key of ${bits} bits`, newKey);
}

/** Throws for a public exponent that no RSA key has (RFC 8017 section 3.1). */
export function checkPublicExponent(e: Uint8Array): void {
  if (isOdd(e) && (e.length > 1 || (e[0] as number) >= minPublicExponent)) return;
  invalidKey(`has a public exponent that is even or less than ${minPublicExponent}; ${newKey}`);
}

export function isOdd(number: Uint8Array): boolean {
  return ((number.at(-1) ?? 0) & 1) === 1;
}
