import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  end,
  host,
  keyPairId,
  recorder,
  rsaSigner,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  clearCloudFrontSignedCookies,
  createCloudFrontPresignedUrl,
  createCloudFrontSigner,
  isCloudFrontSignError,
} from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

/**
 * Options of kinds that no type allows: each is refused as an option, and none with an error of the language.
 */

const odd: [name: string, value: unknown][] = [
  ["a symbol", Symbol("x")],
  ["an object without prototype", Object.create(null)],
  ["an object that refuses to be text", { toString: 1, valueOf: 1 }],
  ["a function", () => "x"],
];

describe.each(odd)("%s", (_, value) => {
  it.each(["domain", "path", "secure", "httpOnly", "sameSite", "partitioned", "maxAge"])(
    "as the cookie attribute %s",
    async (name) => {
      const cookies = await rsaSigner().signCookies({ resource: `${host}/*`, dateLessThan: end });
      expect(await refusedAs(() => cookies.toSetCookie({ [name]: value }))).toBe(
        `ERR_COOKIE_INVALID ${name}`,
      );
      if (name !== "maxAge")
        expect(await refusedAs(() => clearCloudFrontSignedCookies({ path: "/", [name]: value }))).toBe(
          `ERR_COOKIE_INVALID ${name}`,
        );
    },
  );

  it("as an option of signUrls", async () => {
    const { signUrls } = rsaSigner();
    expect(await refusedAs(() => signUrls([], { expiresIn: 60 }, { concurrency: value as never }))).toBe(
      "ERR_OPTION_INVALID concurrency",
    );
    // What a function gives is its own affair.
    if (typeof value !== "function")
      expect(
        await refusedAs(() =>
          signUrls({ [Symbol.iterator]: Object(value) } as never, { expiresIn: 60 }).next(),
        ),
      ).toMatch(/^ERR_/);
    expect(
      await refusedAs(() => signUrls([], { expiresIn: 60 }, { signal: { addEventListener() {} } as never })),
    ).toBe("ERR_OPTION_INVALID signal");
  });

  it("as a term of the one-shot functions", async () => {
    const key = { keyPairId, content: keyText("rsa2048.pkcs8.pem") };
    const policy = { url: `${host}/a`, expireTimeEpochMs: value as never };
    expect(await refusedAs(() => createCloudFrontPresignedUrl({ policy, key }))).toBe(
      "ERR_DATE_INVALID expireTimeEpochMs",
    );
    const jwk = { keyPairId, content: { kty: "RSA", n: value } as never };
    const sound = { ...policy, expireTimeEpochMs: end * 1000 };
    expect(await refusedAs(() => createCloudFrontPresignedUrl({ policy: sound, key: jwk }))).toMatch(
      /^ERR_KEY_\w+ content$/,
    );
  });
});

describe("an iterable", () => {
  it("whose async iterator is undefined is a sync one", async () => {
    const urls = {
      [Symbol.asyncIterator]: undefined,
      [Symbol.iterator]: () => [`${host}/a`][Symbol.iterator](),
    };
    const signed: string[] = [];
    for await (const url of rsaSigner().signUrls(urls as never, { expiresIn: 60 })) signed.push(url);
    expect(signed).toHaveLength(1);
  });
});

describe("a remote signer", () => {
  it("is read once: what it says later changes nothing", async () => {
    let hash = "SHA256";
    const remote = {
      keyType: "RSA",
      get hashAlgorithm() {
        return hash;
      },
      sign: async () => new Uint8Array(256),
    };
    const signer = createCloudFrontSigner({ keyPairId, privateKey: remote as never });
    hash = "X&Policy=evil";
    expect(await signer.signUrl(`${host}/a`, { dateLessThan: end })).toMatch(/&Hash-Algorithm=SHA256$/);
  });

  it("keeps its this", async () => {
    class Remote {
      readonly keyType = "RSA";
      readonly hashAlgorithm = "SHA256";
      #bytes = new Uint8Array(256);
      async sign() {
        return this.#bytes;
      }
    }
    const signer = createCloudFrontSigner({ keyPairId, privateKey: new Remote() });
    expect(await signer.signUrl(`${host}/a`, { dateLessThan: end })).toContain("Signature=");
  });
});

it("a path is not quoted when cookies would meet", async () => {
  const list = [`${host}/u/secret-name`, `${host}/b/*`, `${host}/u/*`].map((resource) => ({
    resource,
    dateLessThan: end,
  }));
  const { message } = await refusal(() => rsaSigner().signCookieSets(list));
  expect(message).not.toContain("secret");
  expect(message).toMatch(/entries 1 and 3 /);
});

it("a start is rounded up however small its fraction is", async () => {
  const { signer, policies } = recorder();
  await signer.signUrl(`${host}/a`, {
    dateLessThan: end,
    dateGreaterThan: `2030-01-01T00:00:00.${"0".repeat(400)}1Z`,
  });
  expect(policies[0]).toContain(`{"AWS:EpochTime":${Date.parse("2030-01-01T00:00:01Z") / 1000}}`);
});

it("options that throw themselves when they are read are refused", async () => {
  const traps = ["get", "ownKeys", "getPrototypeOf"].map((name) => [
    name,
    () => {
      throw options;
    },
  ]);
  const options: object = new Proxy({}, Object.fromEntries(traps));
  let code: unknown;
  try {
    createCloudFrontSigner(options as never);
  } catch (error) {
    // Not thrown on: a runner does not bear such a proxy.
    code = isCloudFrontSignError(error) ? error.code : "something else";
  }
  expect(code).toBe("ERR_OPTION_INVALID");
});

it("isCloudFrontSignError looks at anything", () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  expect(isCloudFrontSignError(proxy)).toBe(false);
});
