import type { KeyType } from "../key/algorithm.ts";
import { subtleCrypto } from "../key/subtle-crypto.ts";
import { maxRawMessage } from "./limits.ts";

/** Signing algorithms of AWS KMS that CloudFront takes. AWS KMS does not sign with SHA-1. */
export type AwsKmsSigningAlgorithm = "RSASSA_PKCS1_V1_5_SHA_256" | "ECDSA_SHA_256";

/** The input of `SignCommand` of `@aws-sdk/client-kms`. */
export interface AwsKmsSignInput {
  /** The option `keyId`. */
  KeyId: string;
  /** The bytes of the policy, or their SHA-256 hash if there are more than 4,096. */
  Message: Uint8Array;
  /** Whether `Message` is the message itself or its hash. */
  MessageType: "RAW" | "DIGEST";
  /** The algorithm that fits the key. */
  SigningAlgorithm: AwsKmsSigningAlgorithm;
}

export const signingAlgorithms: Readonly<Record<KeyType, AwsKmsSigningAlgorithm>> = {
  RSA: "RSASSA_PKCS1_V1_5_SHA_256",
  EC: "ECDSA_SHA_256",
};

/** The input that lets AWS KMS sign `bytes`. It hashes a message that it takes whole; a longer one is hashed here. */
export async function signInput(
  keyId: string,
  keyType: KeyType,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<AwsKmsSignInput> {
  const isWhole = bytes.length <= maxRawMessage;
  return {
    KeyId: keyId,
    Message: isWhole ? bytes : new Uint8Array(await subtleCrypto().digest("SHA-256", bytes)),
    MessageType: isWhole ? "RAW" : "DIGEST",
    SigningAlgorithm: signingAlgorithms[keyType],
  };
}
