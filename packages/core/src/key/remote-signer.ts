import { fail } from "../errors.ts";
import type { HashAlgorithm, KeyType } from "./algorithm.ts";
import type { SigningKey } from "./signing-key.ts";

/**
 * A signer that holds the key elsewhere: AWS KMS, an HSM, another process.
 *
 * With KMS: `RSASSA_PKCS1_V1_5_SHA_256` or `ECDSA_SHA_256`, `MessageType: "RAW"`, and `hashAlgorithm: "SHA256"`.
 */
export interface RemoteSigner {
  readonly keyType: KeyType;
  /** The hash that `sign` uses. */
  readonly hashAlgorithm: HashAlgorithm;
  /** The signature of `bytes` (they are not hashed yet): PKCS#1 v1.5 for RSA; DER or the 64 bytes r‖s for EC, both are recognised. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/** A remote signer as a signing key, if the value is one. */
export function remoteSigningKey(value: unknown, hash: HashAlgorithm | undefined): SigningKey | undefined {
  const remote = Object(value) as Partial<RemoteSigner>;
  if (typeof remote.sign !== "function") return undefined;
  const { keyType, hashAlgorithm } = remote;
  if (!/^(RSA|EC) SHA(1|256)$/.test(`${keyType} ${hashAlgorithm}`) || (hash ?? hashAlgorithm) !== hashAlgorithm) {
    fail(
      "ERR_OPTION_INVALID",
      "privateKey",
      "expected a remote signer with keyType RSA or EC, and hashAlgorithm SHA1 or SHA256 as in the options",
    );
  }
  return remote as SigningKey;
}
