import { DerError } from "../encoding/der.ts";
import { fail } from "../errors.ts";

/** Converts every private key that OpenSSL reads into one that WebCrypto opens. */
export const convertIt = "convert it: openssl pkcs8 -topk8 -v2 aes-256-cbc -in key.pem -out new.pem";
/** The same for DES and RC2, which OpenSSL 3 has in its legacy provider only. */
export const convertOldCipher =
  "convert it: openssl pkcs8 -topk8 -v2 aes-256-cbc -provider legacy -provider default -in key.pem -out new.pem";
export const fewerIterations =
  "encrypt it with fewer: openssl pkcs8 -topk8 -v2 aes-256-cbc -iter 1000000 -in key.pem -out new.pem";

export const corruptPrivateKey =
  "is cut off or corrupted; copy the whole file again (openssl pkey -check -noout -in key.pem tells whether it is sound)";
export const corruptPublicKey =
  "is cut off or corrupted; copy the whole file again (openssl pkey -pubin -noout -in key.pem tells whether it is sound)";

/** For what is no key, or none that can be read. */
export function invalidKey(option: string, problem: string, cause?: unknown): never {
  return fail("ERR_KEY_INVALID", option, problem, cause);
}

/** For a sound key that CloudFront or WebCrypto does not take. */
export function unsupportedKey(option: string, kind: string, fix: string, cause?: unknown): never {
  return fail("ERR_KEY_UNSUPPORTED", option, `is ${kind}; ${fix}`, cause);
}

/**
 * What `read` returns. When it meets bytes that are not the DER that belongs there, `refuse` says so instead.
 */
export function readStructure<Value>(read: () => Value, refuse: () => never): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof DerError) return refuse();
    throw error;
  }
}

export const keyOfPkcs12 =
  "take the public key out of it: openssl pkcs12 -in key.p12 -clcerts -nokeys | openssl x509 -pubkey -noout -out public.pem";

/** For what has no private key in it, where one belongs. */
export function notPrivate(option: string, kind: string): never {
  return fail("ERR_KEY_NOT_PRIVATE", option, `is ${kind}; pass the private key that belongs to it`);
}

export const publicHalf = "make the public key of it: openssl pkey -pubout -in key.pem -out public.pem";
export const publicHalfOfOpenssh =
  "make the public key of it: ssh-keygen -y -f key > key.pub; ssh-keygen -e -m PKCS8 -f key.pub > public.pem";
export const keyOfCertificate =
  "take the public key out of it: openssl x509 -pubkey -noout -in cert.pem -out public.pem";
export const keyOfRequest =
  "take the public key out of it: openssl req -pubkey -noout -in request.pem -out public.pem";

/** For what is no public key, where one belongs. */
export function notPublic(option: string, kind: string, fix: string): never {
  return fail("ERR_KEY_NOT_PUBLIC", option, `is ${kind}; ${fix}`);
}
