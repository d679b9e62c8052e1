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
import { succeeds } from "./crypto-key.ts";
import { convertKey, convertSha1Key, fewerIterations, invalidKey, unsupportedKey } from "./key-error.ts";
import { maxIterations } from "./limits.ts";
import { aesCbcParameters, pbes2Parameters, pbkdf2Parameters, pseudorandomHash } from "./pbes2-algorithms.ts";
import { subtleCrypto } from "./subtle-crypto.ts";

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

/** What FIPS mode takes at least: bytes of salt and iterations (NIST SP 800-132 sections 5.1 and 5.2). */
const minSalt = 16;
const minIterations = 1000;

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
  const derive = async (parameters: { salt: BufferSource; iterations: number; hash: string }) => {
    const secret = new TextEncoder().encode(passphrase);
    const key = await subtle.importKey("raw", secret, "PBKDF2", false, ["deriveKey"]);
    return subtle.deriveKey({ name: "PBKDF2", ...parameters }, key, aes, false, ["decrypt"]);
  };
  const key = await derive({ salt, iterations, hash }).catch(async (cause: unknown) => {
    // Another hash shows which of the two the runtime refuses.
    const other = { salt: new Uint8Array(minSalt), iterations: minIterations, hash: "SHA-256" };
    const isSha1Refused = hash === "SHA-1" && (await succeeds(() => derive(other)));
    return isSha1Refused ? sha1Refused(option, cause) : aesMissing(aes.length, option, cause);
  });
  return new Uint8Array(
    await subtle.decrypt(aes, key, encrypted).catch((cause: unknown) => wrongPassphrase(option, cause)),
  );
}

function sha1Refused(option: string, cause: unknown): never {
  return unsupportedKey(
    option,
    "encrypted with PBKDF2 of HMAC with SHA-1, which this runtime refuses (FIPS mode or a crypto policy)",
    convertSha1Key,
    cause,
  );
}

function aesMissing(bits: number, option: string, cause: unknown): never {
  return unsupportedKey(
    option,
    `encrypted with AES-${bits}, which this runtime's WebCrypto does not have`,
    convertKey,
    cause,
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
