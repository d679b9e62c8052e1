/**
 * Decodes base64 or base64url, padded or not; `undefined` for any other text. White space is allowed, as in
 * PEM.
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = new Uint8Array(binary.length);
    // A loop, because Uint8Array.from is many times slower.
    for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  } catch {
    return undefined;
  }
}

/** CloudFront's alphabet by value: `+` and `/` are `-` and `~`. */
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-~";
/** The code of `_`, which pads. */
const paddingCode = 0x5f;

/** The character code of each value; made on first use, as the next two are. */
let codes: Uint8Array | undefined;
let decoder: TextDecoder | undefined;

/**
 * Base64 in CloudFront's own alphabet, padded: `+` `=` `/` become `-` `_` `~`. This is not the base64url of RFC
 * 4648.
 *
 * Runs for every signature. A loop is faster in every runtime than to replace three characters in what `btoa`
 * or `toBase64` return.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a canned policy".
 */
export function encodeCloudFrontBase64(bytes: Uint8Array): string {
  codes ??= Uint8Array.from(alphabet, (character) => character.charCodeAt(0));
  decoder ??= new TextDecoder();
  const { length } = bytes;
  const text = new Uint8Array(Math.ceil(length / 3) * 4);
  for (let from = 0, to = 0; from < length; from += 3) {
    const bits = ((bytes[from] as number) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    text[to++] = codes[bits >> 18] as number;
    text[to++] = codes[(bits >> 12) & 63] as number;
    text[to++] = codes[(bits >> 6) & 63] as number;
    text[to++] = codes[bits & 63] as number;
  }
  if (length % 3 > 0) text[text.length - 1] = paddingCode;
  if (length % 3 === 1) text[text.length - 2] = paddingCode;
  return decoder.decode(text);
}

/**
 * Base64url without padding (RFC 4648 section 5), as in a JWK. By functions of the runtime: it runs once for a key,
 * when the loop above is not compiled yet and takes a millisecond in Bun.
 */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function encodeBase64(bytes: Uint8Array & { toBase64?(): string }): string {
  if (bytes.toBase64) return bytes.toBase64();
  let binary = "";
  // In chunks, because a call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCharCode.apply(null, bytes.subarray(at, at + 8192) as never);
  return btoa(binary);
}

/** The value of each character code, -1 for those outside of the alphabet. */
let sextets: Int8Array | undefined;

/**
 * Decodes CloudFront's base64; `undefined` for any other text: another alphabet, missing padding, bits after
 * the last byte. Strict, so that a signature has one text only. In one pass, because it runs for every
 * request.
 */
export function decodeCloudFrontBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!sextets) {
    sextets = new Int8Array(128).fill(-1);
    for (let i = 0; i < alphabet.length; i++) sextets[alphabet.charCodeAt(i)] = i;
  }
  const { length } = text;
  const padding = text.endsWith("__") ? 2 : text.endsWith("_") ? 1 : 0;
  if (length % 4) return undefined;
  const bytes = new Uint8Array((length / 4) * 3 - padding);
  let bits = 0;
  /** Negative once a character is not in the alphabet. */
  let combined = 0;
  let at = 0;
  for (let i = 0; i < length - padding; i++) {
    const value = sextets[text.charCodeAt(i)] ?? -1;
    combined |= value;
    bits = (bits << 6) | value;
    if (i % 4) bytes[at++] = bits >> (6 - 2 * (i % 4));
  }
  return combined < 0 || bits & (4 ** padding - 1) ? undefined : bytes;
}
