import type { Seen } from "../../findings/finding.ts";

/** What is seen of the bytes of a policy that are not UTF-8 text, by the first of them. */
export function policyBytesSeen(bytes: Uint8Array): Seen | undefined {
  const [first, second = 0] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  // ASCII in UTF-16 has a NUL in every other byte.
  if (isMarked || (first === 0) !== (second === 0))
    return {
      evidence: "the policy is UTF-16",
      fix: "Encode the JSON text as UTF-8, without a byte order mark, before you sign it and encode it as base64.",
    };
  // Compressed with a window of 32 KiB, at the usual levels (RFC 1950, section 2.2).
  const isZlib = first === 0x78 && [0x01, 0x5e, 0x9c, 0xda].includes(second);
  const format = first === 0x1f && second === 0x8b ? "gzip" : isZlib ? "zlib" : undefined;
  if (format)
    return {
      evidence: `the policy is compressed with ${format}`,
      fix: "Sign and encode the JSON text itself, without compression.",
    };
  return new TextDecoder().decode(bytes.subarray(0, 8)) === "Salted__"
    ? {
        evidence: "the policy was encrypted, by OpenSSL or CryptoJS",
        fix: "Encode the JSON text of the policy itself as base64: viewers may read it.",
      }
    : undefined;
}
