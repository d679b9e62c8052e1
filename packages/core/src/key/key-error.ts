import { fail } from "../errors.ts";

/** Turns every private key that OpenSSL reads into one that WebCrypto can open. */
export const convertIt = "convert it: openssl pkcs8 -topk8 -v2 aes-256-cbc -in key.pem -out new.pem";

export function invalidKey(option: string, cause?: unknown): never {
  return fail("ERR_KEY_INVALID", option, "is cut off or corrupted (openssl pkey -check -in key.pem)", cause);
}

/** Says the names that are in `kind`, which may be a shape of DER: all that starts with a capital letter. */
export function unsupportedKey(
  option: string,
  kind: string,
  fix: string = "CloudFront takes RSA 2048 or EC P-256: openssl genrsa -out key.pem 2048",
  cause?: unknown,
): never {
  return fail("ERR_KEY_UNSUPPORTED", option, `is of kind ${kind.match(/[A-Z][^<>,]*/g)}; ${fix}`, cause);
}

/** For the half of a pair that is not wanted, and for what is no half at all. */
export function wrongHalf(option: string, wanted: "PRIVATE" | "PUBLIC"): never {
  const other = wanted === "PUBLIC" ? "PRIVATE KEY" : "PUBLIC KEY";
  return fail(`ERR_KEY_NOT_${wanted}`, option, `is a ${other} or certificate, no ${wanted} KEY; openssl pkey -pubout makes the public one`);
}
