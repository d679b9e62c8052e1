/** What the bytes of a policy are, if they are not UTF-8 text. */
export type PolicyBytesForm = "utf-16" | "gzip" | "zlib";

/** Tells by the first bytes, with and without a byte order mark. */
export function policyBytesForm({ 0: first, 1: second }: Uint8Array): PolicyBytesForm | undefined {
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  // ASCII in UTF-16 has a NUL in every other byte.
  if (isMarked || (first === 0) !== (second === 0)) return "utf-16";
  if (first === 0x1f && second === 0x8b) return "gzip";
  // Compressed with a window of 32 KiB, at the usual levels (RFC 1950, section 2.2).
  return first === 0x78 && [0x01, 0x5e, 0x9c, 0xda].includes(second ?? 0) ? "zlib" : undefined;
}
