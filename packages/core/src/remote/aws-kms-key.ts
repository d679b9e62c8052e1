import { fail } from "../errors.ts";
import { subtleCrypto } from "../key/crypto-key.ts";
import type { PublicKeySource } from "../key/public-key.ts";
import type { RemoteSigner } from "../key/remote-signer.ts";
import { readOptions } from "../options/read-options.ts";
import type { RemoteCall } from "./attempt.ts";
import { callOptionNames, type RemoteCallOptions, readCallOptions, readSign } from "./call-options.ts";
import { checkedSigner } from "./checked-signer.ts";
import { describeOtherKey } from "./compare-keys.ts";
import { readKmsAnswer } from "./kms-answer.ts";
import { awsCommand, refuseKmsFailure } from "./kms-failure.ts";
import { type KmsKeyName, kmsKeyName, readKmsKeyId } from "./kms-key-id.ts";
import { defaultConcurrency, maxRawMessage } from "./limits.ts";
import { readRemotePublicKey } from "./public-key.ts";
import { RemoteCalls } from "./remote-calls.ts";
import { isTransientError } from "./transient-error.ts";

/** Signing algorithms of AWS KMS that CloudFront takes. AWS KMS does not sign with SHA-1. */
type AwsKmsSigningAlgorithm = "RSASSA_PKCS1_V1_5_SHA_256" | "ECDSA_SHA_256";

/** The input of `SignCommand` of `@aws-sdk/client-kms`. */
export interface AwsKmsSignInput {
  /** The option `keyId`. */
  KeyId: string;
  /** The bytes of the policy, or their SHA-256 hash if there are more than 4,096. */
  Message: Uint8Array;
  MessageType: "RAW" | "DIGEST";
  SigningAlgorithm: AwsKmsSigningAlgorithm;
}

/** The output of `SignCommand`, as far as it is read. */
export interface AwsKmsSignOutput {
  readonly Signature?: Uint8Array | undefined;
  readonly KeyId?: string | undefined;
  readonly SigningAlgorithm?: string | undefined;
}

/** Options of {@link awsKmsKey}. */
export interface AwsKmsKeyOptions extends RemoteCallOptions {
  /** The ID, the ARN or the alias (`alias/…`) of the key. */
  readonly keyId: string;
  /**
   * The public half: the PEM that you uploaded to CloudFront, or the DER that `GetPublicKey` gives. It says
   * whether the key is RSA or EC, and checks the first signature.
   */
  readonly publicKey: PublicKeySource;
  /** Calls AWS KMS: `(input, { abortSignal }) => client.send(new SignCommand(input), { abortSignal })`. */
  readonly sign: (
    input: AwsKmsSignInput,
    call: RemoteCall,
  ) => AwsKmsSignOutput | PromiseLike<AwsKmsSignOutput>;
}

const example = "(input, { abortSignal }) => client.send(new SignCommand(input), { abortSignal })";

/**
 * Returns a remote signer for a key in AWS KMS, of the key spec `RSA_2048` or `ECC_NIST_P256` and the key
 * usage `SIGN_VERIFY`: pass it as `privateKey` to `createCloudFrontSigner`. Nothing is called before the first
 * signature.
 *
 * It signs with SHA-256 (`Hash-Algorithm=SHA256` in the URL). The first signature is checked against
 * `publicKey`, and again when an alias names another key. Throttling, failures of AWS KMS and of the network
 * are tried again; set `maxAttempts: 1` in the client, which would otherwise do so as well.
 *
 * Source: AWS KMS API Reference, "Sign".
 *
 * @throws `ERR_OPTION_…` for `keyId` and other options, `ERR_KEY_…` for `publicKey`, `ERR_DATE_INVALID` for
 * `timeout`. What it returns rejects with `ERR_SIGNING_FAILED`, or with the reason of `signal`.
 * @example
 * ```ts
 * import { createSign } from "node:crypto";
 * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
 * import { awsKmsKey } from "cloudfront-sign-webcrypto/remote";
 *
 * const signer = createCloudFrontSigner({
 *   keyPairId: "K2JCJMDEHXQW5F",
 *   privateKey: awsKmsKey({
 *     keyId: "alias/cloudfront",
 *     publicKey: process.env.CLOUDFRONT_PUBLIC_KEY!,
 *     // In production: (input, { abortSignal }) => client.send(new SignCommand(input), { abortSignal })
 *     sign: async ({ Message }) => ({
 *       Signature: createSign("SHA256").update(Message).sign(process.env.CLOUDFRONT_PRIVATE_KEY!),
 *     }),
 *   }),
 * });
 * const url = await signer.signUrl("https://d111111abcdef8.cloudfront.net/a.jpg", { expiresIn: "1h" });
 * ```
 */
export function awsKmsKey(options: AwsKmsKeyOptions): RemoteSigner {
  const names = ["keyId", "publicKey", "sign", ...callOptionNames] as const;
  const read = readOptions("options", options, names);
  const keyId = readKmsKeyId(read.keyId);
  const key = kmsKeyName(keyId);
  const sign = readSign(read.sign, example);
  if (read.publicKey === keyId) refuseKeyIdAsPublicKey(key);
  const publicKey = readRemotePublicKey(read.publicKey, "SHA256");
  const algorithm = signingAlgorithm(publicKey.keyType);
  const settings = readCallOptions(read, defaultConcurrency);
  const calls = new RemoteCalls(settings, isTransientError, (failure) =>
    refuseKmsFailure(failure, key, algorithm),
  );
  return checkedSigner({
    publicKey,
    hashAlgorithm: "SHA256",
    signal: settings.signal,
    sign: async (bytes) => {
      const message = await kmsMessage(bytes);
      const answer: unknown = await calls.call((call) =>
        // An input of its own for each attempt: the caller's function may change it.
        sign(
          {
            KeyId: keyId,
            Message: new Uint8Array(message.bytes),
            MessageType: message.type,
            SigningAlgorithm: algorithm,
          },
          call,
        ),
      );
      return readKmsAnswer(answer, publicKey, algorithm);
    },
    otherKey: describeOtherKey(`${key.name}, the key in AWS KMS that signed`, printKmsPublicKey(key)),
  });
}

function refuseKeyIdAsPublicKey(key: KmsKeyName): never {
  return fail(
    "ERR_KEY_NOT_PUBLIC",
    "publicKey",
    `is the keyId; pass the public key itself, as this prints it: ${printKmsPublicKey(key)}`,
  );
}

/** Prints the public key as the base64 of its DER. */
function printKmsPublicKey(key: KmsKeyName): string {
  return `${awsCommand("get-public-key", key)} --query PublicKey --output text`;
}

function signingAlgorithm(keyType: "RSA" | "EC"): AwsKmsSigningAlgorithm {
  return keyType === "RSA" ? "RSASSA_PKCS1_V1_5_SHA_256" : "ECDSA_SHA_256";
}

interface KmsMessage {
  readonly type: "RAW" | "DIGEST";
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** AWS KMS hashes a message that it takes whole; a longer one is hashed here. */
async function kmsMessage(bytes: Uint8Array<ArrayBuffer>): Promise<KmsMessage> {
  if (bytes.length <= maxRawMessage) return { type: "RAW", bytes };
  return { type: "DIGEST", bytes: new Uint8Array(await subtleCrypto().digest("SHA-256", bytes)) };
}
