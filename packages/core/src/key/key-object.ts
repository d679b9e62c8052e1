import { kindOf } from "../options/read-options.ts";
import { invalidKey, readProperties } from "./key-error.ts";
import { maxKeyLength } from "./limits.ts";

/**
 * The `KeyObject` of `node:crypto`, which Node.js, Bun and Deno have, described by its shape so that the types
 * need no Node.js declarations.
 */
export interface KeyObjectLike {
  /** `"private"`, `"public"` or `"secret"`. */
  readonly type: string;
  export(options: { readonly type: "pkcs8" | "spki"; readonly format: "der" }): unknown;
}

/** A `KeyObject` whose properties were read once. */
export interface KeyObject {
  readonly type: string;
  /** The DER of the key: a PrivateKeyInfo for `"pkcs8"`, a SubjectPublicKeyInfo for `"spki"`. */
  exportDer(structure: "pkcs8" | "spki", option: string): Uint8Array;
}

/** The value as a `KeyObject`, if it has the shape of one. Nothing is exported yet. */
export function readKeyObject(value: object, option: string): KeyObject | undefined {
  const { type, export: exportKey } = readProperties(() => {
    const { type, export: exportKey } = value as Partial<KeyObjectLike>;
    return { type, export: exportKey };
  }, option);
  if (typeof type !== "string" || typeof exportKey !== "function") return undefined;
  return {
    type,
    exportDer: (structure, option) => {
      let exported: unknown;
      try {
        // DER, because a JWK exists for some types of key only: not for RSA-PSS, DSA, DH or brainpool.
        exported = exportKey.call(value, { type: structure, format: "der" });
      } catch (cause) {
        return invalidKey(
          option,
          "is a KeyObject that cannot be exported; pass the PEM text that it was made from",
          cause,
        );
      }
      return readExport(exported, option);
    },
  };
}

function readExport(exported: unknown, option: string): Uint8Array {
  if (kindOf(exported) !== "Uint8Array" || !ArrayBuffer.isView(exported)) {
    return invalidKey(
      option,
      `is a KeyObject whose export() returned no bytes; received ${kindOf(exported)}: pass the PEM text of the key`,
    );
  }
  if (exported.byteLength > maxKeyLength) {
    return invalidKey(
      option,
      `is a KeyObject whose export() returned ${exported.byteLength} bytes, and a key has at most ${maxKeyLength}; pass the PEM text of the key`,
    );
  }
  return exported as Uint8Array;
}
