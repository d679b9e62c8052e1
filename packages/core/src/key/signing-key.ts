import { sharedResult } from "../cache/shared-result.ts";
import { fail } from "../errors.ts";
import { type HashAlgorithm, type KeyType, keyAlgorithm } from "./algorithm.ts";
import { type ImportedPrivateKey, isSha1Refused, subtleCrypto } from "./crypto-key.ts";
import { ecdsaToDer } from "./ecdsa-signature.ts";
import { type PrivateKeyOptions, preparePrivateKey } from "./import-key.ts";

/** A key that is ready to sign, in this process or elsewhere. */
export interface SigningKey {
  readonly keyType: KeyType;
  readonly hashAlgorithm: HashAlgorithm;
  /**
   * The signature of `bytes` (they are not hashed yet) in the form that CloudFront takes: PKCS#1 v1.5 for RSA,
   * DER for EC. Rejects with `ERR_SIGNING_FAILED`.
   */
  sign(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

/**
 * Checks a private key at once, and returns the function that imports it on its first call and gives the same
 * key from then on.
 */
export function prepareSigningKey(
  privateKey: unknown,
  options: PrivateKeyOptions,
  option: string,
): () => Promise<SigningKey> {
  const importKey = preparePrivateKey(privateKey, options, option);
  return sharedResult(async () => signingKey(await importKey(), option));
}

function signingKey({ key, keyType, hashAlgorithm }: ImportedPrivateKey, option: string): SigningKey {
  const algorithm = keyAlgorithm(keyType, hashAlgorithm);
  const subtle = subtleCrypto();
  return {
    keyType,
    hashAlgorithm,
    sign: async (bytes) => {
      try {
        const signature = new Uint8Array(await subtle.sign(algorithm, key as CryptoKey, bytes));
        return keyType === "EC" ? ecdsaToDer(signature) : signature;
      } catch (cause) {
        return signingFailed(hashAlgorithm, option, cause);
      }
    },
  };
}

async function signingFailed(hash: HashAlgorithm, option: string, cause: unknown): Promise<never> {
  if (hash === "SHA1" && (await isSha1Refused())) {
    fail(
      "ERR_SIGNING_FAILED",
      option,
      'cannot sign with SHA-1, which this runtime refuses (FIPS mode or a crypto policy); use hashAlgorithm: "SHA256"',
      cause,
    );
  }
  return fail(
    "ERR_SIGNING_FAILED",
    option,
    "failed to sign in WebCrypto; see the cause of this error",
    cause,
  );
}
