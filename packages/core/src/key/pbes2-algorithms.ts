import { DerError, type DerValue, readOctetString } from "../encoding/der.ts";
import { type AlgorithmIdentifier, isWithoutParameters } from "./algorithm-identifier.ts";
import { convertIt, convertOldCipher, unsupportedKey } from "./key-error.ts";

/** RFC 8018 appendix A.2 and A.4, RFC 7914 section 7. */
const pbes2 = "1.2.840.113549.1.5.13";
const pbkdf2 = "1.2.840.113549.1.5.12";
const scrypt = "1.3.6.1.4.1.11591.4.11";

/**
 * Schemes before PBES2 (RFC 8018 appendix A.3, RFC 7292 appendix C), and whether OpenSSL 3 opens them without
 * its legacy provider.
 */
const oldSchemes: Readonly<Record<string, readonly [name: string, isInDefaultProvider: boolean]>> = {
  "1.2.840.113549.1.5.1": ["PBES1", false],
  "1.2.840.113549.1.5.3": ["PBES1", false],
  "1.2.840.113549.1.5.4": ["PBES1", false],
  "1.2.840.113549.1.5.6": ["PBES1", false],
  "1.2.840.113549.1.5.10": ["PBES1", false],
  "1.2.840.113549.1.5.11": ["PBES1", false],
  "1.2.840.113549.1.12.1.1": ["PKCS#12 PBE", false],
  "1.2.840.113549.1.12.1.2": ["PKCS#12 PBE", false],
  "1.2.840.113549.1.12.1.3": ["PKCS#12 PBE", true],
  "1.2.840.113549.1.12.1.4": ["PKCS#12 PBE", true],
  "1.2.840.113549.1.12.1.5": ["PKCS#12 PBE", false],
  "1.2.840.113549.1.12.1.6": ["PKCS#12 PBE", false],
};

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
/**
 * Other ciphers (RFC 8018 appendix B.2, RFC 3657, RFC 5084), and whether OpenSSL 3 has them without its
 * legacy provider.
 */
const otherCiphers: Readonly<Record<string, readonly [name: string, isInDefaultProvider: boolean]>> = {
  "1.3.14.3.2.7": ["DES", false],
  "1.2.840.113549.3.2": ["RC2", false],
  "1.2.840.113549.3.7": ["triple DES", true],
  "1.2.392.200011.61.1.1.1.2": ["Camellia", true],
  "1.2.392.200011.61.1.1.1.3": ["Camellia", true],
  "1.2.392.200011.61.1.1.1.4": ["Camellia", true],
  "2.16.840.1.101.3.4.1.6": ["AES-GCM", true],
  "2.16.840.1.101.3.4.1.26": ["AES-GCM", true],
  "2.16.840.1.101.3.4.1.46": ["AES-GCM", true],
};
const ivLength = 16;

/** The parameters of PBES2; throws for any other encryption and says which it is. */
export function pbes2Parameters(
  { algorithm, parameters }: AlgorithmIdentifier,
  option: string,
): DerValue | undefined {
  if (algorithm === pbes2) return parameters;
  const [name, isInDefaultProvider] = oldSchemes[algorithm] ?? [
    "an algorithm that this package does not know",
    true,
  ];
  return unsupportedEncryption(name, isInDefaultProvider, option);
}

/** The parameters of PBKDF2; throws for any other key derivation. */
export function pbkdf2Parameters(
  { algorithm, parameters }: AlgorithmIdentifier,
  option: string,
): DerValue | undefined {
  if (algorithm === pbkdf2) return parameters;
  const name = algorithm === scrypt ? "scrypt" : "a key derivation that this package does not know";
  return unsupportedEncryption(name, true, option);
}

/** WebCrypto's hash for a pseudorandom function. */
export function pseudorandomHash(prf: AlgorithmIdentifier, option: string): string {
  const hash = hashes[prf.algorithm];
  if (!hash) {
    const name =
      otherPseudorandomFunctions[prf.algorithm] ?? "a pseudorandom function that this package does not know";
    return unsupportedEncryption(name, true, option);
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
  if (!length) {
    const [name, isInDefaultProvider] = otherCiphers[scheme.algorithm] ?? [
      "a cipher that this package does not know",
      true,
    ];
    return unsupportedEncryption(name, isInDefaultProvider, option);
  }
  const iv = new Uint8Array(readOctetString(scheme.parameters));
  if (iv.length !== ivLength) throw new DerError();
  return { length, iv };
}

function unsupportedEncryption(name: string, isInDefaultProvider: boolean, option: string): never {
  const kind = `encrypted with ${name}, which WebCrypto does not have`;
  return unsupportedKey(option, kind, isInDefaultProvider ? convertIt : convertOldCipher);
}
