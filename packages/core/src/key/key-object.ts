import { bytesOf } from "../encoding/bytes.ts";
import { describeType } from "../options/type-name.ts";
import { invalidKey, newRsaKey, readProperties, unsupportedKey } from "./key-error.ts";
import { maxKeyLength } from "./limits.ts";

/**
 * The `KeyObject` of `node:crypto`, which Node.js, Bun and Deno have, described by its shape so that the types
 * need no Node.js declarations.
 */
export interface KeyObjectLike {
  /** `"private"`, `"public"` or `"secret"`. */
  readonly type: string;
  /** Such as `"rsa"` or `"ec"`; a secret key has none. */
  readonly asymmetricKeyType?: string | undefined;
  /** Returns the DER of the key: a `Buffer` in Node.js. */
  export(options: { readonly type: "pkcs8" | "spki"; readonly format: "der" }): unknown;
}

/**
 * Names of the types that CloudFront does not support, by `asymmetricKeyType`. They are named before the
 * export, which Deno does not have for RSA-PSS.
 */
const unsupportedTypes: Readonly<Record<string, string>> = {
  "rsa-pss": "RSA-PSS",
  dsa: "DSA",
  dh: "DH",
  ed25519: "Ed25519",
  ed448: "Ed448",
  x25519: "X25519",
  x448: "X448",
};

/** A `KeyObject` whose properties were read once. */
export interface KeyObject {
  readonly type: string;
  /** The DER of the key: a PrivateKeyInfo for `"pkcs8"`, a SubjectPublicKeyInfo for `"spki"`. */
  exportDer(structure: "pkcs8" | "spki", option: string): Uint8Array;
}

/** The value as a `KeyObject`, if it has the shape of one. Nothing is exported yet. */
export function readKeyObject(value: object, option: string): KeyObject | undefined {
  const {
    type,
    asymmetricKeyType,
    export: exportKey,
  } = readProperties(() => {
    const { type, asymmetricKeyType, export: exportKey } = value as Partial<KeyObjectLike>;
    return { type, asymmetricKeyType, export: exportKey };
  }, option);
  if (typeof type !== "string" || typeof exportKey !== "function") return undefined;
  return {
    type,
    exportDer: (structure, option) => {
      if (typeof asymmetricKeyType === "string" && Object.hasOwn(unsupportedTypes, asymmetricKeyType))
        unsupportedKey(option, `a key for ${unsupportedTypes[asymmetricKeyType]}`, newRsaKey);
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
  const bytes = bytesOf(exported);
  if (bytes === undefined) {
    return invalidKey(
      option,
      `is a KeyObject whose export() returned no bytes; received ${describeType(exported)}: pass the PEM text of the key`,
    );
  }
  if (bytes.length > maxKeyLength) {
    return invalidKey(
      option,
      `is a KeyObject whose export() returned ${bytes.length} bytes, and a key has at most ${maxKeyLength}; pass the PEM text of the key`,
    );
  }
  return new Uint8Array(bytes);
}
