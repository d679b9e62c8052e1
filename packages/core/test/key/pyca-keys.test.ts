import { base64ToBytes } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  type PycaFile,
  parameters,
  privateKeys,
  publicKeys,
  signingKeys,
} from "@cloudfront-sign-webcrypto/testing/vectors/pyca-expectations.ts";
import pycaKeys from "@cloudfront-sign-webcrypto/testing/vectors/pyca-keys.json";
import { importCloudFrontPublicKey } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";

/**
 * Keys of the test vectors of pyca/cryptography, those that are of a kind or in a form that the keys of this
 * project lack. Source and licence: packages/testing/vectors/README.md.
 */

const bytesOf = (file: PycaFile) => base64ToBytes(pycaKeys.files[file]);
/** The public halves of the keys that sign, made with OpenSSL. */
const halves: Partial<Record<PycaFile, string>> = pycaKeys.publicKeys;
const entries = <Value>(table: Partial<Record<PycaFile, Value>>) =>
  Object.entries(table) as [PycaFile, Value][];

it("every file is in one table", () => {
  const listed = [signingKeys, privateKeys, publicKeys].flatMap((table) => Object.keys(table));
  expect([...listed, ...parameters].sort()).toEqual(Object.keys(pycaKeys.files).sort());
  expect(Object.keys(halves)).toEqual(Object.keys(signingKeys));
});

describe("a private key of pyca/cryptography", () => {
  it.each(entries(signingKeys))("signs as its public key verifies: %s", async (file, passphrase) => {
    const url = await signerOf(bytesOf(file), { passphrase }).signUrl(`${host}/a`, { dateLessThan: end });
    const publicKeys = { [keyPairId]: halves[file] ?? "" };
    expect(await createCloudFrontVerifier({ publicKeys }).verifyUrl(url, { time: moment })).toMatchObject({
      allowed: true,
    });
  });

  it.each(entries(privateKeys))("is named: %s", async (file, [code, words, passphrase]) => {
    const error = await refusal(() =>
      signerOf(bytesOf(file), { passphrase }).signUrl(`${host}/a`, { dateLessThan: end }),
    );
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
  });

  it.each([...entries(signingKeys), ...entries(privateKeys)].map(([file]) => file))(
    "is not a public key: %s",
    async (file) => {
      const { code, message } = await refusal(() => importCloudFrontPublicKey({ content: bytesOf(file) }));
      expect(code).toBe("ERR_KEY_NOT_PUBLIC");
      expect(message).toMatch(/^content: is an? [\w ]*private key/);
    },
  );
});

describe("a public key of pyca/cryptography", () => {
  it.each(entries(publicKeys))("is taken or named: %s", async (file, expected) => {
    const action = () => importCloudFrontPublicKey({ content: bytesOf(file) });
    if (!expected) return expect((await action()).type).toBe("public");
    const [code, words] = expected;
    const error = await refusal(action);
    expect(error.code).toBe(code);
    return expect(error.message).toContain(words);
  });

  it.each(entries(publicKeys))("is not a private key: %s", async (file) => {
    const { code, message } = await refusal(() => signerOf(bytesOf(file)));
    expect(code).toBe("ERR_KEY_NOT_PRIVATE");
    expect(message).toMatch(/^privateKey: is an? [\w ]*public key/);
  });
});

describe("parameters of pyca/cryptography", () => {
  it.each(parameters)("are not a key of either half: %s", async (file) => {
    const privateKey = await refusal(() => signerOf(bytesOf(file)));
    const publicKey = await refusal(() => importCloudFrontPublicKey({ content: bytesOf(file) }));
    expect([privateKey.code, publicKey.code]).toEqual(["ERR_KEY_NOT_PRIVATE", "ERR_KEY_NOT_PUBLIC"]);
    for (const { message } of [privateKey, publicKey]) expect(message).toContain("a PEM without a key in it");
  });
});
