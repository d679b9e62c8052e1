import { typeTag } from "../options/type-name.ts";
import type { ImportedKey } from "./crypto-key.ts";
import { copyJwk, type Jwk } from "./jwk.ts";
import { invalidKey, readProperties } from "./key-error.ts";
import { type KeyObject, readKeyObject } from "./key-object.ts";
import { type KeyText, readKeyBytes, readKeyText } from "./key-text.ts";

/** The form that a key is in, before anything is known about the key itself. */
export type KeyMaterial =
  | { readonly kind: "CryptoKey"; readonly key: ImportedKey }
  | { readonly kind: "KeyObject"; readonly keyObject: KeyObject }
  | { readonly kind: "JWK"; readonly jwk: Jwk }
  | Exclude<KeyText, { kind: "JWK text" }>;

/**
 * Recognises the form of a key: PEM with anything around it (quotes, comments, other blocks, `\n` as two
 * characters, any line breaks), base64 of a PEM, DER as bytes or base64, a JWK as an object or JSON text, a
 * `CryptoKey`, a `KeyObject`.
 */
export function readKeyMaterial(source: unknown, option: string): KeyMaterial {
  if (typeof source === "string") return keyTextMaterial(readKeyText(source, option), option);
  if (source === undefined)
    return invalidKey(option, "is undefined; check that the environment variable or field exists");
  if (source === null)
    return invalidKey(option, "is null; check the code that looks the key up, because it found none");
  if (typeof source !== "object") {
    return invalidKey(
      option,
      `is a ${typeof source}; pass the content of the PEM file: -----BEGIN PRIVATE KEY-----…`,
    );
  }
  return readKeyOfObject(source, option);
}

function keyTextMaterial(text: KeyText, option: string): KeyMaterial {
  return text.kind === "JWK text" ? { kind: "JWK", jwk: copyJwk(text.value, option) } : text;
}

function readKeyOfObject(source: object, option: string): KeyMaterial {
  const has = (name: string): boolean => readProperties(() => name in source, option);
  // By its shape, because CryptoKeys of old versions of workerd have no tag.
  if (has("usages")) return { kind: "CryptoKey", key: source as ImportedKey };
  const keyObject = readKeyObject(source, option);
  if (keyObject) return { kind: "KeyObject", keyObject };
  if (has("then")) return invalidKey(option, "is a Promise; await it");
  if (has("href")) {
    return invalidKey(option, 'is a URL object; read the file that it names: readFileSync(url, "utf8")');
  }
  const kind = typeTag(source);
  switch (kind) {
    case "Uint8Array":
    case "Uint8ClampedArray":
    case "ArrayBuffer":
    case "SharedArrayBuffer":
      return keyTextMaterial(readKeyBytes(source as ArrayBuffer | Uint8Array, option), option);
    case "Object":
      return { kind: "JWK", jwk: copyJwk(source, option) };
    case "Array":
      return invalidKey(option, "is an array; if it holds the bytes of a key, pass Uint8Array.from(array)");
    case "String":
      return invalidKey(option, "is a String object; pass the text in it: privateKey.valueOf()");
    case "Blob":
    case "File":
      return invalidKey(option, "is a Blob; pass its text: await blob.text()");
    default:
      return invalidKey(
        option,
        `is an object of the kind ${kind}; pass a PEM text, DER bytes, a JWK, a CryptoKey or a KeyObject`,
      );
  }
}
