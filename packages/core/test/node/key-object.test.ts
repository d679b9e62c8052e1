import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import { type KeyFile, keyText, passphrase } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  createCloudFrontPresignedUrl,
  importCloudFrontPrivateKey,
  importCloudFrontPublicKey,
  type PrivateKeySource,
  type PublicKeySource,
} from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";
import { newKey, readPrivate, readPublic } from "../support/key-fault.ts";

/** The `KeyObject` of `node:crypto`. Its type fits without a cast: this file is compiled with @types/node. */

const url = `${host}/image.jpg`;

describe.each([
  ["rsa2048.pkcs8.pem", "RSA"],
  ["ecp256.sec1.pem", "P-256"],
] satisfies [KeyFile, string][])("a KeyObject of %s (%s)", (file, _) => {
  const privateKey: KeyObject = createPrivateKey(keyText(file));
  const publicKey: KeyObject = createPublicKey(privateKey);
  const source: { privateKey: PrivateKeySource; publicKey: PublicKeySource } = { privateKey, publicKey };
  const verifier = createCloudFrontVerifier({
    publicKeys: { [keyPairId]: source.publicKey },
    now: () => moment,
  });

  it("signs, and its public one verifies", async () => {
    const signed = await signerOf(source.privateKey).signUrl(url, { dateLessThan: end });
    expect(await verifier.verifyUrl(signed)).toMatchObject({ allowed: true });
  });

  it("signs in the one-shot functions, and verifies what they make", async () => {
    const signed = await createCloudFrontPresignedUrl({
      policy: { url, expireTimeEpochMs: end * 1000 },
      key: { keyPairId, content: privateKey },
    });
    expect(await verifier.verifyUrl(signed)).toMatchObject({ allowed: true });
  });

  it("is imported as a CryptoKey", async () => {
    const imported = await importCloudFrontPrivateKey({ keyPairId, content: privateKey });
    expect(imported).toMatchObject({ type: "private", extractable: false, usages: ["sign"] });
    expect(await importCloudFrontPublicKey({ content: publicKey })).toMatchObject({ type: "public" });
  });
});

it("a KeyObject of RSA makes the URL that its PEM makes", async () => {
  const pem = keyText("rsa2048.pkcs8.pem");
  const sign = (key: PrivateKeySource) => signerOf(key).signUrl(url, { dateLessThan: end });
  expect(await sign(createPrivateKey(pem))).toBe(await sign(pem));
});

it("a KeyObject of an encrypted PEM needs no passphrase any more", async () => {
  const key = createPrivateKey({ key: keyText("rsa2048.enc-aes256-sha256.pkcs8.pem"), passphrase });
  expect(await signerOf(key).signUrl(url, { dateLessThan: end })).toContain("Signature=");
});

type Pair = { privateKey: KeyObject; publicKey: KeyObject };

function pairOf(file: KeyFile): Pair {
  const privateKey = createPrivateKey(keyText(file));
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

const unsupported: [title: string, make: () => Pair, message: string][] = [
  ["Ed25519", () => generateKeyPairSync("ed25519"), `is a key for Ed25519; ${newKey}`],
  ["X25519", () => generateKeyPairSync("x25519"), `is a key for X25519; ${newKey}`],
  ["RSA-PSS", () => pairOf("rsapss2048.pkcs8.pem"), `is a key for RSA-PSS; ${newKey}`],
  ["RSA-PSS with parameters", () => pairOf("rsapss-parameters.pkcs8.pem"), `is a key for RSA-PSS; ${newKey}`],
  ["P-384", () => generateKeyPairSync("ec", { namedCurve: "P-384" }), `is an EC key on P-384; ${newKey}`],
  ["secp256k1", () => pairOf("ecp256k1.pkcs8.pem"), `is an EC key on secp256k1; ${newKey}`],
  [
    "brainpoolP256r1",
    () => pairOf("brainpool256.sec1.pem"),
    `is an EC key on a curve that this package does not support; ${newKey}`,
  ],
  ["DSA", () => pairOf("dsa2048.pkcs8.pem"), `is a key for DSA; ${newKey}`],
  [
    "DH",
    () => pairOf("dh2048.pkcs8.pem"),
    `is a key for an algorithm that this package does not support; ${newKey}`,
  ],
];

describe("a KeyObject of another algorithm", () => {
  it.each(unsupported)("is named, private and public: %s", async (_, make, message) => {
    const { privateKey, publicKey } = make();
    expect((await refusal(() => readPrivate(privateKey))).message).toBe(`privateKey: ${message}`);
    expect((await refusal(() => readPublic(publicKey))).message).toBe(`content: ${message}`);
  });
});

describe("a KeyObject of the other half", () => {
  const { privateKey, publicKey } = pairOf("rsa2048.pkcs8.pem");
  const secret = createSecretKey(new Uint8Array(32));

  it.each([
    ["public, for a signer", () => readPrivate(publicKey), "ERR_KEY_NOT_PRIVATE"],
    ["private, for a verifier", () => readPublic(privateKey), "ERR_KEY_NOT_PUBLIC"],
    ["secret, for a signer", () => readPrivate(secret), "ERR_KEY_UNSUPPORTED"],
    ["secret, for a verifier", () => readPublic(secret), "ERR_KEY_UNSUPPORTED"],
  ])("is refused: %s", async (_, read, code) => {
    expect((await refusal(read)).code).toBe(code);
  });

  it("becomes the right one by the function that the message names", async () => {
    expect((await refusal(() => readPublic(privateKey))).message).toContain("createPublicKey(keyObject)");
    expect(await readPublic(createPublicKey(privateKey))).toMatchObject({ type: "public" });
  });
});
