import { readDer } from "../encoding/der.ts";
import { ecdsaToDer } from "../encoding/ecdsa-signature.ts";
import { fail } from "../errors.ts";
import { kindOf } from "../options.ts";
import {
  checkHashAlgorithm,
  cryptoKeyUse,
  type HashAlgorithm,
  type ImportedKey,
  importKey,
  type KeyType,
  keyAlgorithm,
  subtleCrypto,
} from "./algorithm.ts";
import { invalidKey } from "./key-error.ts";
import type { EncryptedKey } from "./pbes2.ts";
import { type PlainKey, privateKeyReader, readPrivateKeyDer } from "./private-key.ts";
import { readKey } from "./read-key.ts";

/** What is said of a private key beside the key itself. */
export interface PrivateKeyOptions {
  readonly passphrase?: string | undefined;
  readonly hashAlgorithm?: HashAlgorithm | undefined;
}

/** A key that is ready to sign, wherever it lives. */
export interface SigningKey {
  readonly keyType: KeyType;
  readonly hashAlgorithm: HashAlgorithm;
  /** The signature of `bytes` (they are not hashed yet): PKCS#1 v1.5 for RSA; for EC DER or the 64 bytes r‖s. */
  sign(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer | Uint8Array>;
}

/** Checks a private key at once, and returns the function that imports it on its first call and gives the same promise from then on. */
export function prepareSigningKey(privateKey: unknown, options: PrivateKeyOptions, option: string): () => Promise<SigningKey> {
  const { hashAlgorithm } = options;
  let load: (() => Promise<ImportedKey>) | undefined = preparePrivateKey(privateKey, options, option);
  let ready: Promise<SigningKey> | undefined;
  return () => {
    ready ??= load?.().then((key) => signingKey(key, hashAlgorithm, option)) as Promise<SigningKey>;
    // The text of the key is in that closure, and not needed any more.
    load = undefined;
    return ready;
  };
}

/** Checks a private key at once, and returns the function that imports it as a non-extractable `CryptoKey`. */
export function preparePrivateKey(
  privateKey: unknown,
  { passphrase, hashAlgorithm }: PrivateKeyOptions,
  option: string,
): () => Promise<ImportedKey> {
  const hash = checkHashAlgorithm(hashAlgorithm);
  const key = readKey<PlainKey | EncryptedKey>(privateKey, privateKeyReader, option);
  if ("usages" in key) {
    cryptoKeyUse(key, "sign", hash, option);
    return async () => key;
  }
  if ("open" in key && (typeof passphrase !== "string" || !passphrase)) {
    fail("ERR_KEY_ENCRYPTED", option, "is encrypted; give passphrase, or openssl pkey -in key.pem -out new.pem");
  }
  return async () => {
    const { keyType, format, data, point } = (
      "open" in key ? readPrivateKeyDer(await key.open(passphrase as string), option) : key
    ) as PlainKey;
    const imported = await importKey(format, data, keyType, hash, "sign", option);
    // Not every runtime compares the two halves of an EC key, and with the wrong scalar every URL is a 403.
    if (point) {
      const algorithm = keyAlgorithm(keyType, hash);
      const publicHalf = await importKey("raw", point, keyType, hash, "verify", option);
      const subtle = subtleCrypto();
      const fits = await subtle
        .sign(algorithm, imported, point)
        .then((signature) => subtle.verify(algorithm, publicHalf, signature, point))
        .catch(() => false);
      if (!fits) invalidKey(option);
    }
    return imported;
  };
}

function signingKey(key: ImportedKey, hash: HashAlgorithm | undefined, option: string): SigningKey {
  const [keyType, hashAlgorithm] = cryptoKeyUse(key, "sign", hash, option);
  const algorithm = keyAlgorithm(keyType, hashAlgorithm);
  const subtle = subtleCrypto();
  return { keyType, hashAlgorithm, sign: (bytes) => subtle.sign(algorithm, key as CryptoKey, bytes) };
}

/** What a key made, in the form that CloudFront takes: PKCS#1 v1.5 for RSA, DER for ECDSA. */
export function cloudFrontSignature(keyType: KeyType, made: unknown): Uint8Array {
  const signature = made instanceof ArrayBuffer || kindOf(made) === "Uint8Array" ? new Uint8Array(made as ArrayBuffer) : new Uint8Array();
  const { length } = signature;
  if (keyType === "EC" && length === 64) return ecdsaToDer(signature);
  if (keyType === "EC" ? length <= 72 && readDer(signature)[0] === "<2,2>" : length >= 128 && length <= 512) return signature;
  return fail("ERR_SIGNING_FAILED", "privateKey", `gave ${length} bytes, no ${keyType} signature`);
}
