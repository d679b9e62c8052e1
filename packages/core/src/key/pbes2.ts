import {
  DerError,
  type DerValue,
  derTags,
  readInteger,
  readOctetString,
  readSequence,
  takeOptional,
} from "../encoding/der.ts";
import { toBigInt } from "../encoding/integer.ts";
import { fail } from "../errors.ts";
import { readAlgorithmIdentifier } from "./algorithm-identifier.ts";
import { subtleCrypto } from "./crypto-key.ts";
import { convertKey, fewerIterations, invalidKey, unsupportedKey } from "./key-error.ts";
import { maxIterations } from "./limits.ts";
import { aesCbcParameters, pbes2Parameters, pbkdf2Parameters, pseudorandomHash } from "./pbes2-algorithms.ts";

/** An encrypted PKCS#8 key. */
export interface EncryptedKey {
  /** The same text for two copies of the same file. */
  readonly canonicalForm: string;
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

/** AES encrypts blocks of 16 bytes, and padding fills the last one. */
const blockLength = 16;

/**
 * Reads the members of an EncryptedPrivateKeyInfo (RFC 5958 section 3) with PBES2, PBKDF2 and AES-CBC:
 * OpenSSL writes these by default, and WebCrypto supports them.
 */
export function readEncryptedPrivateKeyInfo(
  [algorithm, data, ...more]: readonly DerValue[],
  option: string,
): EncryptedKey {
  // PBES2-params (RFC 8018 appendix A.4).
  const pbes2 = readSequence(pbes2Parameters(readAlgorithmIdentifier(algorithm), option));
  const [keyDerivationFunc, encryptionScheme] = pbes2;
  const derivation = readPbkdf2(pbkdf2Parameters(readAlgorithmIdentifier(keyDerivationFunc), option), option);
  const { length, iv } = aesCbcParameters(readAlgorithmIdentifier(encryptionScheme), option);
  const encrypted = new Uint8Array(readOctetString(data));
  if (more.length > 0 || pbes2.length > 2 || encrypted.length === 0 || encrypted.length % blockLength !== 0)
    throw new DerError();
  if (derivation.keyLength !== undefined && derivation.keyLength * 8 !== length) throw new DerError();
  const aes = { name: "AES-CBC", length, iv };
  return {
    canonicalForm: encrypted.join(),
    decrypt: (passphrase) => decrypt(passphrase, derivation, aes, encrypted, option),
  };
}

/** PBKDF2-params (RFC 8018 appendix A.2). */
function readPbkdf2(parameters: DerValue | undefined, option: string): Pbkdf2Parameters {
  const [salt, iterationCount, ...optional] = readSequence(parameters);
  const keyLength = takeOptional(optional, derTags.integer);
  const prf = takeOptional(optional, derTags.sequence);
  if (optional.length > 0) throw new DerError();
  const iterations = Number(toBigInt(readInteger(iterationCount)));
  if (iterations === 0)
    invalidKey(option, "states 0 iterations of PBKDF2, so it is corrupted; copy the whole file again");
  if (iterations > maxIterations) {
    unsupportedKey(option, `encrypted with more than ${maxIterations} iterations of PBKDF2`, fewerIterations);
  }
  return {
    salt: new Uint8Array(readOctetString(salt)),
    iterations,
    keyLength: keyLength && Number(toBigInt(readInteger(keyLength))),
    // HMAC with SHA-1 is the default, which DER leaves out.
    hash: prf ? pseudorandomHash(readAlgorithmIdentifier(prf), option) : "SHA-1",
  };
}

async function decrypt(
  passphrase: string,
  { salt, iterations, hash }: Pbkdf2Parameters,
  aes: { name: string; length: number; iv: Uint8Array<ArrayBuffer> },
  encrypted: Uint8Array<ArrayBuffer>,
  option: string,
): Promise<Uint8Array> {
  const subtle = subtleCrypto();
  const key = await subtle
    .importKey("raw", new TextEncoder().encode(passphrase), "PBKDF2", false, ["deriveKey"])
    .then((secret) =>
      subtle.deriveKey({ name: "PBKDF2", salt, iterations, hash }, secret, aes, false, ["decrypt"]),
    )
    .catch((cause: unknown) =>
      unsupportedKey(
        option,
        `encrypted with AES-${aes.length}, which this runtime's WebCrypto does not have`,
        convertKey,
        cause,
      ),
    );
  return new Uint8Array(
    await subtle.decrypt(aes, key, encrypted).catch((cause: unknown) => wrongPassphrase(option, cause)),
  );
}

export function wrongPassphrase(option: string, cause?: unknown): never {
  return fail(
    "ERR_KEY_PASSPHRASE",
    "passphrase",
    `does not decrypt ${option}; check it for a line break at its end (openssl pkey -noout -in key.pem asks for the same passphrase)`,
    cause,
  );
}
