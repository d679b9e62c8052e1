import { base64, der, untrusted } from "cloudfront-sign-webcrypto/internals";
import {
  longestExponentBits,
  longestModulusBits,
  shortestDigest,
  shortestPadding,
} from "../request/limits.ts";
import { digestOf, hexOf, signatureHashes } from "./signature-hash.ts";

/** What stands in an encoded message, once its padding is off. */
export type Pkcs1Message =
  /** A DigestInfo (RFC 8017, section 9.2), as CloudFront reads it, or without the NULL in it. */
  | {
      readonly kind: "DigestInfo";
      readonly objectIdentifier: string;
      readonly digest: Uint8Array;
      readonly hasNull: boolean;
    }
  /** Something else behind the right padding, or without any. */
  | { readonly kind: "bare"; readonly content: Uint8Array; readonly hasPadding: boolean };

/** Reads an encoded message of PKCS#1 v1.5; `undefined` for bytes that no such signature holds. */
export function readPkcs1Message(message: Uint8Array): Pkcs1Message | undefined {
  const [zero, blockType] = message;
  if (zero !== 0) return undefined;
  const end = message.findIndex((byte, at) => at > 1 && byte !== 0xff);
  if (blockType === 1 && message[end] === 0 && end - 2 >= shortestPadding)
    return digestInfo(message.subarray(end + 1)) ?? bare(message.subarray(end + 1), true);
  const start = message.findIndex((byte) => byte !== 0);
  return start >= shortestPadding ? bare(message.subarray(start), false) : undefined;
}

/** Less than a digest can be anything: 0 and 1 open to themselves. */
function bare(content: Uint8Array, hasPadding: boolean): Pkcs1Message | undefined {
  return content.length >= shortestDigest ? { kind: "bare", content, hasPadding } : undefined;
}

function digestInfo(bytes: Uint8Array): Pkcs1Message | undefined {
  try {
    const [algorithm, digest, ...more] = der.readDerSequence(bytes);
    const [objectIdentifier, parameters, ...others] = der.readSequence(algorithm);
    const hasNull = parameters?.tag === der.tags.null && parameters.content.length === 0;
    if (more.length > 0 || others.length > 0 || (parameters && !hasNull)) return undefined;
    return {
      kind: "DigestInfo",
      objectIdentifier: der.readObjectIdentifier(objectIdentifier),
      digest: der.readOctetString(digest),
      hasNull,
    };
  } catch (error) {
    if (error instanceof der.DerError) return undefined;
    throw error;
  }
}

/** The numbers of an RSA public key, as far as an operation with them is short. */
export interface RsaNumbers {
  readonly modulus: bigint;
  readonly exponent: bigint;
  readonly modulusBits: number;
}

/** The number of big-endian bytes. */
function toNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x0${hexOf(bytes)}`);
}

/** A number of a JWK; 0 if it has no more than this many bits. */
function numberOf(text: unknown, mostBits: number): bigint {
  const bytes = base64.decode(untrusted.text(text) ?? "") ?? new Uint8Array();
  const start = bytes.findIndex((byte) => byte !== 0);
  const significant = start < 0 ? bytes.subarray(bytes.length) : bytes.subarray(start);
  if (significant.length > Math.ceil(mostBits / 8)) return 0n;
  const number = toNumber(significant);
  return number < 1n << BigInt(mostBits) ? number : 0n;
}

/** The numbers of a JWK, which may come from anybody; `undefined` for those of no usable RSA key. */
export function rsaNumbers(jwk: { readonly n?: unknown; readonly e?: unknown }): RsaNumbers | undefined {
  const modulus = numberOf(jwk.n, longestModulusBits);
  const exponent = numberOf(jwk.e, longestExponentBits);
  const modulusBits = modulus.toString(2).length;
  if (modulusBits < 512) return undefined;
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
  const representative = toNumber(signature);
  if (signature.length !== length || representative >= modulus) return undefined;
  let result = 1n;
  let square = representative;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  const hex = result.toString(16).padStart(2 * length, "0");
  return Uint8Array.from({ length }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

/** An encoded message of RSA-PSS (RFC 8017, section 9.1). */
export interface PssMessage {
  readonly hash: string;
  readonly salt: Uint8Array;
  /** H: the hash of the message's hash and the salt. */
  readonly digest: Uint8Array;
  /** Whether nothing but PSS looks like this: a salt of the longest size leaves hardly any padding to recognize. */
  readonly isCertain: boolean;
}

/** The messages that an encoded message can be, for each hash, with MGF1 of the same hash or of SHA-1. */
export async function readPssMessages(encoded: Uint8Array, modulusBits: number): Promise<PssMessage[]> {
  const length = Math.ceil((modulusBits - 1) / 8);
  const message = encoded.subarray(encoded.length - length);
  if (message.at(-1) !== 0xbc) return [];
  const found: PssMessage[] = [];
  for (const { name, length: digestLength, webCrypto } of signatureHashes) {
    const maskLength = length - digestLength - 1;
    if (!webCrypto || maskLength < 1) continue;
    const digest = message.slice(maskLength, -1);
    // Some languages keep SHA-1 for the mask, whichever hash is chosen.
    for (const maskHash of new Set([webCrypto, "SHA-1"])) {
      const mask = await mgf1(digest, maskLength, maskHash);
      const block = message.subarray(0, maskLength).map((byte, i) => byte ^ (mask[i] as number));
      // The bits above the modulus are none of the block (step 9).
      block[0] = (block[0] as number) & (0xff >> (8 * length - (modulusBits - 1)));
      const start = block.findIndex((byte) => byte !== 0);
      if (block[start] !== 1) continue;
      found.push({ hash: name, salt: block.slice(start + 1), digest, isCertain: start >= shortestPadding });
    }
  }
  return found;
}

/** The mask generation function (RFC 8017, appendix B.2.1). */
async function mgf1(seed: Uint8Array, length: number, hash: string): Promise<Uint8Array> {
  const mask = new Uint8Array(length);
  for (let at = 0, counter = 0; at < length; counter++) {
    const block = await digestOf(hash, Uint8Array.of(...seed, 0, 0, 0, counter));
    mask.set(block.subarray(0, length - at), at);
    at += block.length;
  }
  return mask;
}
