import { type CloudFrontSignErrorCode, fail } from "../errors.ts";

// Steps that mend a key. Each command is run by a test on the key whose message names it.

export const newKey =
  "CloudFront accepts RSA 2048 and EC P-256, so create a new key and upload its public key: openssl genrsa -out key.pem 2048";
/** Turns every private key that OpenSSL reads into one that WebCrypto can decrypt. */
export const convertKey = "convert it: openssl pkcs8 -topk8 -v2 aes-256-cbc -in key.pem -out new.pem";

// Steps for a runtime that refuses SHA-1. A CryptoKey is bound to its hash.
export const signWithSha256 =
  'use the hash algorithm "SHA256" (import a CryptoKey with hash: "SHA-256"); keys and distributions stay as they are (docs/keys.md, "SHA-1 and SHA-256")';
export const verifySha256 =
  'sign with the hash algorithm "SHA256": the same public key, imported for SHA-256, verifies it (docs/keys.md, "SHA-1 and SHA-256")';

export const corruptPrivateKey =
  "is cut off or corrupted; copy the whole file again (openssl pkey -check -noout -in key.pem checks the file)";

/**
 * What is wrong with a key, without the name of its option. It is thrown inside of `key/` only: {@link named} adds the
 * name and throws the error of this package.
 */
export class KeyFault {
  readonly code: CloudFrontSignErrorCode;
  readonly problem: string;
  readonly cause: unknown;

  constructor(code: CloudFrontSignErrorCode, problem: string, cause?: unknown) {
    this.code = code;
    this.problem = problem;
    this.cause = cause;
  }
}

/** The result of `read`. A {@link KeyFault} in it becomes the error of `option`. */
export function named<Value>(option: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    return nameFault(error, option);
  }
}

/** Throws what was caught, a {@link KeyFault} as the error of `option`. */
export function nameFault(error: unknown, option: string): never {
  if (!(error instanceof KeyFault)) throw error;
  const { code, problem, cause } = error;
  return fail(code, code === "ERR_KEY_PASSPHRASE" ? "passphrase" : option, problem, cause);
}

/** For a value that is not a key, or a key that cannot be read. */
export function invalidKey(problem: string, cause?: unknown): never {
  throw new KeyFault("ERR_KEY_INVALID", problem, cause);
}

/** For a key that is in order, but that CloudFront or WebCrypto does not support. */
export function unsupportedKey(kind: string, fix: string, cause?: unknown): never {
  throw new KeyFault("ERR_KEY_UNSUPPORTED", `is ${kind}; ${fix}`, cause);
}

/** The result of `read`, which reads properties of a caller's object: a getter or a proxy may throw. */
export function readProperties<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    return invalidKey("is an object whose properties cannot be read; pass the key itself", cause);
  }
}
