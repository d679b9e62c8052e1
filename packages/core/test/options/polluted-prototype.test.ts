import { keyBytes, keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { publicKeyOf, signature } from "@cloudfront-sign-webcrypto/testing/support/remote-keys.ts";
import { end, host, keyPairId, signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { type CloudFrontSigner, cloudFrontUrl, isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import { remoteKey } from "cloudfront-sign-webcrypto/remote";
import { createCloudFrontVerifier, inspectCloudFrontUrl } from "cloudfront-sign-webcrypto/verify";
import { expect, it } from "vitest";

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

/** The same for what begins with an empty list, or reads behind the end of one. */
const laterUses: Record<string, (signer: CloudFrontSigner) => Promise<unknown>> = {
  "signUrls of a list": async (signer) => {
    const signed: string[] = [];
    for await (const url of signer.signUrls([`${host}/a.jpg`], { dateLessThan: end })) {
      signed.push(url);
      if (signed.length > 3) break;
    }
    return signed.length;
  },
  "signCookies of a list": async (signer) =>
    (await signer.signCookieSets([{ resource: `${host}/a/*`, dateLessThan: end }])).map(({ path }) => path),
  "a remote key": (signer) => signer.signUrl(`${host}/a.jpg`, { dateLessThan: end }),
  "a policy that ends early": (signer) => signer.signUrl(`${host}/a.jpg`, { policy: "{" }),
};

const remote = remoteKey({
  publicKey: publicKeyOf("EC"),
  sign: (bytes) => signature("EC", bytes),
  attempts: 1,
});

it.each(Object.keys(laterUses))("%s is done as ever", async (name) => {
  const use = laterUses[name] as (typeof laterUses)[string];
  const inWords = (promise: Promise<unknown>) =>
    promise.then(
      (value) => (typeof value === "string" ? "signed" : JSON.stringify(value)),
      (error: Error) => `${isCloudFrontSignError(error)} ${error.message}`,
    );
  const key = name === "a remote key" ? remote : rsa;
  const expected = await inWords(use(signerOf(key)));
  for (const value of ["x", '"', () => "x"]) {
    Object.assign(Object.prototype, { 0: value, 1: value });
    const polluted = await inWords(use(signerOf(key))).finally(() => {
      Reflect.deleteProperty(Object.prototype, 0);
      Reflect.deleteProperty(Object.prototype, 1);
    });
    expect(polluted).toBe(expected);
  }
});

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
