import type { Bytes } from "../encoding/bytes.ts";
import { fail, startingAtCaller } from "../errors.ts";
import type { KeyType } from "../key/algorithm.ts";
import type { PublicKeySource } from "../key/public-key.ts";
import type { RemoteSigner } from "../key/remote-signer.ts";
import { readOptions } from "../options/read-options.ts";
import { memberOf } from "../options/read-properties.ts";
import { describeType } from "../options/type-name.ts";
import { callOptionNames, type RemoteCallOptions, readCallOptions, readSign } from "./call-options.ts";
import { checkedSigner, digest, failSigning, readSignature } from "./checked-signer.ts";
import { errorNames, isThrottling, isTransientError } from "./client-error.ts";
import { type RemotePublicKey, readRemotePublicKey } from "./public-key.ts";
import { type RemoteCall, RemoteCalls } from "./remote-calls.ts";

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

const signingAlgorithms: Readonly<Record<KeyType, AwsKmsSigningAlgorithm>> = {
  RSA: "RSASSA_PKCS1_V1_5_SHA_256",
  EC: "ECDSA_SHA_256",
};

/** The longest message that AWS KMS signs whole, in bytes (AWS KMS API Reference, "Sign": Message). */
const maxRawMessage = 4096;

/**
 * Makes a remote signer for a key in AWS KMS, of the key spec `RSA_2048` or `ECC_NIST_P256` and the key usage
 * `SIGN_VERIFY`: pass it as `privateKey` to `createCloudFrontSigner`. Nothing is called before the first signature.
 *
 * It signs with SHA-256 (`Hash-Algorithm=SHA256` in the URL). The signer checks each signature against `publicKey`,
 * so it returns none of another key after an alias has changed. It retries after throttling and after failures of AWS
 * KMS or the network. Set `maxAttempts: 1` in the client, so that the client does not retry as well.
 *
 * @see {@link https://docs.aws.amazon.com/kms/latest/APIReference/API_Sign.html | Sign}
 * @param options the key in AWS KMS, its public half, and the function that calls AWS KMS
 * @returns the remote signer; it rejects with `ERR_SIGNING_FAILED`, `ERR_SIGNING_UNAVAILABLE`, `ERR_SIGNING_TIMEOUT`,
 * `ERR_SIGNING_QUEUE_FULL`, or with the reason of `signal`
 * @throws `ERR_OPTION_MISSING`, `ERR_OPTION_INVALID`, `ERR_OPTION_UNKNOWN` for `keyId` and other options;
 * `ERR_DATE_INVALID` for `timeout` and `deadline`.
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
 *   maxLifetime: "8h",
 * });
 * const url = await signer.signUrl("https://d111111abcdef8.cloudfront.net/a.jpg", { expiresIn: "1h" });
 * ```
 */
export function awsKmsKey(options: AwsKmsKeyOptions): RemoteSigner {
  return startingAtCaller(awsKmsKey, () => makeAwsKmsKey(options));
}

function makeAwsKmsKey(options: AwsKmsKeyOptions): RemoteSigner {
  const names = ["keyId", "publicKey", "sign", ...callOptionNames] as const;
  const read = readOptions("options", options, names);
  const keyId = readKmsKeyId(read.keyId);
  const key = kmsKeyName(keyId);
  const sign = readSign(
    read.sign,
    "(input, { abortSignal }) => client.send(new SignCommand(input), { abortSignal })",
  );
  const printPublicKey = `${awsCommand("get-public-key", key)} --query PublicKey --output text`;
  if (read.publicKey === keyId)
    fail(
      "ERR_KEY_NOT_PUBLIC",
      "publicKey",
      `is the keyId; pass the public key itself, as this prints it: ${printPublicKey}`,
    );
  const publicKey = readRemotePublicKey(read.publicKey, "SHA256");
  const algorithm = signingAlgorithms[publicKey.keyType];
  const calls = new RemoteCalls(readCallOptions(read), {
    isTransient: isTransientError,
    describe: (error, inAttempts) => describeKmsError(error, inAttempts, key, algorithm),
  });
  return checkedSigner({
    publicKey,
    hashAlgorithm: "SHA256",
    signal: read.signal,
    sign: async (bytes, signal) => {
      // AWS KMS hashes a message that it takes whole.
      const isWhole = bytes.length <= maxRawMessage;
      const message = isWhole ? bytes : await digest("SHA256", bytes);
      const answer = await calls.call(
        (call) =>
          sign(
            {
              KeyId: keyId,
              // Bytes of its own for each attempt: the caller's function may change them.
              Message: new Uint8Array(message),
              MessageType: isWhole ? "RAW" : "DIGEST",
              SigningAlgorithm: algorithm,
            },
            call,
          ),
        signal,
      );
      return readAnswer(answer, publicKey, algorithm);
    },
    signer: `${key.name}, the key in AWS KMS that signed`,
    printPublicKey,
  });
}

/** A name of an algorithm as AWS KMS writes it (API Reference, "Sign"). Anything else is not shown. */
const algorithmName = /^(?:RSASSA|ECDSA|SM2DSA|ML_DSA|ED25519)(?:_[A-Z\d]{1,6}){0,4}$/;

