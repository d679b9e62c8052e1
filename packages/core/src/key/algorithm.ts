import { fail } from "../errors.ts";
import { invalidKey } from "./key-error.ts";

/** Hash of the signature, in the words of the `Hash-Algorithm` parameter. */
export type HashAlgorithm = "SHA1" | "SHA256";

/** Kind of key that CloudFront registers: RSA, or EC on P-256. */
export type KeyType = "RSA" | "EC";

/** WebCrypto's key object, described by shape so that the types need neither DOM nor Node.js declarations. */
export interface CryptoKeyLike {
  readonly type: "private" | "public" | "secret";
  readonly extractable: boolean;
  readonly algorithm: { name: string };
  readonly usages: ("encrypt" | "decrypt" | "sign" | "verify" | "deriveKey" | "deriveBits" | "wrapKey" | "unwrapKey")[];
}

/** AlgorithmIdentifier of each key type, in DER (RFC 8017, RFC 5480). */
export const algorithmIdentifiers: Readonly<Record<KeyType, readonly number[]>> = {
  RSA: [48, 13, 6, 9, 42, 134, 72, 134, 247, 13, 1, 1, 1, 5, 0],
  EC: [48, 19, 6, 7, 42, 134, 72, 206, 61, 2, 1, 6, 8, 42, 134, 72, 206, 61, 3, 1, 7],
};

/** The only read of `crypto.subtle`, when it is needed and not before. */
export function subtleCrypto(): SubtleCrypto {
  return (
    globalThis.crypto?.subtle ?? fail("ERR_WEBCRYPTO_UNAVAILABLE", "crypto.subtle", "is missing; browsers have it on https and localhost")
  );
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
  format: "pkcs8" | "spki" | "raw",
  data: Uint8Array<ArrayBuffer>,
  keyType: KeyType,
  hash: HashAlgorithm | undefined,
  usage: "sign" | "verify",
  option: string,
): Promise<CryptoKey> {
  const subtle = subtleCrypto();
  try {
    return await subtle.importKey(format, data, keyAlgorithm(keyType, hash), usage === "verify", [usage]);
  } catch (cause) {
    return invalidKey(option, "refused by this runtime", cause);
  }
}

/** The type and hash of a `CryptoKey`; throws when it is of another kind, for another use, or bound to another hash. */
export function cryptoKeyUse(
  key: CryptoKeyLike,
  usage: "sign" | "verify",
  hash: HashAlgorithm | undefined,
  option: string,
): [KeyType, HashAlgorithm] {
  const { name, namedCurve, hash: bound } = key.algorithm as Partial<RsaHashedKeyAlgorithm & EcKeyAlgorithm>;
  const kind = `${name} ${bound?.name ?? namedCurve}`;
  const own = bound?.name.replace("-", "") ?? hash ?? "SHA256";
  if (!key.usages.includes(usage) || !/^(RSASSA-PKCS1-v1_5 SHA-(1|256)|ECDSA P-256)$/.test(kind) || (hash ?? own) !== own) {
    fail("ERR_KEY_USAGE", option, `must be able to ${usage} with ${hash ?? "SHA1 or SHA256"}, as RSASSA-PKCS1-v1_5 or ECDSA P-256`);
  }
  return [bound ? "RSA" : "EC", own as HashAlgorithm];
}
