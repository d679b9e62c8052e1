import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  answer,
  isValid,
  type Pair,
  policy,
  publicKeyOf,
  signature,
} from "@cloudfront-sign-webcrypto/testing/support/remote-keys.ts";
import { awsKmsKey, pkcs11Key, remoteKey } from "cloudfront-sign-webcrypto/remote";
import { describe, expect, it } from "vitest";

/** The check of signatures of a remote key against its public key. */

const wrongKey = "ERR_SIGNING_FAILED publicKey";

/** A key that signs with the pairs in turn; the last one goes on. */
function signingWith(...turns: Pair[]) {
  const counts = { calls: 0 };
  const key = remoteKey({
    publicKey: publicKeyOf("RSA"),
    sign: (bytes) => signature(turns[Math.min(counts.calls++, turns.length - 1)] as Pair, bytes),
  });
  return { key, counts };
}

describe("a signature of another key", () => {
  it("is not returned", async () => {
    expect(await refusedAs(() => signingWith("another RSA").key.sign(policy))).toBe(wrongKey);
  });

  it("is not returned by any of several first calls at a time", async () => {
    const { key, counts } = signingWith("another RSA");
    const calls = Array.from({ length: 20 }, () => refusedAs(() => key.sign(policy)));
    expect(new Set(await Promise.all(calls))).toEqual(new Set([wrongKey]));
    expect(counts.calls).toBe(20);
  });

  it("is not returned while the right key signs other first calls", async () => {
    const { key } = signingWith("RSA", "another RSA", "RSA", "another RSA");
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => key.sign(policy)));
    for (const result of results)
      if (result.status === "fulfilled") expect(await isValid("RSA", result.value, policy)).toBe(true);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "rejected"]);
  });

  it("is checked for again by the next call", async () => {
    const { key } = signingWith("another RSA", "another RSA", "RSA");
    expect(await refusedAs(() => key.sign(policy))).toBe(wrongKey);
    expect(await refusedAs(() => key.sign(policy))).toBe(wrongKey);
    expect(await isValid("RSA", await key.sign(policy), policy)).toBe(true);
  });
});

describe("after a signature that was valid", () => {
  const policyOf = (number: number) => new TextEncoder().encode(`{"Statement":[${number}]}`);
  const wrong = "ERR_SIGNING_FAILED sign";

  it.each(["RSA", "EC"] as const)(
    "that of another call at the same time is not returned: %s",
    async (pair) => {
      const waiting: ((signed: Uint8Array) => void)[] = [];
      const given: Uint8Array[] = [];
      const key = remoteKey({
        publicKey: publicKeyOf(pair),
        sign: (bytes) => {
          if (given.push(bytes) === 1) return signature(pair, bytes);
          return new Promise((resolve) => waiting.push(resolve));
        },
      });
      await key.sign(policyOf(0));
      const calls = [1, 2].map((number) => refusedAs(() => key.sign(policyOf(number))));
      while (waiting.length < 2) await null;
      // Each gets the answer of the other one.
      waiting[0]?.(await signature(pair, given[2] as Uint8Array));
      waiting[1]?.(await signature(pair, given[1] as Uint8Array));
      expect(await Promise.all(calls)).toEqual([wrong, wrong]);
    },
  );

  it("that of an earlier call is not returned", async () => {
    let first: Promise<Uint8Array> | undefined;
    const key = pkcs11Key({
      publicKey: publicKeyOf("RSA"),
      sign: ({ data }) => {
        first ??= signature("RSA", data);
        return first;
      },
    });
    await key.sign(policyOf(1));
    expect(await refusedAs(() => key.sign(policyOf(2)))).toBe(wrong);
    expect(await isValid("RSA", await key.sign(policyOf(1)), policyOf(1))).toBe(true);
  });

  it("one of a key that replaced it is not returned", async () => {
    const { key } = signingWith("RSA", "RSA", "another RSA", "RSA");
    await key.sign(policy);
    await key.sign(policy);
    expect(await refusedAs(() => key.sign(policy))).toBe(wrong);
    expect(await isValid("RSA", await key.sign(policy), policy)).toBe(true);
  });

  it("one of another key behind the same alias is not returned, whatever AWS KMS calls it", async () => {
    let pair: Pair = "RSA";
    let KeyId: string | undefined = "arn:aws:kms:eu-west-1:111122223333:key/1";
    const key = awsKmsKey({
      keyId: "alias/cloudfront",
      publicKey: publicKeyOf("RSA"),
      sign: async ({ Message }) => answer(await signature(pair, Message), { KeyId }),
    });
    await key.sign(policy);
    pair = "another RSA";
    for (KeyId of [KeyId, "arn:aws:kms:eu-west-1:111122223333:key/2", undefined])
      expect(await refusedAs(() => key.sign(policy))).toBe(wrong);
    pair = "RSA";
    expect(await isValid("RSA", await key.sign(policy), policy)).toBe(true);
  });
});

it("says with AWS KMS which key was meant and how to compare it, without the account", async () => {
  const key = awsKmsKey({
    keyId: "arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab",
    publicKey: publicKeyOf("RSA"),
    sign: async ({ Message }) => answer(await signature("another RSA", Message)),
  });
  const { message } = await refusal(() => key.sign(policy));
  expect(message).toContain(
    "aws kms get-public-key --key-id 1234abcd-12ab-34cd-56ef-1234567890ab --region eu-west-1",
  );
  expect(message).not.toContain("111122223333");
});
