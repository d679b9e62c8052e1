import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { bytesToBase64 } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import {
  answer,
  awsError,
  policy,
  policySignature,
  pssSignature,
  publicKeyOf,
  signature,
} from "@cloudfront-sign-webcrypto/testing/support/remote-keys.ts";
import {
  type AwsKmsKeyOptions,
  awsKmsKey,
  type Pkcs11KeyOptions,
  pkcs11Key,
  type RemoteKeyOptions,
  remoteKey,
} from "cloudfront-sign-webcrypto/remote";

const invalid = (given: string, run: () => unknown, message: string): Fault => ({
  given,
  run,
  code: "ERR_OPTION_INVALID",
  message,
});

const unknown = (given: string, run: () => unknown, message: string): Fault => ({
  given,
  run,
  code: "ERR_OPTION_UNKNOWN",
  message,
});

const publicKey = publicKeyOf("RSA");
const keyId = "alias/cloudfront";
const sign = () => policySignature;
const kms = (options: object) =>
  awsKmsKey({ keyId, publicKey, sign: () => answer(), ...options } as AwsKmsKeyOptions);
const device = (options: object) => pkcs11Key({ publicKey, sign, ...options } as Pkcs11KeyOptions);
const remote = (options: object) => remoteKey({ publicKey, sign, ...options } as RemoteKeyOptions);

const retryIfFault = (given: string, retryIf: () => unknown, message: string): Fault =>
  invalid(
    `remoteKey({ retryIf: ${given} })`,
    () => remote({ retryIf, sign: () => Promise.reject(new Error("x")) }).sign(policy),
    `retryIf: ${message}`,
  );

const optionFaults: readonly Fault[] = [
  {
    ...invalid(
      "awsKmsKey({ keyId, publicKey })",
      () => kms({ sign: undefined }),
      "sign: is missing; pass the function that signs: (input, { abortSignal }) => client.send(new SignCommand(input), { abortSignal })",
    ),
    code: "ERR_OPTION_MISSING",
  },
  invalid(
    "awsKmsKey({ sign: client })",
    () => kms({ sign: { send: sign } }),
    "sign: is an object; pass the function that signs: (input, { abortSignal }) => client.send(new SignCommand(input), { abortSignal })",
  ),
  invalid(
    "pkcs11Key({ sign: session })",
    () => device({ sign: { sign } }),
    "sign: is an object; pass the function that signs: ({ mechanism, data }) => signature",
  ),
  invalid(
    "remoteKey({ sign: service })",
    () => remote({ sign: { sign } }),
    "sign: is an object; pass the function that signs: async (bytes, { abortSignal }) => signature",
  ),
  unknown(
    "awsKmsKey({ hashAlgorithm })",
    () => kms({ hashAlgorithm: "SHA256" }),
    "hashAlgorithm: no such option; the options are keyId, publicKey, sign, concurrency, maxQueue, attempts, timeout, deadline, signal, onEvent",
  ),
  invalid(
    "awsKmsKey({ concurrency: 0 })",
    () => kms({ concurrency: 0 }),
    "concurrency: is 0; pass a whole number of calls, 1 or more",
  ),
  invalid(
    "awsKmsKey({ attempts: 1000 })",
    () => kms({ attempts: 1000 }),
    "attempts: is 1000; pass a whole number from 1 to 100",
  ),
  unknown(
    "awsKmsKey({ maxAttempts: 3 })",
    () => kms({ maxAttempts: 3 }),
    "maxAttempts: no such option; the options are keyId, publicKey, sign, concurrency, maxQueue, attempts, timeout, deadline, signal, onEvent",
  ),
  unknown(
    "awsKmsKey({ abortSignal })",
    () => kms({ abortSignal: undefined }),
    "abortSignal: no such option; the options are keyId, publicKey, sign, concurrency, maxQueue, attempts, timeout, deadline, signal, onEvent",
  ),
  unknown("awsKmsKey({ KeyId })", () => kms({ KeyId: keyId }), "KeyId: no such option; did you mean keyId?"),
  {
    given: "awsKmsKey({ timeout: 0.5 })",
    run: () => kms({ timeout: 0.5 }),
    code: "ERR_DATE_INVALID",
    message: "timeout: is 0.5; pass seconds, at least 1",
  },
  invalid(
    "remoteKey({ retryIf: true })",
    () => remote({ retryIf: true }),
    "retryIf: is a boolean; pass a function that returns true or false for an error",
  ),
  retryIfFault("async () => true", async () => true, "returned a Promise; return true or false"),
  retryIfFault(
    "() => { throw error }",
    () => {
      throw new Error("x");
    },
    "threw an error; see the cause of this error",
  ),
];

