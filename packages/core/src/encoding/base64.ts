/** Bytes of base64 or base64url text, padded or not; `undefined` when it is neither. White space is allowed, as in PEM. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-~";

/**
 * Base64 in CloudFront's own alphabet: `+` `=` `/` are `-` `_` `~`, and it is padded. It is not RFC 4648 base64url.
 *
 * By hand because it is on the path of every signature, where `btoa` and three replacements cost several times as much.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a canned policy".
 */
export function encodeCloudFrontBase64(bytes: Uint8Array): string {
  const { length } = bytes;
  let text = "";
  for (let i = 0; i < length; i += 3) {
    const bits = ((bytes[i] as number) << 16) | ((bytes[i + 1] as number) << 8) | (bytes[i + 2] as number);
    text += alphabet.charAt(bits >> 18) + alphabet.charAt((bits >> 12) & 63);
    text += i + 1 < length ? alphabet.charAt((bits >> 6) & 63) : "_";
    text += i + 2 < length ? alphabet.charAt(bits & 63) : "_";
  }
  return text;
}
