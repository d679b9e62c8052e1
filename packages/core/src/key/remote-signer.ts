import { fail } from "../errors.ts";
import type { HashAlgorithm, KeyType } from "./algorithm.ts";
import type { SigningKey } from "./signing-key.ts";

/**
 * A signer that holds the key elsewhere: AWS KMS, an HSM, another process.
 *
 * With KMS: `RSASSA_PKCS1_V1_5_SHA_256` or `ECDSA_SHA_256`, `MessageType: "RAW"`, and `hashAlgorithm:
 * "SHA256"`.
 */
export interface RemoteSigner {
  readonly keyType: KeyType;
  /** The hash that `sign` uses. */
  readonly hashAlgorithm: HashAlgorithm;
  /**
   * The signature of `bytes` (they are not hashed yet): PKCS#1 v1.5 for RSA; DER or the 64 bytes r‖s for EC,
   * both are recognised.
   */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/** A remote signer as a signing key, if the value is one. */
export function remoteSigningKey(value: unknown, hash: HashAlgorithm | undefined): SigningKey | undefined {
  const remote = Object(value) as Partial<RemoteSigner>;
  if (typeof remote.sign !== "function") return undefined;
  const { keyType, hashAlgorithm } = remote;
  if (keyType !== "RSA" && keyType !== "EC") {
    fail("ERR_OPTION_INVALID", "privateKey", 'is a remote signer without a keyType; expected "RSA" or "EC"');
  }
  if (hashAlgorithm !== "SHA1" && hashAlgorithm !== "SHA256") {
    fail(
      "ERR_OPTION_INVALID",
      "privateKey",
      'is a remote signer without a hashAlgorithm; expected "SHA1" or "SHA256"',
    );
  }
  if (hash !== undefined && hash !== hashAlgorithm) {
    fail(
      "ERR_OPTION_INVALID",
      "privateKey",
      `is a remote signer with ${hashAlgorithm}, and the option hashAlgorithm is ${hash}; use one`,
    );
  }
  // Copied: what was checked is what is used.
  const sign = remote.sign.bind(value) as SigningKey["sign"];
  return { keyType, hashAlgorithm, sign };
}
