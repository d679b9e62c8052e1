import { base64, integers, untrusted } from "cloudfront-sign-webcrypto/internals";
import { longestExponentBits, longestModulusBits } from "../request/limits.ts";

/** The numbers of an RSA public key, as far as an operation with them is short. */
export interface RsaNumbers {
  readonly modulus: bigint;
  readonly exponent: bigint;
  readonly modulusBits: number;
}

/** The numbers of a JWK, which may come from anybody; `undefined` for those of no usable RSA key. */
export function rsaNumbers(jwk: { readonly n?: unknown; readonly e?: unknown }): RsaNumbers | undefined {
  const n = integers.magnitude(base64.decode(untrusted.text(jwk.n) ?? "") ?? new Uint8Array());
  const e = integers.magnitude(base64.decode(untrusted.text(jwk.e) ?? "") ?? new Uint8Array());
  const modulusBits = integers.bitLength(n);
  if (modulusBits < 512 || modulusBits > longestModulusBits) return undefined;
  if (e.length === 0 || integers.bitLength(e) > longestExponentBits) return undefined;
  const [modulus, exponent] = [integers.toBigInt(n), integers.toBigInt(e)];
  // RFC 8017, section 3.1: a product of odd primes, and an odd exponent of 3 or more.
  const isKey = (modulus & 1n) === 1n && (exponent & 1n) === 1n && exponent > 2n;
  return isKey ? { modulus, exponent, modulusBits } : undefined;
}

/**
 * The encoded message in an RSA signature (RFC 8017, section 5.2.2: RSAVP1): what the private key was applied
 * to. `undefined` for a signature that this key cannot have made.
 */
export function encodedMessage(
  signature: Uint8Array,
  { modulus, exponent, modulusBits }: RsaNumbers,
): Uint8Array<ArrayBuffer> | undefined {
  const length = Math.ceil(modulusBits / 8);
  const representative = integers.toBigInt(signature);
  if (signature.length !== length || representative >= modulus) return undefined;
  let result = 1n;
  let square = representative;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return integers.fromBigInt(result, length);
}
