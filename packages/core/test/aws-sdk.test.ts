import { keyBytes, keyText, passphrase } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { withoutSha1 } from "@cloudfront-sign-webcrypto/testing/support/stubbed-crypto.ts";
import { forgetImportedKeys } from "cloudfront-sign-webcrypto";
import * as sdk from "cloudfront-sign-webcrypto/aws-sdk";
import { getSignedCookies, getSignedUrl } from "cloudfront-sign-webcrypto/aws-sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { cookies, policyOf, sign, url } from "./support/aws-sdk-calls.ts";

/** The entry point with the names of `@aws-sdk/cloudfront-signer`. Texts of the SDK: same-text-as-aws-sdk. */

afterEach(() => {
  vi.restoreAllMocks();
});

describe("dates", () => {
  it.each([
    ["milliseconds", end * 1000],
    ["a Date", new Date(end * 1000)],
    ["ISO 8601 text with a zone", "2030-03-17T17:46:40Z"],
    ["ISO 8601 text with an offset", "2030-03-17T19:46:40+02:00"],
    ["other text that new Date() reads", "Sun, 17 Mar 2030 17:46:40 GMT"],
    ["milliseconds, rounded up", end * 1000 - 500],
    ["milliseconds, rounded down", end * 1000 + 499],
    ["a Date, rounded up", new Date(end * 1000 - 1)],
  ])("%s", async (_, dateLessThan) => {
    expect(await sign({ dateLessThan })).toContain(`?Expires=${end}&`);
    expect((await cookies({ dateLessThan }))["CloudFront-Expires"]).toBe(end);
  });

  it("are compared with no clock: a past date, and seconds that are read as milliseconds, sign as in the SDK", async () => {
    expect(await sign({ dateLessThan: "2020-01-01" })).toContain("?Expires=1577836800&");
    expect(await sign({ dateLessThan: end })).toContain("?Expires=1900000&");
    expect((await cookies({ dateLessThan: new Date(1000) }))["CloudFront-Expires"]).toBe(1);
  });

  it("are not compared with each other: a start after the end signs, as in the SDK", async () => {
    expect(await policyOf({ dateGreaterThan: (end + 1) * 1000 })).toBe(
      `{"Statement":[{"Resource":"${url}","Condition":{"DateLessThan":{"AWS:EpochTime":${end}},"DateGreaterThan":{"AWS:EpochTime":${end + 1}}}}]}`,
    );
  });

  it.each([0, 499, new Date(0)])("an expiry of %j throws: the SDK reads it as none", async (dateLessThan) => {
    const { code, message } = await refusal(() => sign({ dateLessThan }));
    expect(code).toBe("ERR_DATE_INVALID");
    expect(message).toBe(
      "dateLessThan: is the start of 1970, which the SDK reads as no date; pass the time when access ends",
    );
  });

  it("text without a zone is local time, and a day alone is UTC, as in new Date()", async () => {
    const local = new Date(2030, 0, 1, 12).getTime() / 1000;
    expect(await sign({ dateLessThan: "2030-01-01T12:00:00" })).toContain(`?Expires=${local}&`);
    expect(await sign({ dateLessThan: "2030-01-01" })).toContain("?Expires=1893456000&");
  });

  it("a start is rounded to the nearest second too", async () => {
    expect(await policyOf({ dateGreaterThan: 1767225600_500 })).toContain('"AWS:EpochTime":1767225601}');
    expect(await policyOf({ dateGreaterThan: "2026-01-01T00:00:00.499Z" })).toContain(
      '"DateGreaterThan":{"AWS:EpochTime":1767225600}',
    );
  });

  it.each([undefined, 0])("a start of %s is not a start", async (dateGreaterThan) => {
    expect(await sign({ dateGreaterThan })).toBe(await sign({}));
  });

  it("the last year is 5138, not 2038", async () => {
    expect(await sign({ dateLessThan: "2100-01-01T00:00:00Z" })).toContain("?Expires=4102444800&");
  });
});

describe("restrictions", () => {
  it.each(["", null, "192.0.2.0/33", "192.0.2.0/24/8", "192.0.2.010", "2001:db8::1"])(
    "an ipAddress of %j throws: the SDK drops it or signs it as it is",
    async (ipAddress) => {
      expect(await refusedAs(() => sign({ ipAddress }))).toBe("ERR_IP_ADDRESS_INVALID ipAddress");
    },
  );

  it.each(["", null, "soon", Number.NaN, new Date("x"), -1])(
    "a dateGreaterThan of %j throws: the SDK drops it or signs it as it is",
    async (dateGreaterThan) => {
      expect(await refusedAs(() => sign({ dateGreaterThan }))).toBe("ERR_DATE_INVALID dateGreaterThan");
    },
  );

  it("undefined is left out, as in the SDK", async () => {
    const more = {
      dateGreaterThan: undefined,
      ipAddress: undefined,
      policy: undefined,
      passphrase: undefined,
    };
    expect(await sign({ ...more, algorithm: undefined })).toBe(await sign({}));
  });
});

