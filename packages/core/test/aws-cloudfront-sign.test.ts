import { cloudFrontBase64ToText } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { keyText, passphrase } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, keyPairId, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import awsCloudFrontSign, * as names from "cloudfront-sign-webcrypto/aws-cloudfront-sign";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { afterEach, describe, expect, it, vi } from "vitest";

/** The entry point with the names of `aws-cloudfront-sign`. Texts of the library: same-text-as-aws-sdk. */

const privateKeyString = keyText("rsa2048.pkcs8.pem");
const url = `${host}/image.jpg`;
const options = { keypairId: keyPairId, privateKeyString, expireTime: end * 1000 };
const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") } });

const sign = (more: object, target = url): Promise<string> =>
  names.getSignedUrl(target, { ...options, ...more } as never);
const parametersOf = (signed: string) => new URL(signed).searchParams;
const resourceOf = (signed: string): string =>
  JSON.parse(cloudFrontBase64ToText(parametersOf(signed).get("Policy") ?? "")).Statement[0].Resource;

afterEach(() => {
  vi.restoreAllMocks();
});

it("has the functions as names and as one default value", () => {
  expect(awsCloudFrontSign).toEqual({
    getSignedUrl: names.getSignedUrl,
    getSignedCookies: names.getSignedCookies,
  });
  expect(names).not.toHaveProperty("getSignedRTMPUrl");
});

it("signs the / that clients send, in front of a pattern for the query too", async () => {
  expect(resourceOf(await sign({}, `${host}?*`))).toBe(`${host}/?*`);
});

describe("expireTime", () => {
  it.each([
    ["milliseconds", end * 1000],
    ["milliseconds as digits", `${end * 1000}`],
    ["a Date", new Date(end * 1000)],
    ["a Moment", { valueOf: () => end * 1000 }],
    ["milliseconds, rounded up", end * 1000 - 500],
    ["milliseconds, rounded down", end * 1000 + 499],
  ])("as %s", async (_, expireTime) => {
    expect(parametersOf(await sign({ expireTime })).get("Expires")).toBe(`${end}`);
  });

  it("may be a second away, and throws when it has passed, as in the library", async () => {
    vi.spyOn(Date, "now").mockReturnValue(end * 1000);
    expect(parametersOf(await sign({ expireTime: (end + 1) * 1000 })).get("Expires")).toBe(`${end + 1}`);
    const { code, message } = await refusal(() => sign({ expireTime: end * 1000 + 499 }));
    expect(code).toBe("ERR_DATE_PAST");
    expect(message).toBe(
      "expireTime: the expiry time 2030-03-17T17:46:40Z has passed; choose a later time, or check the clock and the time zone",
    );
  });

  it("is half an hour from now when it is left out or undefined", async () => {
    vi.spyOn(Date, "now").mockReturnValue(moment.getTime());
    const { expireTime: _, ...rest } = options;
    const halfAnHour = `${moment.getTime() / 1000 + 1800}`;
    expect(parametersOf(await names.getSignedUrl(url, rest)).get("Expires")).toBe(halfAnHour);
    expect(parametersOf(await sign({ expireTime: undefined })).get("Expires")).toBe(halfAnHour);
  });

  it.each([
    [null, "ERR_DATE_INVALID"],
    ["", "ERR_DATE_INVALID"],
    ["tomorrow", "ERR_DATE_INVALID"],
    ["2030-01-01T00:00:00Z", "ERR_DATE_INVALID"],
    [Number.NaN, "ERR_DATE_INVALID"],
    [new Date("x"), "ERR_DATE_INVALID"],
    [true, "ERR_DATE_INVALID"],
    [
      Object.defineProperty(new Date(end * 1000), Symbol.toPrimitive, { value: () => "" }),
      "ERR_DATE_INVALID",
    ],
    [Object.create(null), "ERR_DATE_INVALID"],
    [end, "ERR_DATE_PAST"],
    [end * 1e6, "ERR_DATE_INVALID"],
    [-1e300, "ERR_DATE_INVALID"],
    [0, "ERR_DATE_PAST"],
    [1_700_000_000_000, "ERR_DATE_PAST"],
  ])("throws for %j: the library throws or takes half an hour", async (expireTime, code) => {
    expect(await refusedAs(() => sign({ expireTime }))).toBe(`${code} expireTime`);
  });
});

