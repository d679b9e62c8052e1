import { der } from "cloudfront-sign-webcrypto/internals";
import { shortestDigest, shortestPadding } from "../request/limits.ts";

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
