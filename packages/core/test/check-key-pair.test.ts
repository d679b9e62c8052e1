import {
  type KeyFile,
  keyBytes,
  keyText,
  passphrase,
} from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { signature } from "@cloudfront-sign-webcrypto/testing/support/remote-keys.ts";
import { end, host, keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  checkKeyPair,
  createCloudFrontSigner,
  loadedKey,
  type RemoteSigner,
} from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

/** A private key and the public key that CloudFront has for its ID: a wrong pair is found before anything is signed. */

const url = `${host}/a.jpg`;
const pem = keyText("rsa2048.pkcs8.pem");
const mismatch = `publicKey: does not belong to privateKey, so CloudFront would deny every URL of ${keyPairId}; compare it with the public key of your private key: openssl pkey -pubout -in private.pem`;

const own: RemoteSigner = {
  keyType: "RSA",
  hashAlgorithm: "SHA256",
  sign: (bytes) => signature("RSA", bytes),
};

/** A private key, its public key, and two that are not. */
const rows: [name: string, key: object, KeyFile, ...KeyFile[]][] = [
  ["RSA", { privateKey: pem }, "rsa2048.pub.spki.pem", "rsa2048-b.pub.spki.pem", "ecp256.pub.spki.pem"],
  [
    "RSA with SHA-256",
    { privateKey: pem, hashAlgorithm: "SHA256" },
    "rsa2048.pub.spki.pem",
    "rsa2048-b.pub.spki.pem",
  ],
  [
    "an encrypted key",
    { privateKey: keyText("rsa2048.enc-aes256-sha256.pkcs8.pem"), passphrase },
    "rsa2048.pub.spki.pem",
    "rsa2048-b.pub.spki.pem",
  ],
  ["P-256", { privateKey: keyText("ecp256.sec1.pem") }, "ecp256.pub.spki.pem", "rsa2048.pub.spki.pem"],
  [
    "a remote signer",
    { privateKey: own },
    "rsa2048.pub.spki.pem",
    "rsa2048-b.pub.spki.pem",
    "ecp256.pub.spki.pem",
  ],
];

describe.each(rows)("%s", (_, key, publicFile, ...otherFiles) => {
  it("with its public key is returned as it is, and signs", async () => {
    const given = { keyPairId, ...key } as Parameters<typeof checkKeyPair>[0];
    const checked = await checkKeyPair(given, keyText(publicFile));
    expect({ ...checked }).toEqual(given);
    const signed = await createCloudFrontSigner(checked).signUrl(url, { dateLessThan: end });
    expect(signed).toContain(`Key-Pair-Id=${keyPairId}`);
  });

  it("with another public key rejects", async () => {
    for (const other of otherFiles) {
      const error = await refusal(() => checkKeyPair({ keyPairId, ...key } as never, keyText(other)));
      expect([error.code, error.message]).toEqual(["ERR_KEY_INVALID", mismatch]);
    }
  });
});

describe("the public key", () => {
  it("can come from a function, which gets the ID", async () => {
    for (const result of [
      keyText("rsa2048.pub.spki.pem"),
      Promise.resolve(keyBytes("rsa2048.pub.spki.der")),
    ]) {
      const ids: string[] = [];
      await checkKeyPair({ keyPairId, privateKey: pem }, (id) => {
        ids.push(id);
        return result;
      });
      expect(ids).toEqual([keyPairId]);
    }
  });

  it("that cannot be loaded rejects with the error of the function", async () => {
    const reason = new Error("no network");
    const check = checkKeyPair({ keyPairId, privateKey: pem }, () => Promise.reject(reason));
    await expect(check).rejects.toBe(reason);
  });

  it.each([
    ["nothing", undefined, "ERR_KEY_INVALID publicKey"],
    ["the private key", pem, "ERR_KEY_NOT_PUBLIC publicKey"],
    ["a function that returns nothing", () => undefined, "ERR_KEY_INVALID publicKey"],
  ])("that is %s rejects", async (_, publicKey, refused) => {
    expect(await refusedAs(() => checkKeyPair({ keyPairId, privateKey: pem }, publicKey as never))).toBe(
      refused,
    );
  });
});

it.each([
  ["no key", undefined, "ERR_OPTION_INVALID key"],
  ["no ID", { privateKey: pem }, "ERR_KEY_PAIR_ID_INVALID keyPairId"],
  ["no private key", { keyPairId }, "ERR_KEY_INVALID privateKey"],
  ["a misspelt option", { keyPairId, privateKey: pem, passphras: "x" }, "ERR_OPTION_UNKNOWN passphras"],
])("rejects %s as a signer does", async (_, key, refused) => {
  expect(await refusedAs(() => checkKeyPair(key as never, keyText("rsa2048.pub.spki.pem")))).toBe(refused);
});

it("a loaded key whose secret has a wrong pair goes on with the last key, and onError says why", async () => {
  const errors: Error[] = [];
  const publicKeys: Record<string, string> = {
    KFIRST: keyText("rsa2048.pub.spki.pem"),
    KSECOND: keyText("ecp256.pub.spki.pem"),
  };
  let secret = { keyPairId: "KFIRST", privateKey: pem };
  const key = loadedKey({
    load: () => checkKeyPair(secret, (id) => publicKeys[id] ?? ""),
    onError: (error) => errors.push(error),
  });
  expect(await key.reload()).toBe("KFIRST");
  secret = { keyPairId: "KSECOND", privateKey: pem };
  await refusal(() => key.reload());
  expect([key.keyPairId, errors.map(({ message }) => message)]).toEqual([
    "KFIRST",
    [`load: failed: ${mismatch.replace(keyPairId, "KSECOND")}`],
  ]);
});
