import { cloudFrontUrl, isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier, inspectCloudFrontUrl } from "cloudfront-sign-webcrypto/verify";
import { expect, it } from "vitest";
import { keyBytes, keyText } from "./support/keys.ts";
import { keyPairId, signerOf } from "./support/signers.ts";

/**
 * Somebody else's code gave every object members with numbers for names: `list[0]` of an empty list then is not
 * `undefined`.
 */

const verifierOf = (key: unknown) => createCloudFrontVerifier({ publicKeys: { [keyPairId]: key as string } });
const rsa = keyText("rsa2048.pkcs8.pem");

/** Everything here happens before the functions return, so that nothing else runs with the members. */
const uses: Record<string, () => unknown> = {
  "a private key": () => signerOf(rsa),
  "a private key in DER": () => signerOf(keyBytes("rsa2048.pkcs1.der")),
  "a private EC key": () => signerOf(keyText("ecp256.sec1.pem")),
  "a PEM of parameters": () =>
    signerOf("-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----"),
  "a PEM of a certificate": () => signerOf("-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----"),
  "a PEM without an end": () => signerOf(rsa.slice(0, 900)),
  "a PEM in another PEM": () => signerOf(`-----BEGIN A-----\n${rsa}`),
  "an empty SEQUENCE": () => signerOf(Uint8Array.of(0x30, 0)),
  "a SEQUENCE of empty ones": () => signerOf(Uint8Array.of(0x30, 6, 0x30, 0, 0x30, 0, 4, 0)),
  "an empty PrivateKeyInfo": () => signerOf(Uint8Array.of(0x30, 7, 2, 1, 0, 0x30, 0, 4, 0)),
  "an encrypted key without parameters": () => signerOf(Uint8Array.of(0x30, 4, 0x30, 0, 4, 0)),
  "a file name": () => signerOf("/etc/keys/cloudfront.pem"),
  "an unknown ARN": () => signerOf("arn:aws"),
  "a short text": () => signerOf("key"),
  "an empty array": () => signerOf([]),
  "a JWK": () => signerOf({ kty: "EC", crv: "P-256" }),
  "a public key": () => verifierOf(keyText("rsa2048.pub.spki.pem")).keyPairIds,
  "a private key instead of a public one": () => verifierOf(rsa),
  "an empty group of keys": () => createCloudFrontVerifier({ publicKeys: {} }),
  "a URL": () => cloudFrontUrl("https://d111111abcdef8.cloudfront.net", "a b.jpg"),
  "a URL without parameters": () => inspectCloudFrontUrl("https://d111111abcdef8.cloudfront.net/"),
  "a URL with empty ones": () =>
    inspectCloudFrontUrl("https://d111111abcdef8.cloudfront.net/?Policy=&Signature=&Key-Pair-Id="),
  "a URL whose policy is an empty list": () =>
    inspectCloudFrontUrl(
      "https://d111111abcdef8.cloudfront.net/?Policy=eyJTdGF0ZW1lbnQiOltdfQ__&Signature=AAAA",
    ),
};

function outcome(use: () => unknown): string {
  try {
    return JSON.stringify(use());
  } catch (error) {
    return isCloudFrontSignError(error) ? error.message : `untyped: ${error}`;
  }
}

it.each(Object.keys(uses))("%s is read as ever", (name) => {
  const use = uses[name] as () => unknown;
  const expected = outcome(use);
  for (const value of ["x", 0x30, {}, { tag: 0x30, content: new Uint8Array() }, () => "x"]) {
    const names = Array.from({ length: 300 }, (_, i) => `${i - 1}`);
    Object.assign(Object.prototype, Object.fromEntries(names.map((each) => [each, value])));
    let polluted: string;
    try {
      polluted = outcome(use);
    } finally {
      for (const each of names) Reflect.deleteProperty(Object.prototype, each);
    }
    expect(polluted).toBe(expected);
  }
});
