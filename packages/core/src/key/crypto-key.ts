import { magnitude } from "../encoding/integer.ts";
import { fail } from "../errors.ts";
import { kindOf } from "../options/read-options.ts";
import { type HashAlgorithm, type KeyType, keyAlgorithm } from "./algorithm.ts";
import { corruptPrivateKey, corruptPublicKey, invalidKey } from "./key-error.ts";
import { longestPrivateModulus, longestPublicModulus } from "./limits.ts";
import { checkModulusLength, checkPublicExponent } from "./rsa-public-key.ts";

/**
 * WebCrypto's key object, described by shape so that the types need neither DOM nor Node.js declarations;
 * what is text in one set of them and a union in another is text here.
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

/** The only read of `crypto.subtle`, when it is needed and not before. */
export function subtleCrypto(): SubtleCrypto {
  return (
    globalThis.crypto?.subtle ??
    fail("ERR_WEBCRYPTO_UNAVAILABLE", "crypto.subtle", "is missing; use https or localhost")
  );
}

/** A key as a `CryptoKey`; a private one cannot be exported. */
export async function importCryptoKey(
  format: "jwk" | "pkcs8" | "raw",
  data: JsonWebKey | Uint8Array<ArrayBuffer>,
  keyType: KeyType,
  hash: HashAlgorithm | undefined,
  usage: "sign" | "verify",
  option: string,
): Promise<CryptoKey> {
  const subtle = subtleCrypto();
  try {
    return await subtle.importKey(
      format as "jwk",
      data as JsonWebKey,
      keyAlgorithm(keyType, hash),
      usage === "verify",
      [usage],
    );
  } catch (cause) {
    return invalidKey(option, usage === "sign" ? corruptPrivateKey : corruptPublicKey, cause);
  }
}

/**
 * The type and hash of a `CryptoKey`; throws when it is of another kind, for another use, or bound to another
 * hash.
 */
export function cryptoKeyUse(
  key: CryptoKeyLike,
  usage: "sign" | "verify",
  hash: HashAlgorithm | undefined,
  option: string,
): [KeyType, HashAlgorithm] {
  const { usages } = key;
  const {
    name,
    namedCurve,
    hash: bound,
    modulusLength,
    publicExponent,
  } = Object(key.algorithm) as Partial<AnyAlgorithm>;
  if (!Array.isArray(usages) || !usages.includes(usage))
    wrongUse(option, `a CryptoKey without the usage "${usage}"`, usage);
  if (name === "ECDSA") {
    if (namedCurve !== "P-256") wrongUse(option, "a CryptoKey of ECDSA on another curve than P-256", usage);
    return ["EC", hash ?? "SHA256"];
  }
  if (name !== "RSASSA-PKCS1-v1_5") wrongUse(option, "a CryptoKey for another algorithm", usage);
  const own = bound?.name === "SHA-1" ? "SHA1" : bound?.name === "SHA-256" ? "SHA256" : undefined;
  if (own === undefined)
    return wrongUse(option, "a CryptoKey bound to another hash than SHA-1 and SHA-256", usage);
  if (hash !== undefined && hash !== own) {
    fail(
      "ERR_KEY_USAGE",
      option,
      `is a CryptoKey bound to ${own}, and hashAlgorithm is ${hash}; import the key for ${hash}`,
    );
  }
  // Bytes, in old versions of workerd as a buffer.
  const isExponent = ArrayBuffer.isView(publicExponent) || kindOf(publicExponent) === "ArrayBuffer";
  if (typeof modulusLength !== "number" || !isExponent)
    return wrongUse(option, "no CryptoKey of this runtime", usage);
  checkModulusLength(modulusLength, usage === "sign" ? longestPrivateModulus : longestPublicModulus, option);
  checkPublicExponent(magnitude(new Uint8Array(publicExponent as Uint8Array)), option);
  return ["RSA", own];
}

type AnyAlgorithm = RsaHashedKeyAlgorithm & EcKeyAlgorithm;

function wrongUse(option: string, kind: string, usage: "sign" | "verify"): never {
  return fail(
    "ERR_KEY_USAGE",
    option,
    `is ${kind}; import the key with the usage "${usage}", as RSASSA-PKCS1-v1_5 with SHA-1 or SHA-256, or as ECDSA on P-256`,
  );
}
