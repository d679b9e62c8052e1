import { fail } from "../errors.ts";
import { describeType } from "../options/type-name.ts";

/** Hash of the signature, as the `Hash-Algorithm` parameter names it. */
export type HashAlgorithm = "SHA1" | "SHA256";

/** Type of a key that CloudFront accepts: RSA, or EC on P-256. */
export type KeyType = "RSA" | "EC";

/** The hash, or `undefined` for the default; throws unless CloudFront supports the hash. */
export function checkHashAlgorithm(value: unknown, option = "hashAlgorithm"): HashAlgorithm | undefined {
  if (value === undefined || value === "SHA1" || value === "SHA256") return value;
  const text = typeof value === "string" ? value : "";
  // What cannot be the name of a hash may be a secret in the wrong place.
  if (!/^[a-z_-]{0,10}(?:sha|md)[-_\d/]{1,8}$/i.test(text))
    return fail(
      "ERR_OPTION_INVALID",
      option,
      `expected "SHA1" or "SHA256"; received ${text === "" ? describeType(value) : "another text: check its spelling"}`,
    );
  const [meant] = /(?<=sha[-_]?)(?:1|256)$/i.exec(text) ?? [];
  const step = meant === undefined ? '"SHA1" or "SHA256"' : `"SHA${meant}"`;
  return fail("ERR_OPTION_INVALID", option, `"${text}" is not a hash algorithm of CloudFront; write ${step}`);
}

/** RSA defaults to the hash that every tool knows, P-256 to the stronger one. */
export function defaultHash(keyType: KeyType): HashAlgorithm {
  return keyType === "RSA" ? "SHA1" : "SHA256";
}

/** WebCrypto's name of a hash. */
export const hashNames: Readonly<Record<HashAlgorithm, "SHA-1" | "SHA-256">> = {
  SHA1: "SHA-1",
  SHA256: "SHA-256",
};

/** WebCrypto's parameters for import, sign and verify. It reads `namedCurve` for ECDSA only. */
export function keyAlgorithm(
  keyType: KeyType,
  hash: HashAlgorithm = defaultHash(keyType),
): { name: string; hash: "SHA-1" | "SHA-256"; namedCurve: string } {
  return {
    name: keyType === "RSA" ? "RSASSA-PKCS1-v1_5" : "ECDSA",
    hash: hashNames[hash],
    namedCurve: "P-256",
  };
}
