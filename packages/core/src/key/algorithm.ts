import { fail } from "../errors.ts";

/** Hash of the signature, in the words of the `Hash-Algorithm` parameter. */
export type HashAlgorithm = "SHA1" | "SHA256";

/** Kind of key that CloudFront registers: RSA, or EC on P-256. */
export type KeyType = "RSA" | "EC";

/** Throws unless the value is a hash that CloudFront takes, or nothing. */
export function checkHashAlgorithm(value: unknown): HashAlgorithm | undefined {
  if (value !== undefined && value !== "SHA1" && value !== "SHA256")
    fail("ERR_OPTION_INVALID", "hashAlgorithm", "expected SHA1 or SHA256");
  return value;
}

/**
 * WebCrypto's parameters for import, sign and verify. RSA defaults to what every tool knows, P-256 to the
 * better hash.
 */
export function keyAlgorithm(
  keyType: KeyType,
  hash: HashAlgorithm | undefined,
): { name: string; hash: string; namedCurve: string } {
  const [name, usual] =
    keyType === "RSA" ? (["RSASSA-PKCS1-v1_5", "SHA1"] as const) : (["ECDSA", "SHA256"] as const);
  return { name, hash: (hash ?? usual) === "SHA1" ? "SHA-1" : "SHA-256", namedCurve: "P-256" };
}
