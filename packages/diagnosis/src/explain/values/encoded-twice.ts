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
  const digits = [text, content].find((one) => one.length >= 128 && /^[\da-f]+$/i.test(one));
  if (digits !== undefined) {
    const signature = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    return { encoding: "hexadecimal digits", signature };
  }
  if (decoded.length < 88 || !/^[\w+/~-]+[=_]{0,2}$/.test(content)) return undefined;
  return { encoding: "base64", signature: base64.decode(content) ?? base64.decodeCloudFront(content) };
}