/** The signature in what `sign` returned: the output of `SignCommand`. */
function readAnswer(answer: unknown, publicKey: RemotePublicKey, algorithm: AwsKmsSigningAlgorithm): Bytes {
  const signature = memberOf(answer, "Signature");
  if (signature === undefined)
    failSigning(
      `returned ${describeType(answer)}, not an answer with Signature; return what client.send(new SignCommand(input)) resolves to; if it failed, throw the error`,
    );
  const used = memberOf(answer, "SigningAlgorithm");
  if (typeof used === "string" && used !== algorithm)
    failSigning(
      `signed with ${algorithmName.test(used) ? used : "another algorithm"}, but CloudFront needs ${algorithm}; pass the input on unchanged`,
    );
  return readSignature(signature, "returned an answer whose Signature is", publicKey);
}

/** AWS KMS API Reference, "Sign": KeyId. */
const longestKeyId = 2048;

/** An ID, an ARN or an alias (AWS KMS API Reference, "Sign" and "CreateAlias"). */
const keyName = /^(?:arn:[\w/-]*:kms:[\w/-]*:[\w/-]*:(?:key|alias)\/[\w/-][\w:/-]*|(?!arn:)[\w:/-]+)$/;

/**
 * Texts that look like a name and are none: variables that were not set, an alias without a name, the start of a PEM,
 * the ID of a public key in CloudFront.
 */
const otherText = /^(?:undefined|null|alias\/|(?:K|APKA)[A-Z0-9]{10,})$|-----BEGIN/;

/** The parts of the name of a key in AWS KMS. */
interface KmsKeyName {
  /** As `aws kms` takes it: the ID, or the alias with `alias/`. An account is never part of it. */
  readonly name: string;
  /** Of an ARN. */
  readonly region: string | undefined;
}

/** The option `keyId`: an ID, an ARN or an alias. */
function readKmsKeyId(value: unknown): string {
  const whereItStands = "the ID, the ARN (arn:aws:kms:…) or the alias (alias/…) of the key in AWS KMS";
  if (value === undefined) return fail("ERR_OPTION_MISSING", "keyId", `is undefined; pass ${whereItStands}`);
  if (typeof value !== "string" || value === "")
    return fail("ERR_OPTION_INVALID", "keyId", `is ${describeType(value)}; pass ${whereItStands}`);
  if (value.length <= longestKeyId && keyName.test(value) && !otherText.test(value)) return value;
  return fail(
    "ERR_OPTION_INVALID",
    "keyId",
    `is not the name of a key in AWS KMS; pass ${whereItStands}, without white space`,
  );
}

/** The name of a key without the account that an ARN holds. */
function kmsKeyName(keyId: string): KmsKeyName {
  const [, , , region, , resource] = keyId.startsWith("arn:") ? keyId.split(":") : [];
  if (resource === undefined) return { name: keyId, region: undefined };
  return { name: resource.startsWith("key/") ? resource.slice("key/".length) : resource, region };
}

/** A command of the AWS CLI about a key, whose name has no character that a shell reads. */
function awsCommand(action: string, { name, region }: KmsKeyName): string {
  return `aws kms ${action} ${flag("--key-id", name)}${region === undefined ? "" : ` ${flag("--region", region)}`}`;
}

/** With = where the AWS CLI would take the value for an option. */
function flag(name: string, value: string): string {
  return `${name}${value.startsWith("-") ? "=" : " "}${value}`;
}

/**
 * What an error of AWS KMS means, and what mends it; `undefined` if that is not known.
 *
 * Sources: AWS KMS API Reference, "Sign" and "Common errors"; AWS KMS Developer Guide, "Key states of AWS KMS keys".
 */
function describeKmsError(
  error: unknown,
  inAttempts: string,
  key: KmsKeyName,
  algorithm: string,
): string | undefined {
  if (isThrottling(error))
    return `AWS KMS throttled the call${inAttempts}; sign less often (signer.grant, or signatureCacheSize with cacheWindow), lower concurrency, or request a higher quota`;
  const problems: Readonly<Record<string, string>> = {
    AccessDeniedException:
      "AWS KMS denied access; allow kms:Sign on this key for the role that runs this code: the cause names both",
    CredentialsProviderError:
      "the client found no credentials; configure them, or run this code with a role that may use kms:Sign",
    DisabledException: `the key is disabled; enable it: ${awsCommand("enable-key", key)}`,
    ExpiredTokenException: "the credentials of the client have expired; use a provider that renews them",
    InvalidKeyUsageException: `the key in AWS KMS cannot sign with ${algorithm}, which publicKey needs; look at its KeyUsage and KeySpec: ${awsCommand("describe-key", key)}`,
    InvalidSignatureException:
      "AWS KMS rejected the signature of the request; check the secret access key and this machine's clock",
    KMSInvalidStateException: `the key is in a state in which it cannot sign, such as PendingDeletion; look at its KeyState: ${awsCommand("describe-key", key)}`,
    NotFoundException: `AWS KMS has no such key; check keyId (an alias starts with alias/) and the client's account and region: ${awsCommand("describe-key", key)}`,
    UnrecognizedClientException:
      "AWS KMS does not know the access key of the client; check its credentials, and the session token of temporary ones",
    ValidationException: `AWS KMS rejected the input; pass it to SignCommand unchanged, for a key that signs with ${algorithm}`,
  };
  const name = errorNames(error).find((one) => Object.hasOwn(problems, one));
  return name && problems[name];
}