describe("the URL", () => {
  it.each([
    ["https://D111111abcdef8.cloudfront.net", `${host}/`],
    [`${host}/my file.jpg`, `${host}/my%20file.jpg`],
    [`${host}/f?token=abc==&path=/a/b&flag`, `${host}/f?token=abc==&path=/a/b&flag`],
    [`${host}/f?q=a%20b`, `${host}/f?q=a%20b`],
    [`${host}/videos/*`, `${host}/videos/*`],
  ])("%s is signed as clients send it", async (given, sent) => {
    const signed = await sign({}, given);
    expect(resourceOf(signed)).toBe(sent);
    expect(signed.startsWith(sent)).toBe(true);
    expect((await verifier.verifyUrl(signed)).allowed).toBe(true);
  });

  it("is not signed with its fragment, which stays behind the parameters", async () => {
    const signed = await sign({}, `${url}#section`);
    expect([resourceOf(signed), signed.slice(-8)]).toEqual([url, "#section"]);
  });

  it.each([
    ["rtmp://d111111abcdef8.cloudfront.net/a", "ERR_URL_INVALID url"],
    ["http*://d111111abcdef8.cloudfront.net/*", "ERR_URL_INVALID url"],
    [`${host}/a?Expires=1`, "ERR_URL_ALREADY_SIGNED url"],
  ])("throws for %s", async (given, code) => {
    expect(await refusedAs(() => sign({}, given))).toBe(code);
  });
});

describe("options", () => {
  it("privateKeyPath throws with the line that replaces it", async () => {
    const { option, message } = await refusal(() => sign({ privateKeyPath: "/keys/cloudfront.pem" }));
    expect(option).toBe("privateKeyPath");
    expect(message).toContain('privateKeyString: readFileSync(path, "utf8")');
    expect(await sign({ privateKeyPath: undefined })).toBe(await sign({}));
  });

  it.each([
    [{ keypairId: undefined }, "ERR_KEY_PAIR_ID_INVALID keypairId"],
    [{ keyPairId }, "ERR_OPTION_UNKNOWN keyPairId"],
    [{ privateKeyString: undefined }, "ERR_KEY_INVALID privateKeyString"],
    [{ privateKeyString: "one line" }, "ERR_KEY_INVALID privateKeyString"],
    [{ ipRange: "" }, "ERR_IP_ADDRESS_INVALID ipRange"],
    [{ ipRange: null }, "ERR_IP_ADDRESS_INVALID ipRange"],
    [{ ipRange: "2001:db8::1" }, "ERR_IP_ADDRESS_INVALID ipRange"],
    [{ hashAlgorithm: "MD5" }, "ERR_OPTION_INVALID hashAlgorithm"],
  ])("%j throws", async (more, code) => {
    expect(await refusedAs(() => sign(more))).toBe(code);
  });

  it.each([["expiresIn", "expireTime"]])(
    "for an option %s the message suggests %s",
    async (name, suggestion) => {
      const { message } = await refusal(() => sign({ [name]: "x" }));
      expect(message).toBe(`${name}: no such option; did you mean ${suggestion}?`);
    },
  );

  it.each(["ipAddress", "dateLessThan", "privateKey", "algorithm", "expires"])(
    "for an option %s the message lists the options",
    async (name) => {
      const { message } = await refusal(() => sign({ [name]: "x" }));
      expect(message).toContain(`${name}: no such option; the options are `);
    },
  );

  it("ipRange may be one address, or undefined", async () => {
    expect(await sign({ ipRange: undefined })).toBe(await sign({}));
    const policy = cloudFrontBase64ToText(
      parametersOf(await sign({ ipRange: "192.0.2.1" })).get("Policy") ?? "",
    );
    expect(policy).toContain('{"AWS:SourceIp":"192.0.2.1/32"}');
  });

  it("has three more than the library: passphrase, hashAlgorithm, allowEmulatorKeyPairIds", async () => {
    const encrypted = keyText("rsa2048.enc-aes256-sha256.pkcs8.pem");
    expect(await sign({ privateKeyString: encrypted, passphrase })).toBe(await sign({}));
    expect(await sign({ hashAlgorithm: "SHA256" })).toMatch(/&Hash-Algorithm=SHA256$/);
    expect(await sign({ keypairId: "local-1", allowEmulatorKeyPairIds: true })).toMatch(
      /&Key-Pair-Id=local-1$/,
    );
  });
});

it("imports the key once, however often it is passed", async () => {
  names.forgetImportedKeys();
  const imports = vi.spyOn(crypto.subtle, "importKey");
  await Promise.all([sign({}), sign({}), names.getSignedCookies(`${host}/*`, options)]);
  expect(imports.mock.calls).toHaveLength(1);
});

it("makes cookies for a pattern in the library's order", async () => {
  const cookies = await names.getSignedCookies(`${host}/course/*`, options);
  expect(Object.keys(cookies)).toEqual([
    "CloudFront-Policy",
    "CloudFront-Signature",
    "CloudFront-Key-Pair-Id",
  ]);
  expect((await verifier.verifyCookies(`${host}/course/1.ts`, cookies)).allowed).toBe(true);
});

it("makes no cookies for a pattern without scheme and path, which it would sign as a domain", async () => {
  const cookies = (pattern: string) => names.getSignedCookies(pattern, options);
  for (const pattern of ["*.mp4", "*a", "**?a"])
    expect(await refusedAs(() => cookies(pattern))).toBe("ERR_RESOURCE_INVALID url");
  for (const pattern of ["*", "*cloudfront*", "*.cloudfront.net/a.mp4"])
    expect((await verifier.verifyCookies(`${host}/a.mp4`, await cookies(pattern))).allowed).toBe(true);
});
