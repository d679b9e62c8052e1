import { clientRequest, cloudFrontBase64ToText } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { keyBytes, keyText, passphrase } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { withoutSha1 } from "@cloudfront-sign-webcrypto/testing/support/stubbed-crypto.ts";
import { forgetImportedKeys } from "cloudfront-sign-webcrypto";
import * as sdk from "cloudfront-sign-webcrypto/aws-sdk";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { afterEach, describe, expect, it, vi } from "vitest";

/** The entry point with the names of `@aws-sdk/cloudfront-signer`. Texts of the SDK: same-text-as-aws-sdk. */

const url = `${host}/image.jpg`;
const privateKey = keyText("rsa2048.pkcs8.pem");
const input = { url, keyPairId, privateKey, dateLessThan: end * 1000 };

/** Calls with usual input, and other values for some of it. */
const sign = (more: object): Promise<string> => sdk.getSignedUrl({ ...input, ...more } as never);
const cookies = (more: object): Promise<sdk.CloudfrontSignedCookiesOutput> =>
  sdk.getSignedCookies({ ...input, ...more } as never);
const policyOf = async (more: object): Promise<string> => clientRequest(await sign(more)).policy;

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
  it.each(["", null, "192.0.2.0/33", "2001:db8::1"])(
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

it.each([
  ["getSignedUrl", () => sdk.getSignedUrl(input)],
  ["getSignedCookies", () => sdk.getSignedCookies(input)],
])("%s names the SDK's own option for the hash where SHA-1 is refused", async (_, signed) => {
  const { message } = await withoutSha1(["sign"], () => refusal(signed));
  expect(message).toBe(
    'privateKey: failed to sign with SHA-1; if this runtime refuses it (FIPS mode or a crypto policy), use the hash algorithm "SHA256" (import a CryptoKey with hash: "SHA-256"); keys and distributions stay as they are (docs/keys.md, "SHA-1 and SHA-256")',
  );
});

/** URLs and ready policies of the entry point with the names of `@aws-sdk/cloudfront-signer`. */

const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") } });
/** The URL without the parameters of its signature. */
const unsigned = async (given: string): Promise<string> => clientRequest(await sign({ url: given })).resource;
const readyPolicy = (
  resource: string,
  condition: object = { DateLessThan: { "AWS:EpochTime": end } },
): string => JSON.stringify({ Statement: [{ Resource: resource, Condition: condition }] });

describe("the URL", () => {
  it.each([
    ["# belongs to the object key", `${host}/a#1.jpg`, `${host}/a%231.jpg`],
    ["# in the query too", `${host}/a?b=#1`, `${host}/a?b=%231`],
    ["+ is a character of the key", `${host}/a+b.jpg`, `${host}/a%2Bb.jpg`],
    ["+ in the query is kept", `${host}/a?b=c+d`, `${host}/a?b=c+d`],
    ["escapes are not escaped again", `${host}/a%20b%2f.jpg?c=%2b`, `${host}/a%20b%2F.jpg?c=%2B`],
    ["a parameter gets a =", `${host}/a?flag&&b`, `${host}/a?flag=&b=`],
    ["bytes that are not UTF-8", `${host}/%FF.jpg`, `${host}/%25FF.jpg`],
    ["a stray %", `${host}/100%.jpg?p=5%`, `${host}/100%25.jpg?p=5%25`],
    ["a backslash", `${host}/a\\b`, `${host}/a%5Cb`],
    ["a * in the query", `${host}/a?filename*=UTF-8''x`, `${host}/a?filename*=UTF-8%27%27x`],
    ["%2A is not decoded to a wildcard", `${host}/a%2A.jpg`, `${host}/a%2A.jpg`],
    ["the host is sent in small letters", `https://D111111ABCDEF8.cloudfront.net:443`, `${host}/`],
    ["a query without a path", `${host}?a=/b#c`, `${host}/?a=/b`],
  ])("%s", async (_, given, sent) => {
    expect(await unsigned(given)).toBe(sent);
    const verdict = await verifier.verifyUrl(await sign({ url: given }));
    expect(verdict.allowed).toBe(true);
  });

  it("with a * in the path is a pattern in a custom policy, where %2A is a character", async () => {
    const signed = await sign({ url: `${host}/%2A/*`, ipAddress: "192.0.2.0/24" });
    expect(clientRequest(signed).policy).toContain(`"Resource":"${host}/%2A/*"`);
  });

  it.each([
    ["/a%FF*b%20c", "/a%25FF*b%2520c"],
    ["/%FF%2A*/b%20*", "/%25FF%252A*/b%20*"],
  ])(
    "bytes that are not UTF-8 keep the % of a whole part of the path, as in the SDK: %s",
    async (path, sent) => {
      const signed = await sign({ url: host + path, ipAddress: "192.0.2.0/24" });
      expect(clientRequest(signed).policy).toContain(`"Resource":"${host}${sent}"`);
    },
  );

  it("without a path and with a * in the query is signed with the / that clients send, in a custom policy too", async () => {
    const given = `${host}?size=*`;
    const signed = await sign({ url: given, ipAddress: "192.0.2.0/24" });
    expect(clientRequest(signed).policy).toContain(`"Resource":"${host}/?size=*"`);
    expect(await unsigned(given)).toBe(`${host}/?size=*`);
  });

  it("is not encoded when it is too long to be read", async () => {
    const decode = vi.spyOn(globalThis, "decodeURIComponent");
    expect(await refusedAs(() => sign({ url: `${host}${"/%FF".repeat(20_000)}` }))).toMatch(/^ERR_URL_/);
    expect(decode).not.toHaveBeenCalled();
  });

  it.each([
    ["rtmp:", "rtmp://d111111abcdef8.cloudfront.net/a.mp4", "ERR_URL_INVALID url"],
    ["a dot segment", `${host}/a/../b`, "ERR_URL_INVALID url"],
    ["half a surrogate pair in the query", `${host}/a?\ud800`, "ERR_URL_INVALID url"],
    ["a * in the path of a canned policy", `${host}/videos/*`, "ERR_RESOURCE_INVALID url"],
    ["a signature", `${host}/a?Signature=a&Key-Pair-Id=b`, "ERR_URL_ALREADY_SIGNED url"],
    ["undefined", undefined, "ERR_OPTION_MISSING url"],
    ["an empty string", "", "ERR_URL_INVALID url"],
  ])("throws for %s", async (_, given, code) => {
    expect(await refusedAs(() => sign({ url: given }))).toBe(code);
  });
});

describe("cookies", () => {
  it.each(["/*?*", "/*?size=*", "/a.jpg?*", "/img-?.jpg?v=*"])(
    "are for a pattern when the URL has a *: %s",
    async (pattern) => {
      const { "CloudFront-Policy": policy = "" } = await cookies({ url: host + pattern });
      expect(cloudFrontBase64ToText(policy)).toContain(`"Resource":"${host}${pattern}"`);
    },
  );

  it("with a * in the query allow every query that it stands for: the SDK's canned policy allows none", async () => {
    const header = Object.entries(await cookies({ url: `${host}/a.jpg?*` })).map((pair) => pair.join("="));
    const isAllowed = async (requested: string): Promise<boolean> =>
      (await verifier.verifyCookies(requested, header.join("; "))).allowed;
    expect([await isAllowed(`${host}/a.jpg?v=1`), await isAllowed(`${host}/a.jpg.bak/x`)]).toEqual([
      true,
      false,
    ]);
  });
});

describe("a ready policy", () => {
  const withoutDates = { dateLessThan: undefined };

  it.each([
    ["its Resource is the URL", { policy: readyPolicy(url) }, url],
    [
      "a scheme of * becomes https",
      { policy: readyPolicy("*://d111111abcdef8.cloudfront.net/a") },
      `${host}/a`,
    ],
    ["a pattern stays a pattern", { policy: readyPolicy(`${host}/*`) }, `${host}/*`],
  ])("without a URL: %s", async (_, more, expected) => {
    const signed = await sign({ ...withoutDates, ...more, url: undefined });
    const request = clientRequest(signed);
    expect([request.resource, request.policy]).toEqual([expected, more.policy]);
    expect(request.order).toEqual(["Policy", "Key-Pair-Id", "Signature"]);
  });

  it("is signed byte for byte, for URLs and for cookies, whose URL is ignored", async () => {
    const policy = ` ${readyPolicy(`${host}/*`)}\n`;
    expect(await policyOf({ ...withoutDates, policy })).toBe(policy);
    const values = await cookies({ ...withoutDates, policy, url: "nothing" });
    expect(cloudFrontBase64ToText(values["CloudFront-Policy"] ?? "")).toBe(policy);
  });

  it.each([
    ["nonsense", '{"foo":"bar"}', "ERR_POLICY_INVALID policy"],
    ["an empty string", "", "ERR_POLICY_INVALID policy"],
    ["another URL", readyPolicy(`${host}/other`), "ERR_RESOURCE_MISMATCH policy"],
    [
      "milliseconds",
      readyPolicy(url, { DateLessThan: { "AWS:EpochTime": end * 1000 } }),
      "ERR_DATE_INVALID policy",
    ],
  ])("throws for %s", async (_, policy, code) => {
    expect(await refusedAs(() => sign({ ...withoutDates, policy }))).toBe(code);
  });

  it.each([
    ["in the past", { DateLessThan: { "AWS:EpochTime": 1_577_836_800 } }],
    [
      "with a start after the end",
      { DateLessThan: { "AWS:EpochTime": end }, DateGreaterThan: { "AWS:EpochTime": end + 1 } },
    ],
  ])("%s is signed, as in the SDK", async (_, condition) => {
    const policy = readyPolicy(url, condition);
    expect(await policyOf({ ...withoutDates, policy })).toBe(policy);
    const values = await cookies({ ...withoutDates, policy });
    expect(cloudFrontBase64ToText(values["CloudFront-Policy"] ?? "")).toBe(policy);
  });

  it.each(["dateLessThan", "dateGreaterThan", "ipAddress"])("throws beside %s", async (name) => {
    const more = { ...withoutDates, policy: readyPolicy(url), [name]: "2030-01-01" };
    expect(await refusedAs(() => sign(more))).toBe(`ERR_OPTION_CONFLICT ${name}`);
    expect(await refusedAs(() => cookies(more))).toBe(`ERR_OPTION_CONFLICT ${name}`);
  });

  it.each(["*", "http*://d111111abcdef8.cloudfront.net/*", "*.example.com/a"])(
    "throws without a URL when its Resource is %s",
    async (resource) => {
      const more = { ...withoutDates, policy: readyPolicy(resource), url: undefined };
      expect(await refusedAs(() => sign(more))).toBe("ERR_OPTION_MISSING url");
    },
  );
});
