import { fail } from "../errors.ts";
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
import { type AwsKmsSignInput, signInput, signingAlgorithms } from "./kms-sign-input.ts";
import { defaultConcurrency } from "./limits.ts";
import { readRemotePublicKey } from "./public-key.ts";
import { RemoteCalls } from "./remote-calls.ts";
import { isTransientError } from "./transient-error.ts";

/** The output of `SignCommand`, as far as it is read. */
export interface AwsKmsSignOutput {
  /** The signature. */
  readonly Signature?: Uint8Array | undefined;
  /** The algorithm that signed. */
  readonly SigningAlgorithm?: string | undefined;
}

/** Options of {@link awsKmsKey}. */
export interface AwsKmsKeyOptions extends RemoteCallOptions {
  /** The ID, the ARN or the alias (`alias/…`) of the key. */
  readonly keyId: string;
  /**
   * The public half: the PEM that you uploaded to CloudFront, or the DER that `GetPublicKey` gives. It shows
   * whether the key is RSA or EC, and is used to check each signature.
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
 * Makes a remote signer for a key in AWS KMS, of the key spec `RSA_2048` or `ECC_NIST_P256` and the key
 * usage `SIGN_VERIFY`: pass it as `privateKey` to `createCloudFrontSigner`. Nothing is called before the first
 * signature.
 *
 * It signs with SHA-256 (`Hash-Algorithm=SHA256` in the URL). The signer checks each signature against
 * `publicKey`, so it returns none of another key after an alias has changed. It retries after throttling and after
 * failures of AWS KMS or the network. Set `maxAttempts: 1` in the client, so that the client does not retry
 * as well.
 *
 * @see {@link https://docs.aws.amazon.com/kms/latest/APIReference/API_Sign.html | Sign}
 * @param options the key in AWS KMS, its public half, and the function that calls AWS KMS
 * @returns the remote signer; it rejects with `ERR_SIGNING_FAILED`, or with the reason of `signal`
 * @throws `ERR_OPTION_MISSING`, `ERR_OPTION_INVALID`, `ERR_OPTION_UNKNOWN` for `keyId` and other options;
 * `ERR_DATE_INVALID` for `timeout`.
 * @throws `ERR_KEY_INVALID`, `ERR_KEY_NOT_PUBLIC`, `ERR_KEY_UNSUPPORTED`, `ERR_KEY_USAGE` for `publicKey`.
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
  const algorithm = signingAlgorithms[publicKey.keyType];
  const settings = readCallOptions(read, defaultConcurrency);
  const calls = new RemoteCalls(settings, isTransientError, (failure) =>
    refuseKmsFailure(failure, key, algorithm),
  );
  return checkedSigner({
    publicKey,
    hashAlgorithm: "SHA256",
    signal: settings.signal,
    sign: async (bytes) => {
      const input = await signInput(keyId, publicKey.keyType, bytes);
      const answer = await calls.call((call) =>
        // An input of its own for each attempt: the caller's function may change it.
        sign({ ...input, Message: new Uint8Array(input.Message) }, call),
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