const publicKeyFault = (given: string, code: Fault["code"], key: unknown, message: string): Fault => ({
  given: `awsKmsKey({ publicKey: ${given} })`,
  run: () => kms({ publicKey: key }),
  code,
  message: `publicKey: ${message}`,
});

const publicKeyFaults: readonly Fault[] = [
  publicKeyFault(
    "undefined",
    "ERR_KEY_INVALID",
    undefined,
    "is undefined; check that the environment variable, field or secret exists",
  ),
  publicKeyFault(
    "keyId",
    "ERR_KEY_NOT_PUBLIC",
    keyId,
    "is the keyId; pass the public key itself, as this prints it: aws kms get-public-key --key-id alias/cloudfront --query PublicKey --output text",
  ),
];

/** An answer that is not a signature of the key RSA. */
const answerFault = (given: string, returned: unknown, message: string): Fault => ({
  given: `remoteKey({ sign }), whose sign() returns ${given}`,
  run: () => remote({ sign: () => returned }).sign(policy),
  code: "ERR_SIGNING_FAILED",
  message: `sign: returned ${message}`,
});

const kmsAnswerFault = (given: string, returned: unknown, message: string): Fault => ({
  given: `awsKmsKey({ sign }), whose sign() returns ${given}`,
  run: () => kms({ sign: () => returned }).sign(policy),
  code: "ERR_SIGNING_FAILED",
  message: `sign: ${message}`,
});

const returnBytes =
  "return the signature as a Uint8Array (decode a string, or take the bytes out of an object); if signing failed, throw the error";
const returnAnswer =
  "return what client.send(new SignCommand(input)) resolves to; if it failed, throw the error";
const samePair = "pass the public key that belongs to the key that signs";

const answerFaults: readonly Fault[] = [
  answerFault("undefined", undefined, `undefined; ${returnBytes}`),
  answerFault("base64", bytesToBase64(policySignature), `a string; ${returnBytes}`),
  answerFault("{ Signature }", answer(), `an object; ${returnBytes}`),
  answerFault("an Error", new RangeError("x"), `an Error; ${returnBytes}`),
  answerFault(
    "64 bytes",
    new Uint8Array(64),
    `64 bytes, and signatures of publicKey, an RSA key of 2048 bits, have 256; ${samePair}`,
  ),
  {
    ...answerFault(
      "256 bytes, with an EC public key",
      undefined,
      `256 bytes, and signatures of publicKey, an EC key on P-256, are DER or the 64 bytes r‖s; ${samePair}`,
    ),
    run: () => remote({ publicKey: publicKeyOf("EC") }).sign(policy),
  },
  kmsAnswerFault("undefined", undefined, `returned undefined, not an answer with Signature; ${returnAnswer}`),
  kmsAnswerFault(
    "the bytes",
    policySignature,
    `returned a Uint8Array, not an answer with Signature; ${returnAnswer}`,
  ),
  kmsAnswerFault(
    "an error of the SDK",
    { ...awsError("AccessDeniedException"), name: "AccessDeniedException" },
    `returned an object, not an answer with Signature; ${returnAnswer}`,
  ),
  kmsAnswerFault(
    "the JSON of AWS KMS",
    { Signature: bytesToBase64(policySignature) },
    `returned an answer whose Signature is a string; ${returnBytes}`,
  ),
  kmsAnswerFault(
    "the answer for RSASSA-PSS",
    answer(policySignature, { SigningAlgorithm: "RSASSA_PSS_SHA_256" }),
    "signed with RSASSA_PSS_SHA_256, but CloudFront needs RSASSA_PKCS1_V1_5_SHA_256; pass the input on unchanged",
  ),
];

