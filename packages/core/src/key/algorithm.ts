import { fail } from "../errors.ts";
import { invalidKey } from "./key-error.ts";

/** Hash of the signature, in the words of the `Hash-Algorithm` parameter. */
export type HashAlgorithm = "SHA1" | "SHA256";

/** Kind of key that CloudFront registers: RSA, or EC on P-256. */
export type KeyType = "RSA" | "EC";

/**
 * WebCrypto's key object, described by shape so that the types need neither DOM nor Node.js declarations; what is text in one set of them
 * and a union in another is text here.
 */
export interface CryptoKeyLike {
  readonly type: string;
  readonly extractable: boolean;
  readonly algorithm: { readonly name: string };
  readonly usages: readonly string[];
}

/** A key that was imported here: a `CryptoKey`, to everything that takes one. */
export interface ImportedKey extends CryptoKeyLike {
  readonly type: "private" | "public" | "secret";
  readonly algorithm: { name: string };
  readonly usages: ("encrypt" | "decrypt" | "sign" | "verify" | "deriveKey" | "deriveBits" | "wrapKey" | "unwrapKey")[];
}

/** The only read of `crypto.subtle`, when it is needed and not before. */
export function subtleCrypto(): SubtleCrypto {
  return globalThis.crypto?.subtle ?? fail("ERR_WEBCRYPTO_UNAVAILABLE", "crypto.subtle", "is missing; use https or localhost");
}

/** Throws unless the value is a hash that CloudFront takes, or nothing. */
export function checkHashAlgorithm(value: unknown): HashAlgorithm | undefined {
  if (value !== undefined && value !== "SHA1" && value !== "SHA256") fail("ERR_OPTION_INVALID", "hashAlgorithm", "expected SHA1 or SHA256");
  return value;
}

/** WebCrypto's parameters for import, sign and verify. RSA defaults to what every tool knows, P-256 to the better hash. */
export function keyAlgorithm(keyType: KeyType, hash: HashAlgorithm | undefined): { name: string; hash: string; namedCurve: string } {
  const [name, usual] = keyType === "RSA" ? ["RSASSA-PKCS1-v1_5", "SHA1"] : ["ECDSA", "SHA256"];
  return { name, hash: (hash ?? usual).replace("SHA", "SHA-"), namedCurve: "P-256" };
}

/** A key as a `CryptoKey`; a private one cannot be exported. */
export async function importKey(
  format: "jwk" | "pkcs8" | "raw",
  data: JsonWebKey | Uint8Array<ArrayBuffer>,
  keyType: KeyType,
  hash: HashAlgorithm | undefined,
  usage: "sign" | "verify",
  option: string,
): Promise<CryptoKey> {
  const subtle = subtleCrypto();
  try {
    return await subtle.importKey(format as "jwk", data as JsonWebKey, keyAlgorithm(keyType, hash), usage === "verify", [usage]);
  } catch (cause) {
    return invalidKey(option, cause);
  }
}

/** The type and hash of a `CryptoKey`; throws when it is of another kind, for another use, or bound to another hash. */
export function cryptoKeyUse(
  key: CryptoKeyLike,
  usage: "sign" | "verify",
  hash: HashAlgorithm | undefined,
  option: string,
): [KeyType, HashAlgorithm] {
  const { name, namedCurve, hash: bound } = Object(key.algorithm) as Partial<RsaHashedKeyAlgorithm & EcKeyAlgorithm>;
  const kind = `${name} ${bound?.name ?? namedCurve}`;
  const own = bound?.name.replace("-", "") ?? hash ?? "SHA256";
  if (!`${key.usages}`.includes(usage) || !/^(RSASSA-PKCS1-v1_5 SHA-(1|256)|ECDSA P-256)$/.test(kind) || (hash ?? own) !== own) {
    fail("ERR_KEY_USAGE", option, `must ${usage} with ${hash ?? "SHA1 or SHA256"}, as RSASSA-PKCS1-v1_5 or ECDSA P-256`);
  }
  return [bound ? "RSA" : "EC", own as HashAlgorithm];
}
