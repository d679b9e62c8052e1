import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { keyBytes, keyText, pemToDer } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { importCloudFrontPublicKey } from "cloudfront-sign-webcrypto";

const rsa = (algorithm: object = {}) => ({
  name: "RSASSA-PKCS1-v1_5",
  hash: { name: "SHA-256" },
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
  ...algorithm,
});
/** Has the properties of a `CryptoKey`; some of these keys exist in some runtimes only. */
const like = (type: string, usages: unknown, algorithm: object = rsa()) => ({
  type,
  extractable: true,
  usages,
  algorithm,
});
const importRsa = (name: string, hash: string, usage: KeyUsage) =>
  crypto.subtle.importKey("pkcs8", keyBytes("rsa2048.pkcs8.der"), { name, hash }, false, [usage]);

function refusedCryptoKey(
  given: string,
  make: () => unknown,
  message: string,
  hashAlgorithm?: "SHA1",
): Fault {
  return {
    given: `privateKey: a CryptoKey, ${given}`,
    run: async () => signerOf(await make(), hashAlgorithm ? { hashAlgorithm } : {}),
    code: "ERR_KEY_USAGE",
    message: `privateKey: ${message}`,
  };
}

const unknownKey =
  "is a CryptoKey whose type or algorithm CloudFront does not accept; import an RSA key as RSASSA-PKCS1-v1_5 with SHA-256 or SHA-1, or a P-256 key as ECDSA";

/** Faults of a `CryptoKey`, one for each property. */
export const cryptoKeyFaults: readonly Fault[] = [
  refusedCryptoKey(
    "public",
    () => like("public", ["verify"]),
    "is a public CryptoKey; pass the privateKey of the same pair",
  ),
  refusedCryptoKey("without properties", () => ({ usages: ["sign"] }), unknownKey),
  refusedCryptoKey(
    "RSA-PSS",
    () => importRsa("RSA-PSS", "SHA-256", "sign"),
    "is a CryptoKey whose type or algorithm CloudFront does not accept; import an RSA key as RSASSA-PKCS1-v1_5 with SHA-256 or SHA-1, or a P-256 key as ECDSA",
  ),
  refusedCryptoKey(
    "ECDSA on P-384",
    () =>
      crypto.subtle.importKey(
        "pkcs8",
        pemToDer(keyText("ecp384.pkcs8.pem")),
        { name: "ECDSA", namedCurve: "P-384" },
        false,
        ["sign"],
      ),
    "is a CryptoKey whose curve CloudFront does not accept; import an RSA key as RSASSA-PKCS1-v1_5 with SHA-256 or SHA-1, or a P-256 key as ECDSA",
  ),
  refusedCryptoKey(
    'without the usage "sign"',
    () => like("private", []),
    'is a CryptoKey without the usage "sign"; import the key with ["sign"]',
  ),
  refusedCryptoKey(
    "RSA for SHA-384",
    () => importRsa("RSASSA-PKCS1-v1_5", "SHA-384", "sign"),
    "is a CryptoKey whose hash CloudFront does not accept; import an RSA key as RSASSA-PKCS1-v1_5 with SHA-256 or SHA-1, or a P-256 key as ECDSA",
  ),
  refusedCryptoKey(
    'RSA for SHA-256, with hashAlgorithm: "SHA1"',
    () => importRsa("RSASSA-PKCS1-v1_5", "SHA-256", "sign"),
    "is a CryptoKey for SHA256, and hashAlgorithm is SHA1; import the key for SHA1",
    "SHA1",
  ),
  {
    given: "content: a CryptoKey, private",
    run: () => importCloudFrontPublicKey({ content: like("private", ["sign"]) as object }),
    code: "ERR_KEY_USAGE",
    message: "content: is a private CryptoKey; pass the publicKey of the same pair",
  },
  {
    given: 'content: a CryptoKey, without the usage "verify"',
    run: () => importCloudFrontPublicKey({ content: like("public", []) as object }),
    code: "ERR_KEY_USAGE",
    message: 'content: is a CryptoKey without the usage "verify"; import the key with ["verify"]',
  },
];
