import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import {
  awsError,
  policy,
  policySignature,
  publicKeyOf,
} from "@cloudfront-sign-webcrypto/testing/support/remote-keys.ts";
import { inVirtualTime } from "@cloudfront-sign-webcrypto/testing/support/virtual-time.ts";
import { awsKmsKey, pkcs11Key, type RemoteCallOptions, remoteKey } from "cloudfront-sign-webcrypto/remote";

const publicKey = publicKeyOf("RSA");
const keyId = "arn:aws:kms:eu-west-1:111122223333:alias/cloudfront";

const ecKeyId = "1234abcd-12ab-34cd-56ef-1234567890ab";

/** A function that signs and always fails. */
type Make = (sign: () => Promise<never>) => { sign(bytes: Uint8Array): Promise<unknown> };

const kms: Make = (sign) => awsKmsKey({ keyId, publicKey, sign });
const ecKms: Make = (sign) => awsKmsKey({ keyId: ecKeyId, publicKey: publicKeyOf("EC"), sign });
const device: Make = (sign) => pkcs11Key({ publicKey, sign });
const remote: Make = (sign) => remoteKey({ publicKey, sign });

const failure = (given: string, make: Make, error: unknown, message: string): Fault => ({
  given,
  run: () => inVirtualTime(() => make(() => Promise.reject(error)).sign(policy)),
  // What was tried again may pass.
  code: / in 10 attempts;/.test(message) ? "ERR_SIGNING_UNAVAILABLE" : "ERR_SIGNING_FAILED",
  message: `sign: ${message}`,
});

const kmsFailure = (name: string, message: string): Fault =>
  failure(`awsKmsKey({ sign }), whose sign() rejects with ${name}`, kms, awsError(name), message);

/** Of a key that is named by its ID alone. */
const ecKmsFailure = (name: string, message: string): Fault =>
  failure(
    `awsKmsKey({ keyId: "${ecKeyId}", sign }) with an EC key, whose sign() rejects with ${name}`,
    ecKms,
    awsError(name),
    message,
  );

const deviceFailure = (name: string, code: number, message: string): Fault =>
  failure(
    `pkcs11Key({ sign }), whose sign() throws ${name}`,
    device,
    Object.assign(new Error(name), { code }),
    `the device returned ${name}${message}`,
  );

const about = (action: string) => `aws kms ${action} --key-id alias/cloudfront --region eu-west-1`;

const hanging = (options: RemoteCallOptions = {}) =>
  remoteKey({ publicKey, sign: () => new Promise<never>(() => {}), ...options });

/** The last one of `count` signatures that are begun together. */
const lastOf = (count: number, key: ReturnType<typeof remoteKey>) => {
  for (let i = 1; i < count; i++) key.sign(policy).catch(() => {});
  return key.sign(policy);
};

