import { utf8Bytes } from "../encoding/bytes.ts";
import {
  DerError,
  type DerValue,
  derTags,
  readCount,
  readOctetString,
  readSequence,
  takeOptional,
} from "../encoding/der.ts";
import { maxIterations } from "../limits.ts";
import { isWithoutParameters, readAlgorithmIdentifier } from "./algorithm-identifier.ts";
import type { ReadKey } from "./crypto-key.ts";
import { convertKey, KeyFault, unsupportedKey } from "./key-error.ts";
import { subtleCrypto } from "./subtle-crypto.ts";

/** An encrypted PKCS#8 key: two copies of the same file have the same canonical form. */
export interface EncryptedKey extends ReadKey {
  readonly kind: "encrypted";
  /** The decrypted PKCS#8; rejects with `ERR_KEY_PASSPHRASE` when the passphrase is wrong. */
  decrypt(passphrase: string): Promise<Uint8Array>;
}

interface Pbkdf2Parameters {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iterations: number;
  /** In bytes, if the file states it. */
  readonly keyLength: number | undefined;
  readonly hash: string;
}

/** RFC 8018 appendix A.2 and A.4. */
const pbes2 = "1.2.840.113549.1.5.13";
const pbkdf2 = "1.2.840.113549.1.5.12";

/** The hashes of WebCrypto for pseudorandom functions of PBKDF2 (RFC 8018 appendix B.1). */
const hashes: Readonly<Record<string, string>> = {
  "1.2.840.113549.2.7": "SHA-1",
  "1.2.840.113549.2.9": "SHA-256",
  "1.2.840.113549.2.10": "SHA-384",
  "1.2.840.113549.2.11": "SHA-512",
};

/** Key lengths of AES-CBC in bits (RFC 8018 appendix B.2.5). */
const aesCbcLengths: Readonly<Record<string, number>> = {
  "2.16.840.1.101.3.4.1.2": 128,
  "2.16.840.1.101.3.4.1.22": 192,
  "2.16.840.1.101.3.4.1.42": 256,
};

/** In bytes. The initialization vector is one block, and padding fills the last one of what is encrypted. */
const blockLength = 16;

/**
 * Reads the members of an EncryptedPrivateKeyInfo (RFC 5958 section 3) with PBES2, PBKDF2 and AES-CBC:
 * OpenSSL writes these by default, and WebCrypto supports them.
 */
export function readEncryptedPrivateKeyInfo([algorithm, data, ...more]: readonly DerValue[]): EncryptedKey {
  // PBES2-params (RFC 8018 appendix A.4).
  const parameters = readSequence(parametersOf(algorithm, pbes2));
  const derivation = readPbkdf2(parametersOf(parameters[0], pbkdf2));
  const scheme = readAlgorithmIdentifier(parameters[1]);
  const length = aesCbcLengths[scheme.algorithm] ?? refuseScheme();
  const iv = new Uint8Array(readOctetString(scheme.parameters));
  const encrypted = new Uint8Array(readOctetString(data));
  if (
    iv.length !== blockLength ||
    more.length > 0 ||
    parameters.length > 2 ||
    encrypted.length === 0 ||
    encrypted.length % blockLength !== 0 ||
    (derivation.keyLength !== undefined && derivation.keyLength * 8 !== length)
  )
    throw new DerError();
  return {
    kind: "encrypted",
    canonicalForm: encrypted.join(),
    decrypt: (passphrase) => decrypt(passphrase, derivation, { name: "AES-CBC", length, iv }, encrypted),
  };
}

/** The parameters of an algorithm; throws for any other algorithm. */
function parametersOf(identifier: DerValue | undefined, expected: string): DerValue | undefined {
  const { algorithm, parameters } = readAlgorithmIdentifier(identifier);
  return algorithm === expected ? parameters : refuseScheme();
}

/**
 * For a scheme, a cipher or a pseudorandom function, also one that only this runtime refuses: SHA-1 in FIPS mode or by a
 * crypto policy, AES-192 in browsers. OpenSSL 3 has DES, RC2 and RC4 in its legacy provider only.
 */
function refuseScheme(cause?: unknown): never {
  return unsupportedKey(
    "encrypted with a scheme, cipher or hash that WebCrypto does not support here",
    "convert it elsewhere (older than OpenSSL 3: without -provider): openssl pkcs8 -topk8 -v2 aes-256-cbc -v2prf hmacWithSHA256 -provider legacy -provider default -in key.pem -out new.pem",
    cause,
  );
}

/** PBKDF2-params (RFC 8018 appendix A.2). */
function readPbkdf2(parameters: DerValue | undefined): Pbkdf2Parameters {
  const [salt, iterationCount, ...optional] = readSequence(parameters);
  const keyLength = takeOptional(optional, derTags.integer);
  const prf = takeOptional(optional, derTags.sequence);
  if (optional.length > 0) throw new DerError();
  const iterations = readCount(iterationCount);
  if (iterations === 0) throw new DerError();
  if (iterations > maxIterations)
    unsupportedKey(`encrypted with more than ${maxIterations} iterations of PBKDF2`, convertKey);
  return {
    salt: new Uint8Array(readOctetString(salt)),
    iterations,
    keyLength: keyLength && readCount(keyLength),
    // HMAC with SHA-1 is the default, which DER leaves out.
    hash: prf ? hashOf(prf) : "SHA-1",
  };
}

function hashOf(prf: DerValue): string {
  const identifier = readAlgorithmIdentifier(prf);
  const hash = hashes[identifier.algorithm] ?? refuseScheme();
  if (!isWithoutParameters(identifier)) throw new DerError();
  return hash;
}

async function decrypt(
  passphrase: string,
  { salt, iterations, hash }: Pbkdf2Parameters,
  aes: { name: string; length: number; iv: Uint8Array<ArrayBuffer> },
  encrypted: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const subtle = subtleCrypto();
  const key = await subtle
    .importKey("raw", utf8Bytes(passphrase), "PBKDF2", false, ["deriveKey"])
    .then((base) =>
      subtle.deriveKey({ name: "PBKDF2", salt, iterations, hash }, base, aes, false, ["decrypt"]),
    )
    .catch(refuseScheme);
  return new Uint8Array(await subtle.decrypt(aes, key, encrypted).catch(wrongPassphrase));
}

export function wrongPassphrase(cause?: unknown): never {
  throw new KeyFault(
    "ERR_KEY_PASSPHRASE",
    "does not decrypt the key; check it for a line break at its end (openssl pkey -noout -in key.pem asks for it)",
    cause,
  );
}
