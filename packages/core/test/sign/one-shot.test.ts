import {
  clientRequest,
  cookieRequest,
  isSignatureValid,
} from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { keyBytes, keyText, passphrase } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, keyPairId, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  createCloudFrontPresignedUrl,
  createCloudFrontSignedCookies,
  importCloudFrontPrivateKey,
  importCloudFrontPublicKey,
} from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

/**
 * The one-shot functions: the names and option shapes of the prior art, over the same keys, policies and URLs
 * as the signer.
 */

const url = `${host}/image.jpg`;
const content = keyText("rsa2048.pkcs8.pem");
const policy = { url, expireTimeEpochMs: end * 1000 };
const key = { keyPairId, content };

describe("createCloudFrontPresignedUrl", () => {
  it("makes the URL that the signer makes", async () => {
    const expected = await rsaSigner().signUrl(url, { dateLessThan: end });
    expect(await createCloudFrontPresignedUrl({ policy, key })).toBe(expected);
    expect(await createCloudFrontPresignedUrl({ policy, key: { ...key, format: "pkcs8" } as never })).toBe(
      expected,
    );
    const importedKey = await importCloudFrontPrivateKey(key);
    expect(await createCloudFrontPresignedUrl({ policy, key, importedKey })).toBe(expected);
  });

  it("with an IP range", async () => {
    const expected = await rsaSigner().signUrl(url, { dateLessThan: end, ipAddress: "192.0.2.0/24" });
    expect(await createCloudFrontPresignedUrl({ policy: { ...policy, ipRange: "192.0.2.0/24" }, key })).toBe(
      expected,
    );
  });

  it("drops a fraction of a second", async () => {
    const signed = await createCloudFrontPresignedUrl({
      policy: { url, expireTimeEpochMs: end * 1000 + 999 },
      key,
    });
    expect(new URL(signed).searchParams.get("Expires")).toBe(`${end}`);
  });

  it("takes every form of a key", async () => {
    const expected = await rsaSigner().signUrl(url, { dateLessThan: end });
    for (const other of [
      keyText("rsa2048.pkcs1.pem"),
      keyBytes("rsa2048.pkcs8.der"),
      keyText("rsa2048.bare-base64.txt"),
    ]) {
      expect(await createCloudFrontPresignedUrl({ policy, key: { keyPairId, content: other } })).toBe(
        expected,
      );
    }
    const encrypted = { keyPairId, content: keyText("rsa2048.enc-aes256-sha256.pkcs8.pem"), passphrase };
    expect(await createCloudFrontPresignedUrl({ policy, key: encrypted })).toBe(expected);
    const ec = { keyPairId, content: keyText("ecp256.sec1.pem") };
    expect(
      await isSignatureValid(
        "ecp256.pub.spki.pem",
        clientRequest(await createCloudFrontPresignedUrl({ policy, key: ec })),
      ),
    ).toBe(true);
  });

  const refused: Record<string, [input: unknown, expected: RegExp]> = {
    nothing: [undefined, /^ERR_OPTION_INVALID input$/],
    "no policy": [{ key }, /^ERR_OPTION_(INVALID|MISSING) policy$/],
    "no key": [{ policy }, /^ERR_OPTION_(INVALID|MISSING) key$/],
    "an unknown option": [{ policy, key, expiresIn: 60 }, /^ERR_OPTION_UNKNOWN expiresIn$/],
    "an unknown option of the key": [
      { policy, key: { ...key, privateKey: content } },
      /^ERR_OPTION_UNKNOWN privateKey$/,
    ],
    "no URL": [{ policy: { expireTimeEpochMs: end * 1000 }, key }, /^ERR_URL_INVALID url$/],
    "a URL with a wildcard": [{ policy: { ...policy, url: `${host}/*` }, key }, /^ERR_RESOURCE_INVALID url$/],
    "a signed URL": [{ policy: { ...policy, url: `${url}?Policy=x` }, key }, /^ERR_URL_ALREADY_SIGNED url$/],
    "no end": [{ policy: { url }, key }, /^ERR_DATE_INVALID expireTimeEpochMs$/],
    NaN: [{ policy: { url, expireTimeEpochMs: Number.NaN }, key }, /^ERR_DATE_INVALID expireTimeEpochMs$/],
    "a past end": [{ policy: { url, expireTimeEpochMs: Date.now() - 1000 }, key }, /^ERR_DATE_PAST /],
    IPv6: [{ policy: { ...policy, ipRange: "2001:db8::/32" }, key }, /^ERR_IP_ADDRESS_INVALID ipRange$/],
    "an empty IP range": [{ policy: { ...policy, ipRange: "" }, key }, /^ERR_IP_ADDRESS_INVALID ipRange$/],
    "an IP range of null": [
      { policy: { ...policy, ipRange: null }, key },
      /^ERR_IP_ADDRESS_INVALID ipRange$/,
    ],
    "no key ID": [{ policy, key: { content } }, /^ERR_(KEY_PAIR_ID_INVALID|OPTION_MISSING) keyPairId$/],
    "a key ID in small letters": [
      { policy, key: { keyPairId: "key", content } },
      /^ERR_KEY_PAIR_ID_INVALID keyPairId$/,
    ],
    "no content": [{ policy, key: { keyPairId } }, /^ERR_(KEY_INVALID|OPTION_MISSING) content$/],
    "a public key": [
      { policy, key: { keyPairId, content: keyText("rsa2048.pub.spki.pem") } },
      /^ERR_KEY_NOT_PRIVATE content$/,
    ],
    "a key that is not imported": [{ policy, key, importedKey: {} }, /^ERR_(KEY|OPTION)_\w+ importedKey$/],
    "a promise of an imported key": [
      { policy, key, importedKey: importCloudFrontPrivateKey(key) },
      /^ERR_(KEY|OPTION)_\w+ importedKey$/,
    ],
  };

  it.each(Object.entries(refused))("refuses %s", async (_, [input, expected]) => {
    expect(await refusedAs(() => createCloudFrontPresignedUrl(input as never))).toMatch(expected);
    if (!expected.source.includes("RESOURCE_INVALID"))
      expect(await refusedAs(() => createCloudFrontSignedCookies(input as never))).toMatch(/^ERR_/);
  });

  it("refuses by rejecting, never by throwing", async () => {
    for (const broken of [
      createCloudFrontPresignedUrl,
      createCloudFrontSignedCookies,
      importCloudFrontPrivateKey,
      importCloudFrontPublicKey,
    ]) {
      const outcome = (broken as (input: unknown) => unknown)(null);
      expect(outcome).toBeInstanceOf(Promise);
      await expect(outcome).rejects.toThrow();
    }
  });
});

