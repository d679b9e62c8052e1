import { sharedResult } from "../cache/shared-result.ts";
import { describeType } from "../options/type-name.ts";
import { checkHashAlgorithm, defaultHash, type HashAlgorithm, keyAlgorithm } from "./algorithm.ts";
import { importCryptoKey, type PlainKey, readUse } from "./crypto-key.ts";
import { corruptPrivateKey, invalidKey, KeyFault, named, nameFault } from "./key-error.ts";
import { importIdentity, type KeyImport, rememberedImport } from "./key-memory.ts";
import { refuseExport } from "./key-object.ts";
import { type KeySource, readKeySource } from "./key-source.ts";
import { privateKeyReader, readDecryptedKey } from "./private-key.ts";
import { readKey } from "./read-key.ts";
import { type ImportedSigningKey, importedSigningKey } from "./signing-key.ts";
import { subtleCrypto } from "./subtle-crypto.ts";

/** The options that go with a private key. */
export interface PrivateKeyOptions {
  readonly passphrase?: string | undefined;
  readonly hashAlgorithm?: HashAlgorithm | undefined;
}

/**
 * Checks a private key at once, and returns the function that imports it as a non-extractable `CryptoKey`, once.
 * A key that is remembered is neither checked nor imported again; one that is needed once need not be remembered.
 */
export function preparePrivateKey(
  privateKey: unknown,
  { passphrase, hashAlgorithm }: PrivateKeyOptions,
  option: string,
  isRemembered = true,
): KeyImport {
  const hash = checkHashAlgorithm(hashAlgorithm);
  const importKey = named(option, () => {
    const source = readKeySource(privateKey);
    const prepare = (): KeyImport => checkedImport(source, passphrase, hash);
    const identity = isRemembered ? importIdentity(source, passphrase, hash) : undefined;
    return identity === undefined ? sharedResult(prepare()) : rememberedImport(identity, prepare);
  });
  return () => importKey().catch((error) => nameFault(error, option));
}

function checkedImport(source: KeySource, passphrase: unknown, hash: HashAlgorithm | undefined): KeyImport {
  const key = readKey(source, privateKeyReader);
  if (key.kind === "CryptoKey") {
    const [keyType, hashAlgorithm] = readUse(key.key, "sign", hash);
    return async () => importedSigningKey(key.key, keyType, hashAlgorithm);
  }
  if (key.kind !== "encrypted") return () => importPlainKey(key, hash);
  if (source.kind === "KeyObject") refuseExport();
  const text = checkPassphrase(passphrase);
  return async () => importPlainKey(readDecryptedKey(await key.decrypt(text)), hash);
}

function checkPassphrase(passphrase: unknown): string {
  if (typeof passphrase === "string" && passphrase !== "") return passphrase;
  throw new KeyFault(
    "ERR_KEY_ENCRYPTED",
    `is encrypted, and passphrase is ${describeType(passphrase)}; pass its text, or decrypt the key: openssl pkey -in key.pem -out new.pem`,
  );
}

async function importPlainKey(key: PlainKey, hash: HashAlgorithm | undefined): Promise<ImportedSigningKey> {
  const cryptoKey = await importCryptoKey(key, hash, privateKeyReader);
  // Not every runtime compares the two halves of an EC key. A key with another scalar signs, and CloudFront
  // answers every URL with 403.
  if (key.kind === "EC" && key.point && !(await isPair(cryptoKey, key.point))) invalidKey(corruptPrivateKey);
  return importedSigningKey(cryptoKey, key.kind, hash ?? defaultHash(key.kind));
}

/** Whether a signature of a private key on P-256 verifies with a public point. Only WebCrypto sees the scalar. */
async function isPair(privateKey: CryptoKey, point: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const subtle = subtleCrypto();
  // A key of ECDSA is not bound to a hash, and no runtime refuses SHA-256.
  const algorithm = keyAlgorithm("EC", "SHA256");
  try {
    const publicKey = await subtle.importKey("raw", point, algorithm, false, ["verify"]);
    return await subtle.verify(algorithm, publicKey, await subtle.sign(algorithm, privateKey, point), point);
  } catch {
    return false;
  }
}
