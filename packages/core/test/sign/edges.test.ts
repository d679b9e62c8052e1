import { keyBytes, keyText, pemToDer } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  recorder,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontPresignedUrl, importCloudFrontPublicKey } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

/** Limits, remembered keys and signatures, and what is said of a resource, each at its edge. */

const url = `${host}/a.jpg`;

describe("expireTimeEpochMs", () => {
  const messageFor = async (expireTimeEpochMs: unknown) => {
    const key = { keyPairId, content: keyText("ecp256.pkcs8.pem") };
    const policy = { url, expireTimeEpochMs: expireTimeEpochMs as number };
    return (await refusal(() => createCloudFrontPresignedUrl({ policy, key }))).message;
  };

  it.each<[value: unknown, part: string]>([
    [Number.NaN, "pass epoch milliseconds"],
    [Number.POSITIVE_INFINITY, "pass epoch milliseconds"],
    ["1900000000000", "pass epoch milliseconds"],
    [253_402_300_800_000, "after 9999"],
    [1e11, "1973-03-03T09:46:40Z has passed; check the unit: seconds, milliseconds or a duration"],
    [end, "1970-01-22T23:46:40Z has passed; check the unit: seconds, milliseconds or a duration"],
    [1e12, "2001-09-09T01:46:40Z has passed; choose a later time, or check the clock and the time zone"],
  ])("%j: %s", async (value, part) => {
    expect(await messageFor(value)).toContain(part);
  });
});

describe("a key object that is used again", () => {
  const sign = (key: object) =>
    createCloudFrontPresignedUrl({
      policy: { url, expireTimeEpochMs: end * 1000 },
      key: key as { keyPairId: string; content: string },
    });

  it("is read again when the bytes of its buffer have changed", async () => {
    for (const { buffer } of [keyBytes("ecp256.pkcs8.der"), keyBytes("rsa2048.pkcs8.der")]) {
      const key = { keyPairId, content: buffer };
      expect(await sign(key)).toContain("Key-Pair-Id=");
      new Uint8Array(buffer).fill(0);
      expect(await refusedAs(() => sign(key))).toBe("ERR_KEY_INVALID content");
    }
  });

  it("is read again when its JWK has lost its private member", async () => {
    const algorithm = { name: "ECDSA", namedCurve: "P-256" };
    const pkcs8 = pemToDer(keyText("ecp256.pkcs8.pem"));
    const imported = await crypto.subtle.importKey("pkcs8", pkcs8, algorithm, true, ["sign"]);
    const { kty, crv, x, y, d } = await crypto.subtle.exportKey("jwk", imported);
    const content: Record<string, unknown> = { kty, crv, x, y, d };
    const key = { keyPairId, content };
    expect(await sign(key)).toContain("Hash-Algorithm=SHA256");
    delete content.d;
    expect(await refusedAs(() => sign(key))).toMatch(/^ERR_KEY_/);
  });

  it("must have content", async () => {
    expect(await refusedAs(() => sign({ keyPairId, content: null }))).toBe("ERR_KEY_INVALID content");
  });
});

it("importCloudFrontPublicKey checks the ID of the key", async () => {
  const content = keyText("rsa2048.pub.spki.pem");
  expect(await refusedAs(() => importCloudFrontPublicKey({ keyPairId: "a b", content }))).toBe(
    "ERR_KEY_PAIR_ID_INVALID keyPairId",
  );
});

describe("the options of one-shot functions", () => {
  const content = keyText("rsa2048.pub.spki.pem");

  it("are named in their errors", async () => {
    expect(await refusedAs(() => importCloudFrontPublicKey(42 as never))).toBe("ERR_OPTION_INVALID key");
    const policy = { url: "/a.jpg", expireTimeEpochMs: end * 1000 };
    const key = { keyPairId, content: keyText("ecp256.pkcs8.pem") };
    expect((await refusal(() => createCloudFrontPresignedUrl({ policy, key }))).message).toMatch(/^url: /);
  });

  it("of a public key are its ID, its format and a hash", async () => {
    const key = { keyPairId, content, format: "spki", hashAlgorithm: "SHA256" } as const;
    expect(await importCloudFrontPublicKey(key)).toMatchObject({ type: "public" });
  });
});

describe("maxLifetime", () => {
  it("is exceeded by cacheWindow, where expiresIn alone is as long as allowed", async () => {
    const now = () => new Date(moment.getTime() + 1000);
    const { signer } = recorder({ maxLifetime: "1h", now });
    const { option } = await refusal(() => signer.signUrl(url, { expiresIn: "1h", cacheWindow: "1h" }));
    expect(option).toBe("cacheWindow");
  });
});

describe("signatureCacheSize", () => {
  /** A signer whose signatures are made, or fail, when the test says so. */
  const manual = (signatureCacheSize: number) => {
    const calls: { resolve: (signature: Uint8Array) => void; reject: (error: Error) => void }[] = [];
    const signer = signerOf(
      {
        keyType: "RSA",
        hashAlgorithm: "SHA256",
        sign: () => new Promise<Uint8Array>((resolve, reject) => calls.push({ resolve, reject })),
      },
      { signatureCacheSize },
    );
    return { calls, sign: (path: string) => signer.signUrl(host + path, { dateLessThan: end }) };
  };
  const soon = () => new Promise((resolve) => setTimeout(resolve, 1));
  const signature = new Uint8Array(256).fill(1);

  it("of 1 remembers the last signature, and forgets one that failed, but not the next of the same", async () => {
    const { calls, sign } = manual(1);
    const failing = sign("/a").catch(() => "failed");
    await soon();
    const other = sign("/b");
    await soon();
    const again = sign("/a");
    await soon();
    expect(calls).toHaveLength(3);
    calls[0]?.reject(new Error("no"));
    expect(await failing).toBe("failed");
    calls[1]?.resolve(signature);
    calls[2]?.resolve(signature);
    await Promise.all([other, again]);
    await sign("/a");
    expect(calls).toHaveLength(3);
  });
});

describe("a resource that does not cover the URL", () => {
  const covering = `protocol, domain, path and query must each match; a pattern for this URL is ${host}/FOLDER/*, with the URL's own folder`;

  it.each([
    ["*.example.com/*", "/a.jpg"],
    ["https://*.example.com/*", "/a.jpg"],
    ["*/b.jpg", "/a.jpg"],
    [`http://${new URL(host).host}/a.jpg`, "/a.jpg"],
    ["https://cdn.example.com/*", "/a.jpg"],
    [`${host}/course`, "/course/1.ts"],
    [`${host}/course/`, "/course/1.ts"],
    [`${host}/course/*.ts`, "/other/1.ts"],
    [`${host}/a.jpg`, "/a.jpg?width=2"],
    [`${host}/a.jpg?width=1`, "/a.jpg"],
    [`${host}/a.jpg?width=1`, "/a.jpg?height=2"],
  ])("%s, for %s", async (resource, path) => {
    const policy = `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${end}}}}]}`;
    const { code, message } = await refusal(() => recorder().signer.signUrl(host + path, { policy }));
    expect(code).toBe("ERR_RESOURCE_MISMATCH");
    expect(message).toBe(`policy: its Resource does not cover the URL: ${covering}`);
  });
});
