/** Bytes of base64 or base64url text, padded or not; `undefined` when it is neither. White space is allowed, as in PEM. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return bytesOf(atob(text.replace(/-/g, "+").replace(/_/g, "/")));
  } catch {
    return undefined;
  }
}

/**
 * Base64 in CloudFront's own alphabet: `+` `=` `/` are `-` `_` `~`, and it is padded. It is not RFC 4648 base64url.
 *
 * By hand because it is on the path of every signature, where `btoa` and three replacements cost several times as much.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a canned policy".
 */
export function encodeCloudFrontBase64(bytes: Uint8Array): string {
  const { length } = bytes;
  // A-Z, a-z, 0-9, - and ~; beyond the end of the bytes, _.
  const code = (bits: number, at: number): number =>
    at > length ? 0x5f : bits + (bits < 26 ? 0x41 : bits < 52 ? 0x47 : bits < 62 ? -4 : bits < 63 ? -17 : 0x3f);
  let text = "";
  for (let i = 0; i < length; i += 3) {
    const bits = ((bytes[i] as number) << 16) | ((bytes[i + 1] as number) << 8) | (bytes[i + 2] as number);
    text += String.fromCharCode(code(bits >> 18, i), code((bits >> 12) & 63, i), code((bits >> 6) & 63, i + 2), code(bits & 63, i + 3));
  }
  return text;
}

/**
 * Bytes of text in CloudFront's base64; `undefined` when it is anything else: another alphabet, padding left out, bits behind the last byte.
 * Strict, so that there is one text for one signature.
 */
export function decodeCloudFrontBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 || !/^[a-z\d~-]*_{0,2}$/i.test(text)) return undefined;
  const bytes = bytesOf(atob(text.replace(/-/g, "+").replace(/_/g, "=").replace(/~/g, "/")));
  const { length } = bytes;
  return encodeCloudFrontBase64(bytes.subarray(Math.max(length - (length % 3 || 3), 0))) === text.slice(-4) ? bytes : undefined;
}

/** The bytes of what `atob` gives. By hand, because `Uint8Array.from` takes many times as long. */
function bytesOf(binary: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
