import { fail } from "../errors.ts";
import { type HashAlgorithm, type KeyType, keyAlgorithm } from "./algorithm.ts";
import { type ImportedKey, isSha1Refused, subtleCrypto } from "./crypto-key.ts";
import { cloudFrontSignature } from "./returned-signature.ts";

/** A key that is ready to sign, in this process or elsewhere. */
export interface SigningKey {
  readonly keyType: KeyType;
  readonly hashAlgorithm: HashAlgorithm;
  /**
   * The signature of `bytes` (they are not hashed yet) in the form that CloudFront takes: PKCS#1 v1.5 for RSA,
   * DER for EC. Rejects with `ERR_SIGNING_FAILED`, which names `option`.
   */
  sign(bytes: Uint8Array<ArrayBuffer>, option: string): Promise<Uint8Array>;
}

/** A key that WebCrypto signs with. */
export interface ImportedSigningKey extends SigningKey {
  readonly cryptoKey: ImportedKey;
}

export function importedSigningKey(
  cryptoKey: ImportedKey,
  keyType: KeyType,
  hashAlgorithm: HashAlgorithm,
): ImportedSigningKey {
  const algorithm = keyAlgorithm(keyType, hashAlgorithm);
  const subtle = subtleCrypto();
  return {
    cryptoKey,
    keyType,
    hashAlgorithm,
    sign: async (bytes, option) => {
      let signature: ArrayBuffer;
      try {
        signature = await subtle.sign(algorithm, cryptoKey as CryptoKey, bytes);
      } catch (cause) {
        return signingFailed(hashAlgorithm, option, cause);
      }
      return cloudFrontSignature(keyType, new Uint8Array(signature), option);
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
