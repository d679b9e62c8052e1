import { bytesOf } from "../encoding/bytes.ts";
import { magnitude } from "../encoding/integer.ts";
import { fail } from "../errors.ts";
import { defaultHash, type HashAlgorithm, type KeyType } from "./algorithm.ts";
import type { CryptoKeyLike } from "./crypto-key.ts";
import { readProperties } from "./key-error.ts";
import { maxKeyLength, maxPrivateModulusLength, maxPublicModulusLength } from "./limits.ts";
import { checkModulusLength, checkPublicExponent } from "./rsa-public-key.ts";

type Usage = "sign" | "verify";
type AnyAlgorithm = Partial<RsaHashedKeyAlgorithm & EcKeyAlgorithm>;

/** What is read of `CryptoKey.algorithm`. */
interface KeyAlgorithmParts {
  readonly name: string | undefined;
  readonly namedCurve: string | undefined;
  readonly hash: string | undefined;
  readonly modulusLength: unknown;
  readonly publicExponent: unknown;
}

const unknownKey = "is no CryptoKey of this runtime; import the key with crypto.subtle.importKey";

/**
 * The type and hash of a `CryptoKey`; throws for the first property that is wrong: type, algorithm, curve,
 * usage, hash, modulus or public exponent.
 */
export function cryptoKeyUse(
  key: CryptoKeyLike,
  usage: Usage,
  hash: HashAlgorithm | undefined,
  option: string,
): [KeyType, HashAlgorithm] {
  const { type, usages, algorithm } = readProperties(() => {
    const { name, namedCurve, hash, modulusLength, publicExponent } = Object(key.algorithm) as AnyAlgorithm;
    const usages = Array.isArray(key.usages) ? [...key.usages] : [];
    return {
      type: key.type,
      usages,
      algorithm: { name, namedCurve, hash: hash?.name, modulusLength, publicExponent },
    };
  }, option);
  const problem = typeProblem(type, usage) ?? algorithmProblem(algorithm) ?? usageProblem(usages, usage);
  if (problem) wrongKey(option, problem);
  if (algorithm.name === "ECDSA") return ["EC", hash ?? defaultHash("EC")];
  const boundHash = hashOf(algorithm, option);
  if (hash !== undefined && hash !== boundHash) {
    wrongKey(
      option,
      `is a CryptoKey for ${boundHash}, and hashAlgorithm is ${hash}; import the key for ${hash}`,
    );
  }
  checkRsaNumbers(algorithm, usage, option);
  return ["RSA", boundHash];
}

function typeProblem(type: string, usage: Usage): string | undefined {
  switch (type) {
    case "private":
      return usage === "verify" ? "is a private CryptoKey; pass the publicKey of the same pair" : undefined;
    case "public":
      return usage === "sign" ? "is a public CryptoKey; pass the privateKey of the same pair" : undefined;
    case "secret":
      return "is a CryptoKey of a symmetric algorithm; make a new key, as RSASSA-PKCS1-v1_5 or as ECDSA on P-256";
    default:
      return unknownKey;
  }
}

function algorithmProblem({ name, namedCurve }: KeyAlgorithmParts): string | undefined {
  switch (name) {
    case "RSASSA-PKCS1-v1_5":
      return undefined;
    case "ECDSA":
      return curveProblem(namedCurve);
    case "RSA-PSS":
      return "is a CryptoKey for RSA-PSS; import the same key as RSASSA-PKCS1-v1_5";
    case "RSA-OAEP":
      return "is a CryptoKey for RSA-OAEP; import the same key as RSASSA-PKCS1-v1_5";
    case "ECDH":
      return "is a CryptoKey for ECDH; import the same key as ECDSA";
    case "Ed25519":
      return "is a CryptoKey for Ed25519; make a new key, as RSASSA-PKCS1-v1_5 or as ECDSA on P-256";
    case "X25519":
      return "is a CryptoKey for X25519; make a new key, as RSASSA-PKCS1-v1_5 or as ECDSA on P-256";
    default:
      return "is a CryptoKey for an algorithm that CloudFront does not take; import the key as RSASSA-PKCS1-v1_5 or as ECDSA on P-256";
  }
}

function curveProblem(namedCurve: string | undefined): string | undefined {
  switch (namedCurve) {
    case "P-256":
      return undefined;
    case "P-384":
      return "is a CryptoKey on P-384; make a new key on P-256";
    case "P-521":
      return "is a CryptoKey on P-521; make a new key on P-256";
    default:
      return "is a CryptoKey of ECDSA on another curve; make a new key on P-256";
  }
}

function usageProblem(usages: readonly string[], usage: Usage): string | undefined {
  if (usages.includes(usage)) return undefined;
  return usage === "sign"
    ? 'is a CryptoKey without the usage "sign"; import the key with ["sign"]'
    : 'is a CryptoKey without the usage "verify"; import the key with ["verify"]';
}

/** The hash that a key of RSA is bound to. */
function hashOf({ hash }: KeyAlgorithmParts, option: string): HashAlgorithm {
  switch (hash) {
    case "SHA-1":
      return "SHA1";
    case "SHA-256":
      return "SHA256";
    case "SHA-384":
      return wrongKey(option, 'is a CryptoKey for SHA-384; import the same key with hash: "SHA-256"');
    case "SHA-512":
      return wrongKey(option, 'is a CryptoKey for SHA-512; import the same key with hash: "SHA-256"');
    default:
      return wrongKey(option, 'is a CryptoKey for an unknown hash; import the same key with hash: "SHA-256"');
  }
}

function checkRsaNumbers(
  { modulusLength, publicExponent }: KeyAlgorithmParts,
  usage: Usage,
  option: string,
): void {
  // Bytes; a buffer in old versions of workerd.
  const exponent = bytesOf(publicExponent);
  if (typeof modulusLength !== "number" || exponent === undefined || exponent.length > maxKeyLength)
    wrongKey(option, unknownKey);
  checkModulusLength(
    modulusLength,
    usage === "sign" ? maxPrivateModulusLength : maxPublicModulusLength,
    option,
  );
  checkPublicExponent(magnitude(exponent), option);
}

function wrongKey(option: string, problem: string): never {
  return fail("ERR_KEY_USAGE", option, problem);
}
