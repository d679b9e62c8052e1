import { bytesOf } from "../encoding/bytes.ts";
import { maxKeyLength } from "../limits.ts";
import { otherAlgorithms } from "./algorithm-identifier.ts";
import { invalidKey, newKey, readProperties, unsupportedKey } from "./key-error.ts";

/**
 * The `KeyObject` of `node:crypto`, which Node.js, Bun and Deno have, described by its shape so that the types
 * need no Node.js declarations.
 */
export interface NodeKeyObject {
  /** `"private"`, `"public"` or `"secret"`. */
  readonly type: string;
  /** Such as `"rsa"` or `"ec"`; a secret key has none. */
  readonly asymmetricKeyType?: string | undefined;
  /** Returns the DER of the key: a `Buffer` in Node.js. */
  export(options: { readonly type: "pkcs8" | "spki"; readonly format: "der" }): unknown;
}

/** A `KeyObject` whose properties were read once. Nothing is exported yet. */
export interface KeyObject {
  readonly kind: "KeyObject";
  readonly type: string;
  readonly asymmetricKeyType: unknown;
  readonly exportKey: NodeKeyObject["export"];
  readonly object: object;
}

/** The value as a `KeyObject`, if it has the shape of one. */
export function readKeyObject(object: object): KeyObject | undefined {
  const { type, asymmetricKeyType, exportKey } = readProperties(() => {
    const { type, asymmetricKeyType, export: exportKey } = object as Partial<NodeKeyObject>;
    return { type, asymmetricKeyType, exportKey };
  });
  return typeof type === "string" && typeof exportKey === "function"
    ? { kind: "KeyObject", type, asymmetricKeyType, exportKey, object }
    : undefined;
}

/** The DER of a key: a PrivateKeyInfo for `"pkcs8"`, a SubjectPublicKeyInfo for `"spki"`. */
export function exportDer(
  { asymmetricKeyType, exportKey, object }: KeyObject,
  type: "pkcs8" | "spki",
): Uint8Array {
  // Named before the export, which Deno does not have for RSA-PSS.
  const other = Object.values(otherAlgorithms).find((name) => name.toLowerCase() === asymmetricKeyType);
  if (other !== undefined) unsupportedKey(`a key for ${other}`, newKey);
  let exported: unknown;
  try {
    // DER, because a JWK exists for some types of key only: not for RSA-PSS, DSA, DH or brainpool.
    exported = exportKey.call(object, { type, format: "der" });
  } catch (cause) {
    return refuseExport(cause);
  }
  const bytes = bytesOf(exported);
  return bytes === undefined || bytes.length > maxKeyLength ? refuseExport() : new Uint8Array(bytes);
}

/** For a KeyObject that cannot be exported, or as something else than a key that is not encrypted. */
export function refuseExport(cause?: unknown): never {
  return invalidKey("is a KeyObject that cannot be exported as DER; pass the PEM text of the key", cause);
}