describe("the key", () => {
  it("is imported once, however often it is passed", async () => {
    forgetImportedKeys();
    sdk.forgetImportedKeys();
    const imports = vi.spyOn(crypto.subtle, "importKey");
    await Promise.all([sign({}), sign({}), cookies({}), cookies({ url: `${host}/*` })]);
    await sign({ privateKey: new TextDecoder().decode(keyBytes("rsa2048.pkcs8.pem")) });
    expect(imports.mock.calls).toHaveLength(1);
  });

  it("may be bytes, or encrypted with a passphrase", async () => {
    const expected = await sign({});
    expect(await sign({ privateKey: keyBytes("rsa2048.pkcs8.pem") })).toBe(expected);
    const encrypted = keyText("rsa2048.enc-aes256-sha256.pkcs8.pem");
    expect(await sign({ privateKey: encrypted, passphrase })).toBe(expected);
    expect(await refusedAs(() => sign({ privateKey: encrypted, passphrase: "x" }))).toBe(
      "ERR_KEY_PASSPHRASE passphrase",
    );
  });

  it("signs with SHA-1 unless algorithm is SHA256, EC keys too", async () => {
    const ec = keyText("ecp256.pkcs8.pem");
    expect(await sign({ privateKey: ec })).not.toContain("Hash-Algorithm");
    expect(await sign({ privateKey: ec, algorithm: "SHA256" })).toMatch(/&Hash-Algorithm=SHA256$/);
    expect((await cookies({ algorithm: "SHA256" }))["CloudFront-Hash-Algorithm"]).toBe("SHA256");
    expect(await refusedAs(() => sign({ algorithm: "sha256" }))).toBe("ERR_OPTION_INVALID algorithm");
  });

  it("needs the ID that CloudFront gave it, or allowEmulatorKeyPairIds for an emulator", async () => {
    const id = "5f0a7b9e-2d7c-4c1b-9d3e-8a6f1c2b3d4e";
    expect(await refusedAs(() => sign({ keyPairId: id }))).toBe("ERR_KEY_PAIR_ID_INVALID keyPairId");
    expect(await sign({ keyPairId: id, allowEmulatorKeyPairIds: true })).toContain(`&Key-Pair-Id=${id}&`);
  });
});

describe("errors", () => {
  it("are rejections, never thrown at the call", async () => {
    const results = [sdk.getSignedUrl(undefined as never), sdk.getSignedCookies({} as never)];
    const settled = await Promise.allSettled(results);
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });

  it.each([["keypairId", "keyPairId"]])(
    "for an option %s the message suggests %s",
    async (name, suggestion) => {
      const { message } = await refusal(() => sign({ [name]: "x" }));
      expect(message).toBe(`${name}: no such option; did you mean ${suggestion}?`);
    },
  );

  it.each(["hashAlgorithm", "expiresIn", "privateKeyString"])(
    "for an option %s the message lists the options",
    async (name) => {
      const { message } = await refusal(() => sign({ [name]: "x" }));
      expect(message).toContain(`${name}: no such option; the options are `);
    },
  );

  it.each(["*", "**", "*.example.com/*"])(
    "cookies need a pattern with a scheme, as in the SDK: %s",
    async (pattern) => {
      expect(await refusedAs(() => cookies({ url: pattern }))).toBe("ERR_RESOURCE_INVALID url");
    },
  );

  it("cookies need a URL without a fragment", async () => {
    expect(await refusedAs(() => cookies({ url: undefined }))).toBe("ERR_OPTION_MISSING url");
    expect(await refusedAs(() => cookies({ url: `${url}#a` }))).toBe("ERR_RESOURCE_INVALID url");
    expect(await refusedAs(() => cookies({ dateLessThan: undefined }))).toBe(
      "ERR_OPTION_MISSING dateLessThan",
    );
  });
});

const input = {
  url: `${host}/a.jpg`,
  keyPairId,
  privateKey: keyText("rsa2048.pkcs8.pem"),
  dateLessThan: new Date(end * 1000),
};

it.each([
  ["getSignedUrl", () => getSignedUrl(input)],
  ["getSignedCookies", () => getSignedCookies(input)],
])("%s names the SDK's own option for the hash where SHA-1 is refused", async (_, signed) => {
  const { message } = await withoutSha1(["sign"], () => refusal(signed));
  expect(message).toBe(
    'privateKey: failed to sign with SHA-1; if this runtime refuses it (FIPS mode or a crypto policy), use the hash algorithm "SHA256" (import a CryptoKey with hash: "SHA-256"); keys and distributions stay as they are (docs/keys.md, "SHA-1 and SHA-256")',
  );
});
