import { clientRequest, isSignatureValid } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { keyBytes, rsaJwk } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  answer,
  isValid,
  type Pair,
  pairs,
  policy,
  publicKeyOf,
  signature,
} from "@cloudfront-sign-webcrypto/testing/support/remote-keys.ts";
import { end, host, rsaSigner, signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  type AwsKmsSignInput,
  awsKmsKey,
  type Pkcs11SignInput,
  pkcs11Key,
  remoteKey,
} from "cloudfront-sign-webcrypto/remote";
import { describe, expect, it } from "vitest";

/** What awsKmsKey, pkcs11Key and remoteKey give to the function that signs, and take from it. */

const url = `${host}/image.jpg`;
const terms = { dateLessThan: end } as const;

async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes)));
}

/** A signature in DER as AWS KMS gives it: that of the signer for an EC key. */
async function der(pair: Pair, bytes: Uint8Array): Promise<Uint8Array> {
  const key = remoteKey({ publicKey: publicKeyOf(pair), sign: (given) => signature(pair, given) });
  return key.sign(bytes);
}

describe("awsKmsKey", () => {
  function kms(pair: Pair, sign = signature as (pair: Pair, bytes: Uint8Array) => Promise<Uint8Array>) {
    const inputs: AwsKmsSignInput[] = [];
    const key = awsKmsKey({
      keyId: "alias/cloudfront",
      publicKey: publicKeyOf(pair),
      sign: async (input) => {
        inputs.push(input);
        return answer(await sign(pair, input.Message));
      },
    });
    return { key, inputs };
  }

  it.each([
    ["RSA", "RSASSA_PKCS1_V1_5_SHA_256"],
    ["EC", "ECDSA_SHA_256"],
  ] as const)("signs with an %s key as %s", async (pair, SigningAlgorithm) => {
    const { key, inputs } = kms(pair);
    await key.sign(policy);
    expect(inputs).toEqual([
      { KeyId: "alias/cloudfront", Message: policy, MessageType: "RAW", SigningAlgorithm },
    ]);
    expect([key.keyType, key.hashAlgorithm]).toEqual([pair, "SHA256"]);
  });

  it("makes the URL that the key itself makes, with Hash-Algorithm=SHA256", async () => {
    const expected = await rsaSigner({ hashAlgorithm: "SHA256" }).signUrl(url, terms);
    expect(await signerOf(kms("RSA").key).signUrl(url, terms)).toBe(expected);
    expect(clientRequest(expected).order).toContain("Hash-Algorithm");
  });

  it.each([
    ["DER", der],
    ["r‖s", signature],
  ] as const)("takes an EC signature as %s", async (_, sign) => {
    const signed = clientRequest(await signerOf(kms("EC", sign).key).signUrl(url, terms));
    expect(await isSignatureValid(pairs.EC.public, signed)).toBe(true);
  });

  it("gives 4,096 bytes whole, and the hash of 4,097", async () => {
    const short = new Uint8Array(4096).fill(97);
    const long = new Uint8Array(4097).fill(97);
    // WebCrypto hashes everything that it signs: the signature of the hash is that of the bytes.
    const { key, inputs } = kms("RSA", (pair) => signature(pair, long));
    await key.sign(long);
    const whole = kms("RSA");
    await whole.key.sign(short);
    expect(inputs.map(({ MessageType, Message }) => [MessageType, Message])).toEqual([
      ["DIGEST", await sha256(long)],
    ]);
    expect(whole.inputs.map(({ MessageType, Message }) => [MessageType, Message.length])).toEqual([
      ["RAW", 4096],
    ]);
  });

  it.each([
    "1234abcd-12ab-34cd-56ef-1234567890ab",
    "mrk-1234abcd12ab34cd56ef1234567890ab",
    "alias/team/cloudfront_1",
    "arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab",
    "arn:aws-cn:kms:cn-north-1:111122223333:alias/a",
  ])("passes on the keyId %s", async (keyId) => {
    let KeyId: string | undefined;
    const key = awsKmsKey({
      keyId,
      publicKey: publicKeyOf("RSA"),
      sign: async (input) => {
        ({ KeyId } = input);
        return answer();
      },
    });
    await key.sign(policy);
    expect(KeyId).toBe(keyId);
  });

  it.each([
    undefined,
    null,
    "",
    "undefined",
    "alias/",
    " alias/a",
    "alias/a;b",
    "K2JCJMDEHXQW5F",
    "-----BEGIN",
    publicKeyOf("RSA"),
    "a".repeat(2049),
    "arn:aws:kms:eu-west-1:111122223333",
    "arn:aws:kms:eu-west-1:111122223333:key/",
    "arn:aws:kms:eu-west-1:111122223333:key/:a",
    "arn:aws:kms:eu-west-1:111122223333:grant/a",
    "arn:aws:cloudfront::111122223333:public-key/K2JCJMDEHXQW5F",
  ])("refuses the keyId %j", async (keyId) => {
    const make = () =>
      awsKmsKey({ keyId: keyId as string, publicKey: publicKeyOf("RSA"), sign: () => answer() });
    expect(await refusedAs(make)).toBe(`ERR_OPTION_${keyId === undefined ? "MISSING" : "INVALID"} keyId`);
  });
});

