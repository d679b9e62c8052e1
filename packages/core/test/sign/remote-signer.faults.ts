import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { end, host, signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";

const remote = (changes: object = {}) => ({
  keyType: "RSA",
  hashAlgorithm: "SHA256",
  sign: async () => new Uint8Array(256),
  ...changes,
});

function refusedSigner(given: string, signer: unknown, message: string, hashAlgorithm?: "SHA1"): Fault {
  return {
    given: `privateKey: ${given}`,
    run: () => signerOf(signer, hashAlgorithm ? { hashAlgorithm } : {}),
    code: "ERR_OPTION_INVALID",
    message: `privateKey: ${message}`,
  };
}

function refusedSignature(given: string, returned: unknown, message: string, keyType = "RSA"): Fault {
  const sign = async () => {
    if (returned instanceof Error) throw returned;
    return returned;
  };
  return {
    given: `a remote signer with keyType: "${keyType}" whose sign() ${given}`,
    run: () => signerOf(remote({ keyType, sign })).signUrl(`${host}/a`, { dateLessThan: end }),
    code: "ERR_SIGNING_FAILED",
    message: `privateKey: ${message}`,
  };
}

const returnBytes =
  "return the signature as a Uint8Array (decode a string, or take the bytes out of an object); if signing failed, throw the error";

/** Faults of a remote signer, and of what it returns. */
export const remoteSignerFaults: readonly Fault[] = [
  refusedSigner(
    "{ hashAlgorithm, sign }",
    remote({ keyType: undefined }),
    'is a remote signer whose keyType is not "RSA" or "EC", or whose hashAlgorithm is not "SHA1" or "SHA256"; set them to what sign uses',
  ),
  refusedSigner(
    '{ keyType: "RSA_2048", hashAlgorithm, sign }',
    remote({ keyType: "RSA_2048" }),
    'is a remote signer whose keyType is not "RSA" or "EC", or whose hashAlgorithm is not "SHA1" or "SHA256"; set them to what sign uses',
  ),
  refusedSigner(
    "{ keyType, sign }",
    remote({ hashAlgorithm: undefined }),
    'is a remote signer whose keyType is not "RSA" or "EC", or whose hashAlgorithm is not "SHA1" or "SHA256"; set them to what sign uses',
  ),
  refusedSigner(
    '{ keyType, hashAlgorithm: "SHA512", sign }',
    remote({ hashAlgorithm: "SHA512" }),
    'is a remote signer whose keyType is not "RSA" or "EC", or whose hashAlgorithm is not "SHA1" or "SHA256"; set them to what sign uses',
  ),
  refusedSigner(
    '{ keyType, hashAlgorithm: "SHA256", sign }, with the option hashAlgorithm: "SHA1"',
    remote(),
    "is a remote signer with SHA256, and the option hashAlgorithm is SHA1; leave the option out",
    "SHA1",
  ),
  refusedSignature(
    "rejects",
    new Error("ThrottlingException"),
    "the function sign of the remote signer failed; see the cause of this error",
  ),
  refusedSignature("returns undefined", undefined, `sign() returned undefined; ${returnBytes}`),
  refusedSignature("returns base64", btoa("x".repeat(256)), `sign() returned a string; ${returnBytes}`),
  refusedSignature(
    "returns the response of KMS",
    { Signature: new Uint8Array(256) },
    `sign() returned an object; ${returnBytes}`,
  ),
  refusedSignature(
    "returns 64 bytes",
    new Uint8Array(64),
    'sign() returned 64 bytes, which are not a signature of keyType "RSA"; set keyType to the type of the key, and return what the key returned',
  ),
  refusedSignature(
    "returns 256 bytes",
    new Uint8Array(256),
    'sign() returned 256 bytes, which are not a signature of keyType "EC"; set keyType to the type of the key, and return what the key returned',
    "EC",
  ),
];

const refusedHash = (given: string, hashAlgorithm: unknown, message: string): Fault => ({
  given: `hashAlgorithm: ${given}`,
  run: () => signerOf(remote(), { hashAlgorithm: hashAlgorithm as "SHA1" }),
  code: "ERR_OPTION_INVALID",
  message: `hashAlgorithm: ${message}`,
});

/** Faults of the option `hashAlgorithm`. */
export const hashAlgorithmFaults: readonly Fault[] = [
  refusedHash('"sha-1"', "sha-1", '"sha-1" is not a hash algorithm of CloudFront; write "SHA1"'),
  refusedHash('"SHA-256"', "SHA-256", '"SHA-256" is not a hash algorithm of CloudFront; write "SHA256"'),
  refusedHash(
    '"SHA512"',
    "SHA512",
    '"SHA512" is not a hash algorithm of CloudFront; write "SHA1" or "SHA256"',
  ),
  refusedHash('"RSA-SHA1"', "RSA-SHA1", '"RSA-SHA1" is not a hash algorithm of CloudFront; write "SHA1"'),
  refusedHash(
    '"hunter2", which may be a passphrase',
    "hunter2",
    'expected "SHA1" or "SHA256"; received another text: check its spelling',
  ),
  refusedHash("256", 256, 'expected "SHA1" or "SHA256"; received a number'),
];
