import { shortestPadding } from "../request/limits.ts";
import { digestOf, signatureHashes } from "./signature-hash.ts";

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