/** Signatures that the key did not make. */
export const remoteFailureFaults: readonly Fault[] = [
  kmsFailure(
    "AccessDeniedException",
    "AWS KMS denied access; allow kms:Sign on this key for the role that runs this code: the cause names both",
  ),
  kmsFailure(
    "CredentialsProviderError",
    "the client found no credentials; configure them, or run this code with a role that may use kms:Sign",
  ),
  kmsFailure("DisabledException", `the key is disabled; enable it: ${about("enable-key")}`),
  kmsFailure(
    "ExpiredTokenException",
    "the credentials of the client have expired; use a provider that renews them",
  ),
  kmsFailure(
    "InvalidKeyUsageException",
    `the key in AWS KMS cannot sign with RSASSA_PKCS1_V1_5_SHA_256, which publicKey needs; look at its KeyUsage and KeySpec: ${about("describe-key")}`,
  ),
  kmsFailure(
    "InvalidSignatureException",
    "AWS KMS rejected the signature of the request; check the secret access key and this machine's clock",
  ),
  kmsFailure(
    "KMSInvalidStateException",
    `the key is in a state in which it cannot sign, such as PendingDeletion; look at its KeyState: ${about("describe-key")}`,
  ),
  kmsFailure(
    "NotFoundException",
    `AWS KMS has no such key; check keyId (an alias starts with alias/) and the client's account and region: ${about("describe-key")}`,
  ),
  kmsFailure(
    "UnrecognizedClientException",
    "AWS KMS does not know the access key of the client; check its credentials, and the session token of temporary ones",
  ),
  kmsFailure(
    "ValidationException",
    "AWS KMS rejected the input; pass it to SignCommand unchanged, for a key that signs with RSASSA_PKCS1_V1_5_SHA_256",
  ),
  ecKmsFailure("DisabledException", `the key is disabled; enable it: aws kms enable-key --key-id ${ecKeyId}`),
  failure(
    'awsKmsKey({ keyId: "-key", sign }), whose sign() rejects with NotFoundException',
    (sign) => awsKmsKey({ keyId: "-key", publicKey, sign }),
    awsError("NotFoundException"),
    "AWS KMS has no such key; check keyId (an alias starts with alias/) and the client's account and region: aws kms describe-key --key-id=-key",
  ),
  ecKmsFailure(
    "ValidationException",
    "AWS KMS rejected the input; pass it to SignCommand unchanged, for a key that signs with ECDSA_SHA_256",
  ),
  kmsFailure(
    "ThrottlingException",
    "AWS KMS throttled the call in 10 attempts; sign less often (signer.grant, or signatureCacheSize with cacheWindow), lower concurrency, or request a higher quota",
  ),
  kmsFailure(
    "InvalidGrantTokenException",
    "failed with InvalidGrantTokenException; see the cause of this error",
  ),
  deviceFailure("CKR_HOST_MEMORY", 0x02, " in 10 attempts; give this machine more memory"),
  deviceFailure("CKR_DEVICE_ERROR", 0x30, " in 10 attempts; read the log of the device"),
  deviceFailure("CKR_DEVICE_MEMORY", 0x31, " in 10 attempts; close the sessions that are not in use"),
  deviceFailure(
    "CKR_DEVICE_REMOVED",
    0x32,
    "; connect the device again; then open a session and log in again: C_OpenSession, C_Login",
  ),
  deviceFailure(
    "CKR_KEY_HANDLE_INVALID",
    0x60,
    "; find the private key again in this session: C_FindObjects",
  ),
  deviceFailure("CKR_KEY_TYPE_INCONSISTENT", 0x63, "; sign with the private key that belongs to publicKey"),
  deviceFailure(
    "CKR_KEY_FUNCTION_NOT_PERMITTED",
    0x68,
    "; use a private key with CKA_SIGN, which this one does not have",
  ),
  deviceFailure(
    "CKR_MECHANISM_INVALID",
    0x70,
    "; use the mechanism that sign gets, on a device that has it: pkcs11-tool --list-mechanisms",
  ),
  deviceFailure(
    "CKR_OBJECT_HANDLE_INVALID",
    0x82,
    "; find the private key again in this session: C_FindObjects",
  ),
  deviceFailure(
    "CKR_OPERATION_ACTIVE",
    0x90,
    " in 10 attempts; let nothing else use this session, and leave concurrency at 1",
  ),
  deviceFailure("CKR_SESSION_COUNT", 0xb1, " in 10 attempts; close the sessions that are not in use"),
  deviceFailure(
    "CKR_SESSION_HANDLE_INVALID",
    0xb3,
    "; open a session and log in again: C_OpenSession, C_Login",
  ),
  deviceFailure("CKR_USER_NOT_LOGGED_IN", 0x101, "; log in to the session: C_Login"),
  failure(
    "remoteKey({ sign }), whose sign() rejects with an error",
    remote,
    new RangeError("x"),
    "failed with RangeError; see the cause of this error",
  ),
  failure(
    "remoteKey({ sign }), whose sign() rejects with undefined",
    remote,
    undefined,
    "failed with undefined; throw an Error that says why",
  ),
  failure(
    "remoteKey({ sign }), whose connection is reset each time",
    remote,
    Object.assign(new Error("x"), { code: "ECONNRESET" }),
    "failed with ECONNRESET in 10 attempts; see the cause of this error",
  ),
  failure(
    "remoteKey({ sign }), whose fetch() of an invalid URL fails",
    remote,
    new TypeError("x", { cause: Object.assign(new Error("x"), { code: "ERR_INVALID_URL" }) }),
    "failed with ERR_INVALID_URL; see the cause of this error",
  ),
  {
    given: 'remoteKey({ sign, deadline: "60s" }), whose sign() never ends',
    run: () => inVirtualTime(() => hanging({ deadline: "60s" }).sign(policy)),
    code: "ERR_SIGNING_UNAVAILABLE",
    message:
      "sign: did not answer within 5 seconds in 10 attempts; check the network, pass abortSignal to the client, or raise timeout",
  },
  {
    given: "remoteKey({ sign }), whose sign() never ends",
    run: () => inVirtualTime(() => hanging().sign(policy)),
    code: "ERR_SIGNING_TIMEOUT",
    message:
      "sign: did not get a signature within 10 seconds, in 2 attempts; check whether the service answers, or raise deadline",
  },
];

/** Signatures for which there was no room, or no time. In workerd no call waits for another one. */
export const crowdedKeyFaults: readonly Fault[] = [
  {
    given: "a second signature of remoteKey({ sign, concurrency: 1, timeout: 10 }), whose sign() never ends",
    run: () => inVirtualTime(() => lastOf(2, hanging({ concurrency: 1, timeout: 10 }))),
    code: "ERR_SIGNING_TIMEOUT",
    message:
      "sign: waited 10 seconds for its turn, with 1 call in progress; check whether the service answers, sign less often (signer.grant, or signatureCacheSize with cacheWindow), or raise concurrency",
  },
  {
    given: "the last of 600 signatures of remoteKey({ sign }) at a time, whose sign() takes a second",
    run: () =>
      inVirtualTime(() => {
        const sign = async () => {
          await new Promise((resolve) => setTimeout(resolve, 1000));
          return policySignature;
        };
        return lastOf(600, remoteKey({ publicKey, sign }));
      }),
    code: "ERR_SIGNING_TIMEOUT",
    message:
      "sign: waited for its turn until less than 1.3 seconds of 10 seconds were left, and recent calls took that long; answer with 503 and try again later, sign less often (signer.grant, or signatureCacheSize with cacheWindow), or raise concurrency or deadline",
  },
  {
    given: "the signature number 10,051 of remoteKey({ sign }) at a time",
    run: () => inVirtualTime(() => lastOf(10_051, hanging())),
    code: "ERR_SIGNING_QUEUE_FULL",
    message:
      "sign: the queue is full, with 50 calls in progress and 10000 signatures waiting; answer with 503 and try again later, sign less often (signer.grant, or signatureCacheSize with cacheWindow), or raise maxQueue",
  },
];