/** A valid signature of something else than what was to be signed. */
const mismatchFault = (
  given: string,
  make: () => Promise<Uint8Array>,
  message: string,
  start: (options: object) => { sign(bytes: Uint8Array): unknown } = remote,
): Fault => ({
  given: `${start === remote ? "remoteKey" : start === kms ? "awsKmsKey" : "pkcs11Key"}({ sign }), whose sign() ${given}`,
  run: () => start({ sign: async () => (start === kms ? answer(await make()) : make()) }).sign(policy),
  code: "ERR_SIGNING_FAILED",
  message,
});

const digest = async () => new Uint8Array(await crypto.subtle.digest("SHA-256", policy));
const printPublicKey = "openssl pkey -pubin -in public.pem -outform DER | openssl base64 -A";

const mismatchFaults: readonly Fault[] = [
  mismatchFault(
    "signs with SHA-1",
    () => signature("RSA", policy, "SHA-1"),
    "sign: signed with SHA-1; sign with SHA-256",
  ),
  mismatchFault(
    "hashes the bytes before it signs them",
    async () => signature("RSA", await digest()),
    "sign: hashed its input before signing, so it was hashed twice; pass the input on unchanged",
  ),
  mismatchFault(
    "signs with RSASSA-PSS",
    () => pssSignature("RSA", policy, 32),
    "sign: signed with RSASSA-PSS; sign with RSASSA-PKCS1-v1_5 and SHA-256",
  ),
  mismatchFault(
    "signs with another key",
    () => signature("another RSA", policy),
    `publicKey: is not the public key of the key that signed; compare it with the public key that the service shows: ${printPublicKey}`,
  ),
  mismatchFault(
    "signs with another key",
    () => signature("another RSA", policy),
    `publicKey: is not the public key of alias/cloudfront, the key in AWS KMS that signed; these two commands must print the same: aws kms get-public-key --key-id alias/cloudfront --query PublicKey --output text; ${printPublicKey}`,
    kms,
  ),
  mismatchFault(
    "signs with another key",
    () => signature("another RSA", policy),
    `publicKey: is not the public key of the key in the device that signed; these two commands must print the same: pkcs11-tool --read-object --type pubkey --label LABEL | openssl base64 -A; ${printPublicKey}`,
    device,
  ),
  invalid(
    "remoteKey with a signal whose addEventListener throws",
    () => {
      const throwing = () => {
        throw new Error("hostile");
      };
      const signal = { aborted: false, addEventListener: throwing, removeEventListener: throwing };
      return remote({ signal }).sign(policy);
    },
    "signal: is an object, not an AbortSignal; pass the signal of an AbortController",
  ),
  {
    given: "remoteKey, whose sign returns the signature of an earlier call",
    run: async () => {
      const key = remote({ sign });
      await key.sign(policy);
      await key.sign(new Uint8Array(1));
    },
    code: "ERR_SIGNING_FAILED",
    message:
      "sign: returned a signature of different bytes or by a different key, after a correct one; return the answer to this call, and after a key change, create a signer with the new publicKey",
  },
];

/** Faults of the options and of the answers of a remote key. */
export const remoteKeyFaults: readonly Fault[] = [
  ...optionFaults,
  ...publicKeyFaults,
  ...answerFaults,
  ...mismatchFaults,
];
