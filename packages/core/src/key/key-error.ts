import { DerError } from "../encoding/der.ts";
import { fail } from "../errors.ts";

// Steps that mend a key. Each command is run by a test on the key whose message names it.

export const newRsaKey =
  "CloudFront takes RSA 2048 or EC P-256, so make a new key: openssl genrsa -out key.pem 2048";
export const newEcKey =
  "CloudFront takes P-256 only, so make a new key: openssl ecparam -name prime256v1 -genkey -noout -out key.pem";
/** Turns every private key that OpenSSL reads into one that WebCrypto can decrypt. */
export const convertKey = "convert it: openssl pkcs8 -topk8 -v2 aes-256-cbc -in key.pem -out new.pem";
/** The same for DES and RC2, which only the legacy provider of OpenSSL 3 has. */
export const convertLegacyKey =
  "convert it: openssl pkcs8 -topk8 -v2 aes-256-cbc -provider legacy -provider default -in key.pem -out new.pem";
export const decryptElsewhere = "decrypt it with the program that made it, and pass the decrypted key";
export const fewerIterations =
  "encrypt it with fewer: openssl pkcs8 -topk8 -v2 aes-256-cbc -iter 1000000 -in key.pem -out new.pem";
export const publicKeyOf = "make the public key of it: openssl pkey -pubout -in key.pem -out public.pem";
export const publicKeyOfOpenssh =
  "make the public key of it: ssh-keygen -y -f key > key.pub; ssh-keygen -e -m PKCS8 -f key.pub > public.pem";
export const publicKeyOfCertificate =
  "take the public key out of it: openssl x509 -pubkey -noout -in cert.pem -out public.pem";
export const publicKeyOfRequest =
  "take the public key out of it: openssl req -pubkey -noout -in request.pem -out public.pem";
export const publicKeyOfDerRequest =
  "take the public key out of it: openssl req -inform DER -pubkey -noout -in request.der -out public.pem";
export const publicKeyOfPkcs12 =
  "take the public key out of it: openssl pkcs12 -in key.p12 -clcerts -nokeys | openssl x509 -pubkey -noout -out public.pem";

// Steps for a runtime that refuses SHA-1, and what they change.
export const signWithSha256 =
  'use the hash algorithm "SHA256": URLs get one parameter more, Hash-Algorithm=SHA256 (cookies: CloudFront-Hash-Algorithm); keys and distributions stay as they are (docs/sha1.md)';
/** The same for a `CryptoKey`, which is bound to its hash. */
export const importForSha256 =
  'import the same key with hash: "SHA-256": URLs get one parameter more, Hash-Algorithm=SHA256 (cookies: CloudFront-Hash-Algorithm); keys and distributions stay as they are (docs/sha1.md)';
export const verifySha256 =
  'sign with the hash algorithm "SHA256": the same public key, imported for SHA-256, verifies it (docs/sha1.md)';
/** Old files do not name the hash of PBKDF2, which is SHA-1 then (RFC 8018 appendix A.2). */
export const convertSha1Key =
  "convert it on a machine that allows SHA-1: openssl pkcs8 -topk8 -v2 aes-256-cbc -v2prf hmacWithSHA256 -in key.pem -out new.pem";

export const corruptPrivateKey =
  "is cut off or corrupted; copy the whole file again (openssl pkey -check -noout -in key.pem checks the file)";
export const corruptPublicKey =
  "is cut off or corrupted; copy the whole file again (openssl pkey -pubin -noout -in key.pem checks the file)";

/** For a value that is no key, or a key that cannot be read. */
export function invalidKey(option: string, problem: string, cause?: unknown): never {
  return fail("ERR_KEY_INVALID", option, problem, cause);
}

/** For a key that is in order, but that CloudFront or WebCrypto does not support. */
export function unsupportedKey(option: string, kind: string, fix: string, cause?: unknown): never {
  return fail("ERR_KEY_UNSUPPORTED", option, `is ${kind}; ${fix}`, cause);
}

/** For a value without a private key in it, where one is expected. */
export function notPrivate(
  option: string,
  kind: string,
  fix = "pass the private key that belongs to it",
): never {
  return fail("ERR_KEY_NOT_PRIVATE", option, `is ${kind}; ${fix}`);
}

/** For a value that is no public key, where one is expected. */
export function notPublic(option: string, kind: string, fix: string): never {
  return fail("ERR_KEY_NOT_PUBLIC", option, `is ${kind}; ${fix}`);
}

/**
 * The result of `read`. When it meets bytes that are not the DER that belongs there, `refuse` throws instead.
 */
export function readStructure<Value>(read: () => Value, refuse: () => never): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof DerError) return refuse();
    throw error;
  }
}

/** The result of `read`, which reads properties of a caller's object: a getter or a proxy may throw. */
export function readProperties<Value>(read: () => Value, option: string): Value {
  try {
    return read();
  } catch (cause) {
    return invalidKey(option, "is an object whose properties cannot be read; pass the key itself", cause);
  }
}
