import { type Bytes, bytesOf } from "../encoding/bytes.ts";
import { magnitude } from "../encoding/integer.ts";
import { maxKeyLength, maxPrivateModulusLength, maxPublicModulusLength } from "../limits.ts";
import { defaultHash, type HashAlgorithm, type KeyType, keyAlgorithm } from "./algorithm.ts";
import { invalidKey, KeyFault, readProperties, unsupportedKey } from "./key-error.ts";
import { checkModulusLength, checkPublicExponent } from "./rsa-public-key.ts";
import { subtleCrypto } from "./subtle-crypto.ts";

/**
 * WebCrypto's key object, described by its shape so that the types need neither DOM nor Node.js declarations.
 * Where those declarations have different union types, the type here is `string`.
 */
export interface WebCryptoKey {
  /** `"private"` or `"public"`; a `"secret"` key is refused. */
  readonly type: string;
  /** Whether `crypto.subtle.exportKey` returns the key. */
  readonly extractable: boolean;
  /** Name and parameters of the algorithm: `RSASSA-PKCS1-v1_5` or `ECDSA`. */
  readonly algorithm: { readonly name: string };
  /** What the key may be used for: `"sign"` or `"verify"` is needed. */
  readonly usages: readonly string[];
}

/** A `CryptoKey`, also for the types of the DOM and of Node.js. */
export interface ImportedKey extends WebCryptoKey {
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

/** A key that was read. */
export interface ReadKey {
  /** The same text for every format of the same key. Of a private key on P-256 it is as secret as the key. */
  readonly canonicalForm: string;
  /** The public point, uncompressed, of a private key that holds it. */
  readonly point?: Bytes | undefined;
}

/** A key in the one form that every runtime imports. */
export type PlainKey = PlainRsaKey | PlainEcKey;

/** As a JWK, which some runtimes read ten times as fast as DER. */
interface PlainRsaKey extends ReadKey {
  readonly kind: "RSA";
  /** In bits. */
  readonly modulusLength: number;
  readonly format: "jwk";
  /** A `JsonWebKey`, for the types of users without those of the DOM. Of a private key it has all numbers. */
  readonly data: { readonly kty: string; readonly n: string; readonly e: string };
}

/** A private key on P-256 as PKCS#8, because a JWK needs the public point; a public one as its uncompressed point. */
interface PlainEcKey extends ReadKey {
  readonly kind: "EC";
  readonly format: "pkcs8" | "raw";
  readonly data: Bytes;
}

type Usage = "sign" | "verify";

/** What a key is imported for, and the sentences for one that cannot be. */
export interface ImportUse {
  readonly usage: Usage;
  /** For bytes or numbers that are not a key. */
  readonly corrupt: string;
  /** The step for a runtime that refuses SHA-1. */
  readonly useSha256: string;
}

/** Imports a key as a `CryptoKey`; a private one cannot be exported again. */
export async function importCryptoKey(
  { kind, format, data }: PlainKey,
  hash: HashAlgorithm | undefined,
  { usage, corrupt, useSha256 }: ImportUse,
): Promise<CryptoKey> {
  const subtle = subtleCrypto();
  const algorithm = keyAlgorithm(kind, hash);
  const importFor = async (params: typeof algorithm): Promise<CryptoKey> =>
    subtle.importKey(format as "jwk", data as JsonWebKey, params, usage === "verify", [usage]);
  try {
    return await importFor(algorithm);
  } catch (cause) {
    // A key that is in order imports for SHA-256 in a runtime that refuses SHA-1.
    const isSha1 = algorithm.hash === "SHA-1";
    if (isSha1 && (await importFor({ ...algorithm, hash: "SHA-256" }).catch(() => undefined)))
      unsupportedKey(
        "a key for SHA-1, which this runtime refuses to import (FIPS mode or a crypto policy)",
        useSha256,
        cause,
      );
    return invalidKey(corrupt, cause);
  }
}

/**
 * The type and hash of a caller's `CryptoKey`; throws for the first property that is wrong: type, algorithm, curve,
 * usage, hash, modulus or public exponent.
 */
export function readUse(
  key: WebCryptoKey,
  usage: Usage,
  hash: HashAlgorithm | undefined,
): [KeyType, HashAlgorithm] {
  // Every property is read once.
  const { type, usages, name, namedCurve, hashName, modulusLength, publicExponent } = readProperties(() => {
    const algorithm = Object(key.algorithm) as Partial<RsaHashedKeyAlgorithm & EcKeyAlgorithm>;
    const { name, namedCurve, hash, modulusLength, publicExponent } = algorithm;
    const usages = Array.isArray(key.usages) ? [...key.usages] : [];
    return { type: key.type, usages, name, namedCurve, hashName: hash?.name, modulusLength, publicExponent };
  });
  const [half, otherHalf] = usage === "sign" ? ["private", "public"] : ["public", "private"];
  if (type === otherHalf) wrongKey(`is a ${type} CryptoKey; pass the ${half}Key of the same pair`);
  if (type !== half || (name !== "RSASSA-PKCS1-v1_5" && name !== "ECDSA"))
    refuseProperty("type or algorithm");
  if (name === "ECDSA" && namedCurve !== "P-256") refuseProperty("curve");
  if (!usages.includes(usage))
    wrongKey(`is a CryptoKey without the usage "${usage}"; import the key with ["${usage}"]`);
  if (name === "ECDSA") return ["EC", hash ?? defaultHash("EC")];
  if (hashName !== "SHA-1" && hashName !== "SHA-256") refuseProperty("hash");
  const boundHash = hashName === "SHA-1" ? "SHA1" : "SHA256";
  if (hash !== undefined && hash !== boundHash)
    wrongKey(`is a CryptoKey for ${boundHash}, and hashAlgorithm is ${hash}; import the key for ${hash}`);
  // Bytes; a buffer in old versions of workerd.
  const exponent = bytesOf(publicExponent);
  if (typeof modulusLength !== "number" || exponent === undefined || exponent.length > maxKeyLength)
    return refuseProperty("type or algorithm");
  checkModulusLength(modulusLength, usage === "sign" ? maxPrivateModulusLength : maxPublicModulusLength);
  checkPublicExponent(magnitude(exponent));
  return ["RSA", boundHash];
}

function refuseProperty(property: "type or algorithm" | "curve" | "hash"): never {
  wrongKey(
    `is a CryptoKey whose ${property} CloudFront does not accept; import an RSA key as RSASSA-PKCS1-v1_5 with SHA-256 or SHA-1, or a P-256 key as ECDSA`,
  );
}

function wrongKey(problem: string): never {
  throw new KeyFault("ERR_KEY_USAGE", problem);
}
