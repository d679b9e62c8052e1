import { fail } from "../errors.ts";
import { checkHashAlgorithm, type HashAlgorithm, keyAlgorithm } from "./algorithm.ts";
import { cryptoKeyUse, type ImportedKey, importCryptoKey, subtleCrypto } from "./crypto-key.ts";
import { corruptPrivateKey, invalidKey } from "./key-error.ts";
import { readDecryptedKey } from "./plain-private-key.ts";
import { type PlainKey, readPrivateKey } from "./private-key.ts";

/** What is said of a private key beside the key itself. */
export interface PrivateKeyOptions {
  readonly passphrase?: string | undefined;
  readonly hashAlgorithm?: HashAlgorithm | undefined;
}

/**
 * Checks a private key at once, and returns the function that imports it as a non-extractable `CryptoKey`.
 */
export function preparePrivateKey(
  privateKey: unknown,
  { passphrase, hashAlgorithm }: PrivateKeyOptions,
  option: string,
): () => Promise<ImportedKey> {
  const hash = checkHashAlgorithm(hashAlgorithm);
  const key = readPrivateKey(privateKey, option);
  if ("usages" in key) {
    cryptoKeyUse(key, "sign", hash, option);
    return async () => key;
  }
  if (!("decrypt" in key)) return () => importPrivateKey(key, hash, option);
  if (typeof passphrase !== "string" || !passphrase) {
    fail(
      "ERR_KEY_ENCRYPTED",
      option,
      "is encrypted; give passphrase, or decrypt it: openssl pkey -in key.pem -out new.pem",
    );
  }
  return async () => importPrivateKey(readDecryptedKey(await key.decrypt(passphrase), option), hash, option);
}

async function importPrivateKey(
  key: PlainKey,
  hash: HashAlgorithm | undefined,
  option: string,
): Promise<ImportedKey> {
  const imported = await importCryptoKey(key.format, key.data, key.keyType, hash, "sign", option);
  // Not every runtime compares the two halves of an EC key, and with the wrong scalar CloudFront answers
  // every URL with 403.
  if (key.keyType === "EC" && key.point && !(await isPair(imported, key.point, hash, option))) {
    invalidKey(option, corruptPrivateKey);
  }
  return imported;
}

/**
 * Whether what a private key on P-256 signs verifies with a public point. The scalar is left to WebCrypto.
 */
async function isPair(
  privateKey: CryptoKey,
  point: Uint8Array<ArrayBuffer>,
  hash: HashAlgorithm | undefined,
  option: string,
): Promise<boolean> {
  const subtle = subtleCrypto();
  const algorithm = keyAlgorithm("EC", hash);
  try {
    const publicKey = await importCryptoKey("raw", point, "EC", hash, "verify", option);
    return await subtle.verify(algorithm, publicKey, await subtle.sign(algorithm, privateKey, point), point);
  } catch {
    return false;
  }
}
