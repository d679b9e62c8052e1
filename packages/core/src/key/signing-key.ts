import { fail } from "../errors.ts";
import { kindOf } from "../options/read-options.ts";
import { type HashAlgorithm, type KeyType, keyAlgorithm } from "./algorithm.ts";
import { cryptoKeyUse, type ImportedKey, subtleCrypto } from "./crypto-key.ts";
import { ecdsaFromDer, ecdsaToDer } from "./ecdsa-signature.ts";
import { type PrivateKeyOptions, preparePrivateKey } from "./import-key.ts";
import { longestPrivateModulus, shortestModulus } from "./limits.ts";

/** A key that is ready to sign, wherever it lives. */
export interface SigningKey {
  readonly keyType: KeyType;
  readonly hashAlgorithm: HashAlgorithm;
  /**
   * The signature of `bytes` (they are not hashed yet): PKCS#1 v1.5 for RSA; for EC DER or the 64 bytes r‖s.
   */
  sign(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer | Uint8Array>;
}

/**
 * Checks a private key at once, and returns the function that imports it on its first call and gives the same
 * promise from then on.
 */
export function prepareSigningKey(
  privateKey: unknown,
  options: PrivateKeyOptions,
  option: string,
): () => Promise<SigningKey> {
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

function signingKey(key: ImportedKey, hash: HashAlgorithm | undefined, option: string): SigningKey {
  const [keyType, hashAlgorithm] = cryptoKeyUse(key, "sign", hash, option);
  const algorithm = keyAlgorithm(keyType, hashAlgorithm);
  const subtle = subtleCrypto();
  return { keyType, hashAlgorithm, sign: (bytes) => subtle.sign(algorithm, key as CryptoKey, bytes) };
}

/** What a key made, in the form that CloudFront takes: PKCS#1 v1.5 for RSA, DER for ECDSA. */
export function cloudFrontSignature(keyType: KeyType, made: unknown): Uint8Array {
  const isBytes = made instanceof ArrayBuffer || (kindOf(made) === "Uint8Array" && ArrayBuffer.isView(made));
  const signature = isBytes ? new Uint8Array(made as ArrayBuffer) : new Uint8Array();
  const { length } = signature;
  if (keyType === "EC" && length === 64) return ecdsaToDer(signature);
  if (keyType === "EC" && ecdsaFromDer(signature)) return signature;
  // A signature of RSA is as long as the modulus.
  if (keyType === "RSA" && length >= shortestModulus / 8 && length <= longestPrivateModulus / 8)
    return signature;
  return fail("ERR_SIGNING_FAILED", "privateKey", `gave ${length} bytes, no ${keyType} signature`);
}
