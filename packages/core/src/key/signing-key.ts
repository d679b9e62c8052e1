import { fail } from "../errors.ts";
import type { AnyAbortSignal } from "../options/abort-signal.ts";
import { type HashAlgorithm, type KeyType, keyAlgorithm } from "./algorithm.ts";
import type { ImportedKey } from "./crypto-key.ts";
import { ecdsaToDer } from "./ecdsa-signature.ts";
import { signWithSha256 } from "./key-error.ts";
import { subtleCrypto } from "./subtle-crypto.ts";

/** A key that is ready to sign, in this process or elsewhere. */
export interface SigningKey {
  readonly keyType: KeyType;
  readonly hashAlgorithm: HashAlgorithm;
  /**
   * The signature of `bytes` (they are not hashed yet) in the form that CloudFront takes: PKCS#1 v1.5 for RSA,
   * DER for EC. Rejects with `ERR_SIGNING_FAILED`, which names `option`. A remote signer gets `signal`.
   */
  sign(bytes: Uint8Array<ArrayBuffer>, option: string, signal?: AnyAbortSignal): Promise<Uint8Array>;
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
        const problem =
          hashAlgorithm === "SHA1"
            ? `failed to sign with SHA-1; if this runtime refuses it (FIPS mode or a crypto policy), ${signWithSha256}`
            : "failed to sign in WebCrypto; see the cause of this error";
        return fail("ERR_SIGNING_FAILED", option, problem, cause);
      }
      const bytesOfSignature = new Uint8Array(signature);
      return keyType === "EC" ? ecdsaToDer(bytesOfSignature) : bytesOfSignature;
    },
  };
}
