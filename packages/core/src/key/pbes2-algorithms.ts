import { DerError, type DerValue, readOctetString } from "../encoding/der.ts";
import { type AlgorithmIdentifier, isWithoutParameters } from "./algorithm-identifier.ts";
import { convertKey, convertLegacyKey, decryptElsewhere, unsupportedKey } from "./key-error.ts";

/** RFC 8018 appendix A.2 and A.4, RFC 7914 section 7. */
const pbes2 = "1.2.840.113549.1.5.13";
const pbkdf2 = "1.2.840.113549.1.5.12";
const scrypt = "1.3.6.1.4.1.11591.4.11";

/** What encrypted a key, and the step that helps: OpenSSL 3 has DES, RC2 and RC4 in its legacy provider only. */
type Encryption = readonly [name: string, fix: string];

/** The hashes of WebCrypto for pseudorandom functions of PBKDF2 (RFC 8018 appendix B.1). */
const hashes: Readonly<Record<string, string>> = {
  "1.2.840.113549.2.7": "SHA-1",
  "1.2.840.113549.2.9": "SHA-256",
  "1.2.840.113549.2.10": "SHA-384",
  "1.2.840.113549.2.11": "SHA-512",
};
const otherPseudorandomFunctions: Readonly<Record<string, string>> = {
  "1.2.840.113549.2.6": "HMAC with MD5",
  "1.2.840.113549.2.8": "HMAC with SHA-224",
  "1.2.840.113549.2.12": "HMAC with SHA-512/224",
  "1.2.840.113549.2.13": "HMAC with SHA-512/256",
};

/** Key lengths of AES-CBC in bits (RFC 8018 appendix B.2.5). */
const aesCbcLengths: Readonly<Record<string, number>> = {
  "2.16.840.1.101.3.4.1.2": 128,
  "2.16.840.1.101.3.4.1.22": 192,
  "2.16.840.1.101.3.4.1.42": 256,
};
const ivLength = 16;

/** The parameters of PBES2; throws for any other encryption and names it. */
export function pbes2Parameters(
  { algorithm, parameters }: AlgorithmIdentifier,
  option: string,
): DerValue | undefined {
  if (algorithm === pbes2) return parameters;
  return unsupportedEncryption(oldScheme(algorithm), option);
}

/** A scheme before PBES2 (RFC 8018 appendix A.3, RFC 7292 appendix C). */
function oldScheme(algorithm: string): Encryption {
  switch (algorithm) {
    case "1.2.840.113549.1.5.1":
    case "1.2.840.113549.1.5.3":
    case "1.2.840.113549.1.5.4":
    case "1.2.840.113549.1.5.6":
    case "1.2.840.113549.1.5.10":
    case "1.2.840.113549.1.5.11":
      return ["PBES1", convertLegacyKey];
    case "1.2.840.113549.1.12.1.1":
    case "1.2.840.113549.1.12.1.2":
    case "1.2.840.113549.1.12.1.5":
    case "1.2.840.113549.1.12.1.6":
      return ["PKCS#12 PBE of RC2 or RC4", convertLegacyKey];
    case "1.2.840.113549.1.12.1.3":
    case "1.2.840.113549.1.12.1.4":
      return ["PKCS#12 PBE of triple DES", convertKey];
    default:
      return ["a scheme that this package does not know", decryptElsewhere];
  }
}

/** The parameters of PBKDF2; throws for any other key derivation. */
export function pbkdf2Parameters(
  { algorithm, parameters }: AlgorithmIdentifier,
  option: string,
): DerValue | undefined {
  if (algorithm === pbkdf2) return parameters;
  return unsupportedEncryption(
    algorithm === scrypt
      ? ["scrypt", convertKey]
      : ["a key derivation that this package does not know", decryptElsewhere],
    option,
  );
}

/** WebCrypto's hash for a pseudorandom function. */
export function pseudorandomHash(prf: AlgorithmIdentifier, option: string): string {
  const hash = hashes[prf.algorithm];
  if (!hash) {
    const name = otherPseudorandomFunctions[prf.algorithm];
    return unsupportedEncryption(
      name
        ? [name, convertKey]
        : ["a pseudorandom function that this package does not know", decryptElsewhere],
      option,
    );
  }
  if (!isWithoutParameters(prf)) throw new DerError();
  return hash;
}

/** The key length and the initialization vector of AES-CBC; throws for any other cipher. */
export function aesCbcParameters(
  scheme: AlgorithmIdentifier,
  option: string,
): { length: number; iv: Uint8Array<ArrayBuffer> } {
  const length = aesCbcLengths[scheme.algorithm];
  if (!length) return unsupportedEncryption(otherCipher(scheme.algorithm), option);
  const iv = new Uint8Array(readOctetString(scheme.parameters));
  if (iv.length !== ivLength) throw new DerError();
  return { length, iv };
}

/** Other ciphers (RFC 8018 appendix B.2, RFC 3657, RFC 5794, RFC 5084). OpenSSL has no AES-GCM in PBES2. */
function otherCipher(algorithm: string): Encryption {
  switch (algorithm) {
    case "1.3.14.3.2.7":
      return ["DES", convertLegacyKey];
    case "1.2.840.113549.3.2":
      return ["RC2", convertLegacyKey];
    case "1.2.840.113549.3.7":
      return ["triple DES", convertKey];
    case "1.2.392.200011.61.1.1.1.2":
    case "1.2.392.200011.61.1.1.1.3":
    case "1.2.392.200011.61.1.1.1.4":
      return ["Camellia", convertKey];
    case "1.2.410.200046.1.1.2":
    case "1.2.410.200046.1.1.7":
    case "1.2.410.200046.1.1.12":
      return ["ARIA", convertKey];
    case "2.16.840.1.101.3.4.1.6":
    case "2.16.840.1.101.3.4.1.26":
    case "2.16.840.1.101.3.4.1.46":
      return ["AES-GCM", decryptElsewhere];
    default:
      return ["a cipher that this package does not know", decryptElsewhere];
  }
}

function unsupportedEncryption([name, fix]: Encryption, option: string): never {
  return unsupportedKey(option, `encrypted with ${name}, which WebCrypto cannot decrypt`, fix);
}
