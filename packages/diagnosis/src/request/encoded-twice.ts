import { base64 } from "cloudfront-sign-webcrypto/internals";

/** The text that a signature decodes to, or is, and the signature itself. */
export interface EncodedTwice {
  readonly encoding: "hexadecimal digits" | "base64";
  readonly signature: Uint8Array<ArrayBuffer> | undefined;
}

/** What a parameter holds whose value is hexadecimal digits, or base64 of a text in hexadecimal digits or base64. */
export function encodedTwice(decoded: Uint8Array, text: string): EncodedTwice | undefined {
  const content = new TextDecoder().decode(decoded);
  // Hexadecimal digits are also letters of base64, so they can be decoded.
  const signature = hexBytes(text) ?? hexBytes(content);
  if (signature !== undefined) return { encoding: "hexadecimal digits", signature };
  if (decoded.length < 88 || !/^[\w+/~-]+[=_]{0,2}$/.test(content)) return undefined;
  return { encoding: "base64", signature: base64.decode(content) ?? base64.decodeCloudFront(content) };
}

/** The bytes of hexadecimal digits, as many as a signature has at least. */
export function hexBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  return text.length >= 128 && /^[\da-f]+$/i.test(text)
    ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : undefined;
}
