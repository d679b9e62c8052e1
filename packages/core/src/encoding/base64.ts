/** Bytes of base64 or base64url text, padded or not; `undefined` when it is neither. White space is allowed, as in PEM. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return bytesOf(atob(text.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return undefined;
  }
}

/**
 * Base64 in CloudFront's own alphabet: `+` `=` `/` are `-` `_` `~`, and it is padded. It is not RFC 4648 base64url.
 *
 * On the path of every signature, so the quickest way that the runtime has.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a canned policy".
 */
export function encodeCloudFrontBase64(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll("+", "-").replaceAll("=", "_").replaceAll("/", "~");
}

/** Base64url without padding (RFC 4648 section 5), as a JWK has it. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeCloudFrontBase64(bytes).replaceAll("_", "").replaceAll("~", "_");
}

function encodeBase64(bytes: Uint8Array & { toBase64?(): string }): string {
  if (bytes.toBase64) return bytes.toBase64();
  let binary = "";
  // In parts, for a function takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode.apply(null, bytes.subarray(at, at + 8192) as never);
  return btoa(binary);
}

/**
 * Bytes of text in CloudFront's base64; `undefined` when it is anything else: another alphabet, padding left out, bits behind the last byte.
 * Strict, so that there is one text for one signature; in one pass, because every request comes through here.
 */
export function decodeCloudFrontBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const { length } = text;
  const padding = text.endsWith("__") ? 2 : text.endsWith("_") ? 1 : 0;
  if (length % 4) return undefined;
  const bytes = new Uint8Array((length / 4) * 3 - padding);
  let bits = 0;
  let at = 0;
  for (let i = 0; i < length - padding; i++) {
    const value = sextet(text.charCodeAt(i));
    if (value < 0) return undefined;
    bits = (bits << 6) | value;
    if (i % 4) bytes[at++] = bits >> (6 - 2 * (i % 4));
  }
  return bits & (4 ** padding - 1) ? undefined : bytes;
}

/** What a character stands for: A-Z, a-z, 0-9, - and ~; less than nothing for any other. */
function sextet(code: number): number {
  if (code >= 0x61) return code <= 0x7a ? code - 0x47 : code === 0x7e ? 63 : -1;
  if (code >= 0x41) return code <= 0x5a ? code - 0x41 : -1;
  return code >= 0x30 && code <= 0x39 ? code + 4 : code === 0x2d ? 62 : -1;
}

/** The bytes of what `atob` gives. By hand, because `Uint8Array.from` takes many times as long. */
function bytesOf(binary: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
