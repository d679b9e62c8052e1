import { fail } from "../errors.ts";

/** Turns every private key that OpenSSL reads into one that WebCrypto can open. */
export const convertIt = "convert it: openssl pkcs8 -topk8 -v2 aes-256-cbc -in key.pem -out new.pem";

export function invalidKey(
  option: string,
  what: string = "cut off, corrupted, or of parts that do not fit together",
  cause?: unknown,
): never {
  return fail("ERR_KEY_INVALID", option, `is ${what}; copy it again (openssl pkey -check -in key.pem)`, cause);
}

/** `kind` is said as it is; of a shape of DER, the names in it are. */
export function unsupportedKey(
  option: string,
  kind: string,
  fix: string = "CloudFront takes RSA 2048 or EC P-256: openssl genrsa -out key.pem 2048",
  cause?: unknown,
): never {
  const names = kind.includes("<") ? (kind.match(/[A-Z][^<>,]*/g)?.join(" ") ?? "DSA") : kind;
  return fail("ERR_KEY_UNSUPPORTED", option, `is ${names}; ${fix}`, cause);
}

/** For the half of a pair that is not wanted, and for what is no half at all. */
export function wrongHalf(option: string, wanted: "PRIVATE" | "PUBLIC"): never {
  const other = wanted === "PUBLIC" ? "PRIVATE KEY" : "PUBLIC KEY";
  return fail(
    `ERR_KEY_NOT_${wanted}`,
    option,
    `is a ${other} or certificate, no ${wanted} KEY; openssl pkey -pubout -in private.pem makes the public one`,
  );
}
