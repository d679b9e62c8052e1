import { type HashAlgorithm, type KeyType, keyAlgorithm } from "./algorithm.ts";
import {
  corruptPrivateKey,
  corruptPublicKey,
  invalidKey,
  signWithSha256,
  unsupportedKey,
  verifySha256,
} from "./key-error.ts";
import { subtleCrypto } from "./subtle-crypto.ts";

/**
 * WebCrypto's key object, described by its shape so that the types need neither DOM nor Node.js declarations.
 * Where those declarations have different union types, the type here is `string`.
 */
export interface CryptoKeyLike {
  /** `"private"` or `"public"`; a `"secret"` key is refused. */
  readonly type: string;
  /** Whether `crypto.subtle.exportKey` returns the key. */
  readonly extractable: boolean;
  /** Name and parameters of the algorithm: `RSASSA-PKCS1-v1_5` or `ECDSA`. */
  readonly algorithm: { readonly name: string };
  /** What the key may be used for: `"sign"` or `"verify"` is needed. */
  readonly usages: readonly string[];
}

/** A key that this package imported: a `CryptoKey`, also for the types of the DOM and of Node.js. */
export interface ImportedKey extends CryptoKeyLike {
  /** `"private"` for signing, `"public"` for verifying. */
  readonly type: "private" | "public" | "secret";
  /** Name and parameters of the algorithm: `RSASSA-PKCS1-v1_5` or `ECDSA`. */
  readonly algorithm: { name: string };
  /** `["sign"]` or `["verify"]`. */
  readonly usages: (
    | "encrypt"
    | "decrypt"
    | "sign"
    | "verify"
    | "deriveKey"
    | "deriveBits"
    | "wrapKey"
    | "unwrapKey"
  )[];
}

/** Imports a key as a `CryptoKey`; a private one cannot be exported again. */
export async function importCryptoKey(
  format: "jwk" | "pkcs8" | "raw",
  data: JsonWebKey | Uint8Array<ArrayBuffer>,
  keyType: KeyType,
  hash: HashAlgorithm | undefined,
  usage: "sign" | "verify",
  option: string,
): Promise<CryptoKey> {
  const subtle = subtleCrypto();
  const algorithm = keyAlgorithm(keyType, hash);
  const importFor = (params: typeof algorithm): Promise<CryptoKey> =>
    subtle.importKey(format as "jwk", data as JsonWebKey, params, usage === "verify", [usage]);
  try {
    return await importFor(algorithm);
  } catch (cause) {
    // A key that is in order imports for SHA-256 in a runtime that refuses SHA-1.
    const isRefused =
      algorithm.hash === "SHA-1" && (await succeeds(() => importFor({ ...algorithm, hash: "SHA-256" })));
    return importFailed(isRefused, usage, option, cause);
  }
}

function importFailed(
  isSha1Refused: boolean,
  usage: "sign" | "verify",
  option: string,
  cause: unknown,
): never {
  if (!isSha1Refused)
    return invalidKey(option, usage === "sign" ? corruptPrivateKey : corruptPublicKey, cause);
  return unsupportedKey(
    option,
    "a key for SHA-1, which this runtime refuses to import (FIPS mode or a crypto policy)",
    usage === "sign" ? signWithSha256 : verifySha256,
    cause,
  );
}

/** Whether something works in this runtime. */
export async function succeeds(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch {
    return false;
  }
}
