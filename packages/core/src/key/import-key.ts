import { sharedResult } from "../cache/shared-result.ts";
import { fail } from "../errors.ts";
import { describeType } from "../options/type-name.ts";
import { checkHashAlgorithm, defaultHash, type HashAlgorithm, keyAlgorithm } from "./algorithm.ts";
import { importCryptoKey } from "./crypto-key.ts";
import { cryptoKeyUse } from "./crypto-key-use.ts";
import { importIdentity, type KeyImport, rememberedImport } from "./imported-keys.ts";
import { corruptPrivateKey, invalidKey } from "./key-error.ts";
import { type KeySource, readKeySource } from "./key-source.ts";
import { readDecryptedKey } from "./plain-private-key.ts";
import { type PlainKey, readPrivateKey } from "./private-key.ts";
import { type ImportedSigningKey, importedSigningKey } from "./signing-key.ts";
import { subtleCrypto } from "./subtle-crypto.ts";

/** The options that go with a private key. */
export interface PrivateKeyOptions {
  readonly passphrase?: string | undefined;
  readonly hashAlgorithm?: HashAlgorithm | undefined;
}

/**
 * Checks a private key at once, and returns the function that imports it as a non-extractable `CryptoKey`,
 * once. A key that is remembered is neither checked nor imported again.
 */
export function preparePrivateKey(
  privateKey: unknown,
  { passphrase, hashAlgorithm }: PrivateKeyOptions,
  option: string,
): KeyImport {
  const hash = checkHashAlgorithm(hashAlgorithm);
  const source = readKeySource(privateKey, option);
  const prepare = (): KeyImport => prepareImport(source, passphrase, hash, option);
  const identity = importIdentity(source, passphrase, hash);
  return identity === undefined ? sharedResult(prepare()) : rememberedImport(identity, option, prepare);
}

/** Checks a private key at once, and returns the function that imports it. Nothing is remembered of it. */
export function prepareImport(
  source: KeySource,
  passphrase: unknown,
  hash: HashAlgorithm | undefined,
  option: string,
): KeyImport {
  const key = readPrivateKey(source, option);
  if ("usages" in key) {
    const [keyType, hashAlgorithm] = cryptoKeyUse(key, "sign", hash, option);
    return async () => importedSigningKey(key, keyType, hashAlgorithm, true);
  }
  if (!("decrypt" in key)) return () => importPrivateKey(key, hash, option);
  const text = checkPassphrase(passphrase, option);
  return async () => importPrivateKey(readDecryptedKey(await key.decrypt(text), option), hash, option);
}

function checkPassphrase(passphrase: unknown, option: string): string {
  if (typeof passphrase === "string" && passphrase !== "") return passphrase;
  if (passphrase === "") {
    fail(
      "ERR_KEY_ENCRYPTED",
      option,
      "is encrypted, and passphrase is empty; check that its environment variable has a value",
    );
  }
  if (passphrase !== undefined) {
    fail(
      "ERR_KEY_ENCRYPTED",
      option,
      `is encrypted, and passphrase is no text; received ${describeType(passphrase)}: pass the passphrase as a string`,
    );
  }
  return fail(
    "ERR_KEY_ENCRYPTED",
    option,
    "is encrypted; set passphrase, or decrypt it: openssl pkey -in key.pem -out new.pem",
  );
}

async function importPrivateKey(
  key: PlainKey,
  hash: HashAlgorithm | undefined,
  option: string,
): Promise<ImportedSigningKey> {
  const { keyType } = key;
  const cryptoKey = await importCryptoKey(key.format, key.data, keyType, hash, "sign", option);
  // Not every runtime compares the two halves of an EC key. A key with another scalar signs, and CloudFront
  // answers every URL with 403.
  if (key.keyType === "EC" && key.point && !(await isPair(cryptoKey, key.point, option)))
    invalidKey(option, corruptPrivateKey);
  return importedSigningKey(cryptoKey, keyType, hash ?? defaultHash(keyType));
}

/**
 * Whether a signature of a private key on P-256 verifies with a public point. Only WebCrypto sees the scalar.
 */
async function isPair(
  privateKey: CryptoKey,
  point: Uint8Array<ArrayBuffer>,
  option: string,
): Promise<boolean> {
  const subtle = subtleCrypto();
  // A key of ECDSA is not bound to a hash, and no runtime refuses SHA-256.
  const algorithm = keyAlgorithm("EC", "SHA256");
  try {
    const publicKey = await importCryptoKey("raw", point, "EC", "SHA256", "verify", option);
    return await subtle.verify(algorithm, publicKey, await subtle.sign(algorithm, privateKey, point), point);
  } catch {
    return false;
  }
}
