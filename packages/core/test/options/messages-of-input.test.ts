import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, keyPairId, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

/** A message says what came, where that is no secret, and what mends this very input. */

const signUrl = (url: string, terms: object = { dateLessThan: end }) =>
  recorder().signer.signUrl(url, terms as never);
const signerOf = (options: object) =>
  createCloudFrontSigner({ keyPairId, privateKey: keyText("rsa2048.pkcs8.pem"), ...options });

describe("the message for", () => {
  it.each<[name: string, run: () => unknown, message: string]>([
    [
      "a duration in words",
      () => signUrl(`${host}/a`, { expiresIn: "5 lightyears" }),
      'expiresIn: "5 lightyears" is not a duration; pass seconds, or text such as "90s", "15m", "1.5h", "7d", "2w"',
    ],
    [
      "a secret as a duration",
      () => signUrl(`${host}/a`, { expiresIn: keyText("ecp256.pkcs8.pem").split("\n")[1] }),
      'expiresIn: a text of 64 characters is not a duration; pass seconds, or text such as "90s", "15m", "1.5h", "7d", "2w"',
    ],
    [
      "WebCrypto's name of a hash",
      () => signerOf({ hashAlgorithm: "SHA-256" }),
      'hashAlgorithm: "SHA-256" is not a hash algorithm of CloudFront; write "SHA256"',
    ],
    [
      "OpenSSL's name of an algorithm",
      () => signerOf({ hashAlgorithm: "RSA-SHA1" }),
      'hashAlgorithm: "RSA-SHA1" is not a hash algorithm of CloudFront; write "SHA1"',
    ],
    [
      "another hash",
      () => signerOf({ hashAlgorithm: "sha512" }),
      'hashAlgorithm: "sha512" is not a hash algorithm of CloudFront; write "SHA1" or "SHA256"',
    ],
    [
      "what may be a passphrase",
      () => signerOf({ hashAlgorithm: "hunter2" }),
      'hashAlgorithm: expected "SHA1" or "SHA256"; received another text: check its spelling',
    ],
    ...["ftp", "rtmp", "wss"].map((scheme): [string, () => unknown, string] => [
      scheme,
      () => signUrl(`${scheme}://cdn.example.com/a`),
      `url: starts with ${scheme}://, and CloudFront answers https:// and http:// alone; write https://, the distribution's host and a /: https://d111111abcdef8.cloudfront.net/…`,
    ]),
    ["a space in front", () => signUrl(` ${host}/a`), "url: has a space in front; remove it"],
    ["a space at the end", () => signUrl(`${host}/a `), "url: has a space at its end; remove it"],
    [
      "PEM lines around the base64 of a PEM",
      () =>
        signerOf({
          privateKey: `-----BEGIN PRIVATE KEY-----\n${btoa(keyText("ecp256.pkcs8.pem"))}\n-----END PRIVATE KEY-----`,
        }),
      "privateKey: has PEM lines around the base64 of a PEM; remove its first and its last line",
    ],
  ])("%s", async (_, run, message) => {
    expect((await refusal(async () => run())).message).toBe(message);
  });
});