describe("pkcs11Key", () => {
  async function device(pair: Pair, hashAlgorithm?: "SHA1" | "SHA256") {
    const inputs: Pkcs11SignInput[] = [];
    const key = pkcs11Key({
      publicKey: publicKeyOf(pair),
      hashAlgorithm,
      sign: (input) => {
        inputs.push(input);
        return signature(pair, policy, hashAlgorithm === "SHA1" ? "SHA-1" : "SHA-256");
      },
    });
    await key.sign(policy);
    return { key, inputs };
  }

  it("signs RSA with CKM_SHA256_RSA_PKCS", async () => {
    const { key, inputs } = await device("RSA");
    expect(inputs).toEqual([{ mechanism: "CKM_SHA256_RSA_PKCS", data: policy }]);
    expect([key.keyType, key.hashAlgorithm]).toEqual(["RSA", "SHA256"]);
  });

  it("signs RSA and SHA-1 with CKM_SHA1_RSA_PKCS", async () => {
    const { key, inputs } = await device("RSA", "SHA1");
    expect(inputs).toEqual([{ mechanism: "CKM_SHA1_RSA_PKCS", data: policy }]);
    expect(key.hashAlgorithm).toBe("SHA1");
  });

  it("signs EC with CKM_ECDSA, which gets the hash", async () => {
    const { key, inputs } = await device("EC");
    expect(inputs).toEqual([{ mechanism: "CKM_ECDSA", data: await sha256(policy) }]);
    expect(key.keyType).toBe("EC");
  });

  it("signs EC and SHA-1 with CKM_ECDSA, which gets that hash", async () => {
    const { inputs } = await device("EC", "SHA1");
    expect(inputs.map(({ data }) => data.length)).toEqual([20]);
  });

  it("takes what a function returns that is not asynchronous", async () => {
    const signed = await signature("RSA", policy);
    const key = pkcs11Key({ publicKey: publicKeyOf("RSA"), sign: () => signed });
    expect(await key.sign(policy)).toEqual(signed);
  });
});

describe("remoteKey", () => {
  it("signs with SHA-256 by default, and with SHA-1 on request", async () => {
    const publicKey = publicKeyOf("RSA");
    const byDefault = remoteKey({ publicKey, sign: (bytes) => signature("RSA", bytes) });
    const sha1 = remoteKey({
      publicKey,
      hashAlgorithm: "SHA1",
      sign: (bytes) => signature("RSA", bytes, "SHA-1"),
    });
    expect(await signerOf(byDefault).signUrl(url, terms)).toBe(
      await rsaSigner({ hashAlgorithm: "SHA256" }).signUrl(url, terms),
    );
    expect(await signerOf(sha1).signUrl(url, terms)).toBe(await rsaSigner().signUrl(url, terms));
  });

  it("gives each attempt bytes of its own, and checks against those that it got", async () => {
    const signed = await signature("RSA", policy);
    const key = remoteKey({
      publicKey: publicKeyOf("RSA"),
      sign: (bytes) => {
        bytes.fill(0);
        return signed;
      },
    });
    const bytes = policy.slice();
    expect(await key.sign(bytes)).toEqual(signed);
    expect(bytes).toEqual(policy);
  });

  it("returns a copy, which the function that signs cannot change any more", async () => {
    const signed = await signature("RSA", policy);
    const buffer = signed.slice();
    const key = remoteKey({ publicKey: publicKeyOf("RSA"), sign: () => buffer });
    const returned = await key.sign(policy);
    buffer.fill(0);
    expect(returned).toEqual(signed);
  });

  it("is frozen, and calls nothing before the first signature", () => {
    let calls = 0;
    const key = remoteKey({
      publicKey: publicKeyOf("RSA"),
      sign: () => {
        calls++;
        return new Uint8Array(256);
      },
    });
    expect([calls, Object.isFrozen(key)]).toEqual([0, true]);
  });
});

describe("publicKey", () => {
  const algorithm = (hash: string) => ({ name: "RSASSA-PKCS1-v1_5", hash });
  const importPublic = async (hash: string, extractable: boolean) =>
    crypto.subtle.importKey("spki", keyBytes("rsa2048.pub.spki.der"), algorithm(hash), extractable, [
      "verify",
    ]);
  const forms: Record<string, () => unknown> = {
    "a PEM": () => publicKeyOf("RSA"),
    "the DER that GetPublicKey gives": () => keyBytes("rsa2048.pub.spki.der"),
    "a JWK": async () => {
      const { kty, n, e } = await rsaJwk();
      return { kty, n, e };
    },
    "a CryptoKey for SHA-256": () => importPublic("SHA-256", false),
    "an extractable CryptoKey for SHA-1": () => importPublic("SHA-1", true),
  };

  it.each(Object.entries(forms))("may be %s", async (_, make) => {
    const publicKey = (await make()) as string;
    const key = awsKmsKey({ keyId: "alias/a", publicKey, sign: async () => answer() });
    expect(await isValid("RSA", await key.sign(policy), policy)).toBe(true);
  });
});
