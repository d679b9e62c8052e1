import { bytesOf } from "../encoding/bytes.ts";
import { describeType, typeTag } from "../options/type-name.ts";
import type { ImportedKey } from "./crypto-key.ts";
import { copyJwk, type Jwk } from "./jwk.ts";
import { invalidKey, readProperties } from "./key-error.ts";
import { type KeyObject, readKeyObject } from "./key-object.ts";
import { maxKeyLength } from "./limits.ts";

/** A key as it was passed, copied as far as it can change. Nothing is known about the key itself yet. */
export type KeySource =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "JWK"; readonly jwk: Jwk }
  | { readonly kind: "CryptoKey"; readonly key: ImportedKey }
  | { readonly kind: "KeyObject"; readonly keyObject: KeyObject; readonly object: object };

/** Copies a key; throws for a value that cannot be one and names its type. */
export function readKeySource(source: unknown, option: string): KeySource {
  if (typeof source === "string") return readText(source, option);
  return typeof source === "object" && source !== null
    ? readObject(source, option)
    : refuseValue(source, option);
}

function refuseValue(source: unknown, option: string): never {
  if (source === undefined)
    return invalidKey(option, "is undefined; check that the environment variable or field exists");
  if (source === null)
    return invalidKey(option, "is null; check the code that looks the key up, because it found none");
  if (typeof source === "function" && option === "privateKey") {
    return invalidKey(
      option,
      "is a function; to load the key with it, replace privateKey with key: loadedKey({ load }) (docs/keys.md)",
    );
  }
  return invalidKey(option, `is a ${typeof source}; pass the content of the PEM file (-----BEGIN …)`);
}

/** Only the private key of a signer can be loaded. */
function refusePromise(option: string): never {
  return invalidKey(
    option,
    option === "privateKey"
      ? "is a Promise; await it, or replace privateKey with key: loadedKey({ load }) (docs/keys.md)"
      : "is a Promise; await it",
  );
}

function readText(text: string, option: string): KeySource {
  if (text.length > maxKeyLength) {
    invalidKey(
      option,
      `has ${text.length} characters, and a key has at most ${maxKeyLength}; pass the key alone`,
    );
  }
  return { kind: "text", text };
}

function readBytes(source: object, option: string): KeySource {
  // There is no view of a buffer that was transferred, or of an object that only looks like bytes.
  const view = bytesOf(source);
  if (view === undefined || view.length === 0) {
    return invalidKey(
      option,
      "has no bytes; read the PEM file again, or pass a copy if its buffer was transferred",
    );
  }
  if (view.length > maxKeyLength) {
    invalidKey(option, `has ${view.length} bytes, and a key has at most ${maxKeyLength}; pass the key alone`);
  }
  return { kind: "bytes", bytes: new Uint8Array(view) };
}

function readObject(source: object, option: string): KeySource {
  const has = (name: string): boolean => readProperties(() => name in source, option);
  if (has("then")) return refusePromise(option);
  // By its shape, because CryptoKeys of old versions of workerd have no tag.
  if (has("usages")) return { kind: "CryptoKey", key: source as ImportedKey };
  const keyObject = readKeyObject(source, option);
  if (keyObject) return { kind: "KeyObject", keyObject, object: source };
  if (has("href")) {
    return invalidKey(option, 'is a URL object; read the file that it names: readFileSync(url, "utf8")');
  }
  switch (typeTag(source)) {
    case "Uint8Array":
    case "Uint8ClampedArray":
    case "ArrayBuffer":
    case "SharedArrayBuffer":
      return readBytes(source, option);
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
        `is ${describeType(source)}; pass a PEM text, DER bytes, a JWK, a CryptoKey or a KeyObject`,
      );
  }
}
