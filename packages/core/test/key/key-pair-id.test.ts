import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { repeated, runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  rsaSigner,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  createCloudFrontPresignedUrl,
  createCloudFrontSignedCookies,
  createCloudFrontSigner,
  importCloudFrontPrivateKey,
  importCloudFrontPublicKey,
} from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** IDs of public keys: CloudFront's own, what is mistaken for one, and those of emulators. */

const privateKey = keyText("rsa2048.pkcs8.pem");
const publicKey = keyText("rsa2048.pub.spki.pem");
const signerFor = (id: string, allowEmulatorKeyPairIds?: boolean) =>
  createCloudFrontSigner({ keyPairId: id, privateKey, allowEmulatorKeyPairIds, now: () => moment });
const verifierFor = (id: string, allowEmulatorKeyPairIds?: boolean) =>
  createCloudFrontVerifier({ publicKeys: { [id]: publicKey }, allowEmulatorKeyPairIds, now: () => moment });

/** Every function that takes an ID, with this one. */
const users = (id: string, allowEmulatorKeyPairIds?: boolean): (() => unknown)[] => {
  const key = { keyPairId: id, content: privateKey, allowEmulatorKeyPairIds };
  const policy = { url: `${host}/a.jpg`, expireTimeEpochMs: end * 1000 };
  return [
    () => signerFor(id, allowEmulatorKeyPairIds),
    () => verifierFor(id, allowEmulatorKeyPairIds),
    () => createCloudFrontPresignedUrl({ policy, key }),
    () => createCloudFrontSignedCookies({ policy, key }),
    () => importCloudFrontPrivateKey(key),
    () => importCloudFrontPublicKey({ ...key, content: publicKey }),
  ];
};

/** IDs that emulators give out, and other IDs that CloudFront would not. */
const otherIds = [
  "4b9d3a9e-1f0b-4c55-9a3e-0123456789ab",
  "E2QWRUHAPOMQZL",
  "EDFDVBD632BHD",
  "AKIAIOSFODNN7EXAMPLE",
  "k2jcjmdehxqw5f",
  "my-public-key",
  "arn:aws:cloudfront::111122223333:public-key/K2JCJMDEHXQW5F",
  "__proto__",
];

/** What breaks a URL or a cookie, whoever gave it out. */
const breakingIds = [
  "",
  " ",
  "K2JCJMDEHXQW5F\n",
  "\tK2JCJMDEHXQW5F",
  "K2 JC",
  "K2\u00a0JC",
  '"K2JC"',
  "'K2JC'",
  "a&b",
  "a=b",
  "a;b",
  "a,b",
  "a+b",
  "a%41",
  "a#b",
  "a?b",
  "a\\b",
  "a\0b",
  "a\x7fb",
  "Ключ",
  "\ud83d",
  "😀",
  "undefined",
  "[object Object]",
  "A".repeat(129),
  privateKey,
];

describe("by default", () => {
  it.each([
    "K2JCJMDEHXQW5F",
    "KTEST",
    "APKAEIBAERJR2EXAMPLE",
    "E2QWRUHAPOMQ",
    "E2QWRUHAPOMQZLXY",
    "A".repeat(128),
  ])("%s is taken", async (id) => {
    for (const use of users(id)) await use();
  });

  it.each([...otherIds, ...breakingIds])("%j is refused everywhere", async (id) => {
    for (const use of users(id)) expect(await refusedAs(use)).toBe("ERR_KEY_PAIR_ID_INVALID keyPairId");
    for (const use of users(id, false))
      expect(await refusedAs(use)).toBe("ERR_KEY_PAIR_ID_INVALID keyPairId");
  });
});

describe("allowEmulatorKeyPairIds", () => {
  it.each(otherIds)("takes %s, and what is signed with it verifies", async (id) => {
    for (const use of users(id, true)) await use();
    const signer = signerFor(id, true);
    const verifier = verifierFor(id, true);
    expect(signer.keyPairId).toBe(id);
    const url = await signer.signUrl(`${host}/a.jpg?x=1`, { dateLessThan: end });
    expect(new URL(url).href).toBe(url);
    expect(await verifier.verifyUrl(url)).toMatchObject({ allowed: true, keyPairId: id });
    const { toCookieHeader, values } = await signer.signCookies({ resource: `${host}/*`, dateLessThan: end });
    expect(values["CloudFront-Key-Pair-Id"]).toBe(id);
    expect(await verifier.verifyCookies(`${host}/a.jpg`, toCookieHeader())).toMatchObject({
      allowed: true,
      source: "cookies",
      keyPairId: id,
    });
  });

  it.each(breakingIds)("still refuses %j", async (id) => {
    for (const use of users(id, true)) expect(await refusedAs(use)).toBe("ERR_KEY_PAIR_ID_INVALID keyPairId");
  });

  it("of any text gives a URL and cookies that verify, or a refusal", async () => {
    let signed = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ minLength: 1, maxLength: 6 }), fc.stringMatching(/^[\w.~!$()*:@/-]{1,12}$/)),
        async (id) => {
          const outcome = await Promise.resolve()
            .then(() => signerFor(id, true))
            .catch(({ code }: { code: string }) => code);
          if (typeof outcome === "string") {
            expect(outcome).toBe("ERR_KEY_PAIR_ID_INVALID");
            return;
          }
          signed++;
          const url = await outcome.signUrl(`${host}/a.jpg`, { dateLessThan: end });
          expect(new URL(url).href).toBe(url);
          expect(new URL(url).searchParams.get("Key-Pair-Id")).toBe(id);
          const verifier = createCloudFrontVerifier({
            publicKeys: Object.fromEntries([[id, publicKey]]),
            allowEmulatorKeyPairIds: true,
            now: () => moment,
          });
          expect((await verifier.verifyUrl(url)).allowed).toBe(true);
          const cookies = await outcome.signCookies({ resource: `${host}/*`, dateLessThan: end });
          for (const line of cookies.toSetCookie())
            expect(line).toMatch(/^[\w-]+=[!#-+\--:<-[\]-~]+; Path=\//);
          expect((await verifier.verifyCookies(`${host}/a.jpg`, cookies.toCookieHeader())).allowed).toBe(
            true,
          );
        },
      ),
      runs(20260101, 150),
    );
    expect(signed).toBeGreaterThan(repeated(50));
  });

  it("of a verifier denies an unknown ID as not trusted, whatever its shape", async () => {
    const url = await signerFor("my-public-key", true).signUrl(`${host}/a.jpg`, { dateLessThan: end });
    expect(await verifierFor(keyPairId).verifyUrl(url)).toMatchObject({ reason: "key-id-not-a-key-id" });
    expect(await verifierFor(keyPairId, true).verifyUrl(url)).toMatchObject({ reason: "key-not-trusted" });
  });

  it.each(["true", 1, null, {}])("is true or false, not %j", async (value) => {
    for (const use of users(keyPairId, value as never))
      expect(await refusedAs(use)).toBe("ERR_OPTION_INVALID allowEmulatorKeyPairIds");
  });

  it("changes nothing for IDs of CloudFront", async () => {
    const url = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
    expect(await signerFor(keyPairId, true).signUrl(`${host}/a.jpg`, { dateLessThan: end })).toBe(url);
    expect((await verifierFor(keyPairId, true).verifyUrl(url)).allowed).toBe(true);
  });
});
