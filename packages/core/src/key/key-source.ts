import { bytesOf } from "../encoding/bytes.ts";
import { maxKeyLength } from "../limits.ts";
import { describeType, typeTag } from "../options/type-name.ts";
import type { ImportedKey } from "./crypto-key.ts";
import { copyJwk, type Jwk } from "./jwk.ts";
import { invalidKey, readProperties } from "./key-error.ts";
import { type KeyObject, readKeyObject } from "./key-object.ts";

/** A `CryptoKey` of the caller. */
export interface CallersKey {
  readonly kind: "CryptoKey";
  readonly key: ImportedKey;
}

/** A key as it was passed, copied as far as it can change. Nothing is known about the key itself yet. */
export type KeySource =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "JWK"; readonly jwk: Jwk }
  | CallersKey
  | KeyObject;

/** Copies a key; throws for a value that cannot be one and names its type. */
export function readKeySource(source: unknown): KeySource {
  if (typeof source === "string") {
    checkLength(source.length);
    return { kind: "text", text: source };
  }
  if (typeof source === "object" && source !== null) return readObject(source);
  if (source === undefined || source === null)
    return invalidKey(`is ${source}; check that the environment variable, field or secret exists`);
  return typeof source === "function"
    ? invalidKey("is a function; pass what it returns, or pass a signer key: loadedKey({ load })")
    : refuseType(source);
}

function refuseType(source: unknown): never {
  return invalidKey(
    `is ${describeType(source)}; pass the text or bytes of the key, a JWK, a CryptoKey or a KeyObject`,
  );
}

function checkLength(length: number): void {
  if (length > maxKeyLength) invalidKey("is longer than any key; pass only the key");
}

function readObject(source: object): KeySource {
  const has = (name: string): boolean => readProperties(() => name in source);
  if (has("then")) invalidKey("is a Promise; await it");
  // By its shape, because CryptoKeys of old versions of workerd have no tag.
  if (has("usages")) return { kind: "CryptoKey", key: source as ImportedKey };
  const keyObject = readKeyObject(source);
  if (keyObject) return keyObject;
  const tag = typeTag(source);
  if (/^(?:Uint8(?:Clamped)?Array|(?:Shared)?ArrayBuffer)$/.test(tag)) return readBytes(source);
  return tag === "Object" ? { kind: "JWK", jwk: copyJwk(source) } : refuseType(source);
}

function readBytes(source: object): KeySource {
  // There is no view of a buffer that was transferred, or of an object that only looks like bytes.
  const view = bytesOf(source);
  if (!view?.length) return invalidKey("has no bytes; check that the file holds the PEM text");
  checkLength(view.length);
  return { kind: "bytes", bytes: new Uint8Array(view) };
}