describe("createCloudFrontSignedCookies", () => {
  it.each([url, `${host}/*`, `${url}?x=1`, `${host}/a b/*`, "*.example.com/*"])(
    "makes the cookies that the signer makes for %s",
    async (resource) => {
      const expected = await rsaSigner().signCookies({ resource, dateLessThan: end });
      const made = await createCloudFrontSignedCookies({ policy: { ...policy, url: resource }, key });
      expect(made.values).toEqual(expected.values);
      expect(made.toSetCookie({ maxAge: 60 })).toEqual(expected.toSetCookie({ maxAge: 60 }));
      expect(made.toCookieHeader()).toBe(expected.toCookieHeader());
    },
  );

  it("with an IP range", async () => {
    const { values } = await createCloudFrontSignedCookies({
      policy: { ...policy, ipRange: "192.0.2.1" },
      key,
    });
    expect(cookieRequest(values, url).policy).toContain('"IpAddress":{"AWS:SourceIp":"192.0.2.1/32"}');
  });
});

describe("importCloudFrontPrivateKey", () => {
  it("gives a key that signs and cannot leave", async () => {
    for (const [file, algorithm] of [
      ["rsa2048.pkcs1.pem", "RSASSA-PKCS1-v1_5"],
      ["ecp256.sec1.pem", "ECDSA"],
    ] as const) {
      const imported = await importCloudFrontPrivateKey({ keyPairId, content: keyText(file) });
      expect(imported).toMatchObject({
        type: "private",
        extractable: false,
        usages: ["sign"],
        algorithm: { name: algorithm },
      });
      await expect(crypto.subtle.exportKey("pkcs8", imported as CryptoKey)).rejects.toThrow();
    }
  });

  it.each([
    [{ keyPairId, content: "x" }, /^ERR_KEY_INVALID content$/],
    [
      {
        keyPairId,
        content: { keyType: "RSA", hashAlgorithm: "SHA256", sign: async () => new Uint8Array(256) },
      },
      /^ERR_KEY_UNSUPPORTED content$/,
    ],
    [{ keyPairId: "x", content }, /^ERR_KEY_PAIR_ID_INVALID keyPairId$/],
    [{ keyPairId, content, format: "pem", extractable: true }, /^ERR_OPTION_UNKNOWN extractable$/],
    [undefined, /^ERR_OPTION_INVALID key$/],
  ])("refuses %j", async (input, expected) => {
    expect(await refusedAs(() => importCloudFrontPrivateKey(input as never))).toMatch(expected);
  });
});
