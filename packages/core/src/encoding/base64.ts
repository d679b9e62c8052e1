/**
 * Bytes of base64 or base64url text, padded or not; `undefined` when it is neither. White space is allowed,
 * as in PEM.
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = new Uint8Array(binary.length);
    // By hand, because Uint8Array.from takes many times as long.
    for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  } catch {
    return undefined;
  }
}

/**
 * Base64 in CloudFront's own alphabet: `+` `=` `/` are `-` `_` `~`, and it is padded. It is not RFC 4648
 * base64url.
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
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCharCode.apply(null, bytes.subarray(at, at + 8192) as never);
  return btoa(binary);
}

/** What a character stands for, by its code; made when it is first needed. */
let sextets: Int8Array | undefined;

/**
 * Bytes of text in CloudFront's base64; `undefined` when it is anything else: another alphabet, padding left
 * out, bits behind the last byte. Strict, so that there is one text for one signature; in one pass, because
 * every request comes through here.
 */
export function decodeCloudFrontBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!sextets) {
    sextets = new Int8Array(128).fill(-1);
    // A-Z, a-z, 0-9, - and ~.
    for (let i = 0; i < 64; i++)
      sextets[i < 26 ? i + 65 : i < 52 ? i + 71 : i < 62 ? i - 4 : i < 63 ? 45 : 126] = i;
  }
  const { length } = text;
  const padding = text.endsWith("__") ? 2 : text.endsWith("_") ? 1 : 0;
  if (length % 4) return undefined;
  const bytes = new Uint8Array((length / 4) * 3 - padding);
  let bits = 0;
  let all = 0;
  let at = 0;
  for (let i = 0; i < length - padding; i++) {
    const value = sextets[text.charCodeAt(i)] ?? -1;
    // Negative from the first character on that is none.
    all |= value;
    bits = (bits << 6) | value;
    if (i % 4) bytes[at++] = bits >> (6 - 2 * (i % 4));
  }
  return all < 0 || bits & (4 ** padding - 1) ? undefined : bytes;
}
