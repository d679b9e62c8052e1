import { copyJwk } from "./jwk.ts";
import type { KeySource } from "./key-source.ts";
import { type KeyText, readKeyBytes, readKeyText } from "./key-text.ts";

/** The form that a key is in, before anything is known about the key itself. */
export type KeyMaterial =
  | Exclude<KeySource, { kind: "text" | "bytes" }>
  | Exclude<KeyText, { kind: "JWK text" }>;

/**
 * Recognises the form of a key: PEM with anything around it (quotes, comments, other blocks, `\n` as two
 * characters, any line breaks), base64 of a PEM, DER as bytes or base64, a JWK as an object or JSON text, a
 * `CryptoKey`, a `KeyObject`.
 */
export function readKeyMaterial(source: KeySource, option: string): KeyMaterial {
  switch (source.kind) {
    case "text":
      return keyTextMaterial(readKeyText(source.text, option), option);
    case "bytes":
      return keyTextMaterial(readKeyBytes(source.bytes, option), option);
    default:
      return source;
  }
}

function keyTextMaterial(text: KeyText, option: string): KeyMaterial {
  return text.kind === "JWK text" ? { kind: "JWK", jwk: copyJwk(text.value, option) } : text;
}
