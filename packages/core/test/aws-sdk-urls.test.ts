import { clientRequest, cloudFrontBase64ToText } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { afterEach, describe, expect, it, vi } from "vitest";
import { cookies, policyOf, sign, url } from "./support/aws-sdk-calls.ts";

/** URLs and ready policies of the entry point with the names of `@aws-sdk/cloudfront-signer`. */

const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") } });
/** The URL without the parameters of its signature. */
const unsigned = async (given: string): Promise<string> => clientRequest(await sign({ url: given })).resource;
const readyPolicy = (
  resource: string,
  condition: object = { DateLessThan: { "AWS:EpochTime": end } },
): string => JSON.stringify({ Statement: [{ Resource: resource, Condition: condition }] });

afterEach(() => {
  vi.restoreAllMocks();
});

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
    ["wss:", "wss://d111111abcdef8.cloudfront.net/a", "ERR_URL_INVALID url"],
    ["no scheme", "d111111abcdef8.cloudfront.net/a", "ERR_URL_INVALID url"],
    ["a dot segment", `${host}/a/../b`, "ERR_URL_INVALID url"],
    ["a user name", "https://user@d111111abcdef8.cloudfront.net/a", "ERR_URL_INVALID url"],
    ["half a surrogate pair", `${host}/\ud800`, "ERR_URL_INVALID url"],
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
    ["no condition", JSON.stringify({ Statement: [{ Resource: url }] }), "ERR_POLICY_INVALID policy"],
    ["an empty string", "", "ERR_POLICY_INVALID policy"],
    ["an object", { Statement: [] }, "ERR_POLICY_INVALID policy"],
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
