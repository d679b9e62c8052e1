import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontUrl, loadedKey } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

/** Input at the very edge of a rule of URLs: the last length that is taken, the first that is not. */

const sign = (url: string) => recorder().signer.signUrl(url, { dateLessThan: end });
const messageFor = async (url: string) => (await refusal(() => sign(url))).message;
const label = "a".repeat(63);

describe("what a path that ran into the host leaves is looked for at the end of the host alone", () => {
  it.each(["cdn.png.example.com", "a.html5.example.org", "cdn.comx.example.net", "media.comcast"])(
    "%s is a host",
    async (name) => {
      // Hosts in small letters are mostly taken at first sight.
      for (const host of [name, name.toUpperCase()])
        expect(await sign(`https://${host}/a`)).toContain(`https://${name}/a?`);
    },
  );
});

describe("a scheme counts only at the start", () => {
  it.each([
    ["/login?next=https://d111111abcdef8.cloudfront.net/a.jpg", "url: is not an absolute URL;"],
    ["shttps://d111111abcdef8.cloudfront.net/a.jpg", "url: starts with shttps://,"],
    ["d111111abcdef8.cloudfront.net/https:/a.jpg", "https://d111111abcdef8.cloudfront.net/"],
    [
      "d111111abcdef8.cloudfront.net/a\\b?https:",
      "the scheme is missing; write https://d111111abcdef8.cloudfront.net/",
    ],
    ["a\\b.jpg", "url: is not an absolute URL;"],
    ["http://d111111abcdef8.cloudfront.net/a\\b.jpg", 'url: has the character "\\" at position 38'],
    ["\thttps://d111111abcdef8.cloudfront.net/a.jpg", "at position 0"],
    ["\ud800https://d111111abcdef8.cloudfront.net/a.jpg", "at position 0"],
  ])("%j is refused for what it is", async (url, part) => {
    expect(await messageFor(url)).toContain(part);
  });

  it("and a host name without it may be as long as DNS allows", async () => {
    const longest = `${label}.${label}.${label}.${"b".repeat(57)}.com`;
    expect(longest).toHaveLength(253);
    expect(await messageFor(`${longest}:8443/a.jpg`)).toContain(`https://${longest}:8443/`);
  });
});

describe("a host name", () => {
  it("has 253 characters at most", async () => {
    const longest = `${label}.${label}.${label}.${"b".repeat(57)}.com`;
    expect(await sign(`https://${longest}/a.jpg`)).toContain(`https://${longest}/a.jpg?`);
    expect(await refusedAs(() => sign(`https://a.${longest.slice(1)}/a.jpg`))).toBe("ERR_URL_INVALID url");
  });

  it("may be an IPv6 address", async () => {
    expect(await sign("https://[2001:db8::1]:8443/a.jpg")).toContain("https://[2001:db8::1]:8443/a.jpg?");
  });

  it("of S3 is refused at any length", async () => {
    const s3 = `${label}.${label}.${label}.${"b".repeat(44)}.s3.amazonaws.com`;
    expect(s3).toHaveLength(253);
    expect(await messageFor(`https://${s3}/a.jpg`)).toContain("is an S3 address");
  });

  it.each(["https://[::1]x/a.jpg", "https://x[::1]/a.jpg", "https://[::1/a.jpg"])(
    "%s is refused",
    async (url) => {
      expect(await refusedAs(() => sign(url))).toBe("ERR_URL_INVALID url");
    },
  );
});

describe("the longest text", () => {
  it("of a URL to be signed is 65,536 characters, with a fragment that is never sent", async () => {
    const url = `${host}/a.jpg#`;
    const longest = url + "b".repeat(65_536 - url.length);
    expect(await sign(longest)).toContain(longest.slice(url.length - 1));
    expect(await messageFor(`${longest}b`)).toContain("65537 characters");
  });

  it("of the URL of an object is 8,192 characters", async () => {
    const key = "k".repeat(8192 - `${host}/`.length);
    expect(cloudFrontUrl(host, key)).toHaveLength(8192);
    expect((await refusal(() => cloudFrontUrl(host, `${key}k`))).code).toBe("ERR_URL_TOO_LONG");
  });

  it("of a resource is 8,192 characters", async () => {
    const resource = `${host}/${"r".repeat(8192 - host.length - 2)}*`;
    expect(await recorder().signer.grant({ resource, dateLessThan: end })).toHaveProperty("query");
    const longer = resource.replace("*", "r*");
    expect(await refusedAs(() => recorder().signer.grant({ resource: longer, dateLessThan: end }))).toBe(
      "ERR_URL_TOO_LONG resource",
    );
  });
});

describe("wire form", () => {
  it.each([
    ["keeps an apostrophe that ends the path", "/it'", "/it'"],
    ["escapes one in the query only", "/it's?it's", "/it's?it%27s"],
    ["escapes three characters in a row", "/日本語", "/%E6%97%A5%E6%9C%AC%E8%AA%9E"],
    ["escapes a character that is none of URLs in a fragment", "/a#é", "#%C3%A9"],
    ["escapes a second # of a fragment", "/a#b#c", "#b%23c"],
    ["escapes a % of a fragment that starts no escape", "/a#50%2", "#50%252"],
    ["keeps an escape of a fragment", "/a#50%25", "#50%25"],
  ])("%s", async (_, path, part) => {
    const signed = await sign(host + path);
    expect(
      part.startsWith("#") ? signed.slice(signed.indexOf("#")) : signed.split(/[?&]Policy|[?&]Expires/)[0],
    ).toBe(part.startsWith("#") ? part : host + part);
  });
});

describe("a . or .. segment of an object key is refused, wherever it is", () => {
  it.each(["../a", "./a", "a/../b", "a/./b", "a/..", "a/.", "..", "."])("%s", async (key) => {
    expect((await refusal(() => cloudFrontUrl(host, key))).message).toContain("rename the object");
  });

  it.each(["...", "..a", "a..", ".a", "a./b"])("%s has none", (key) => {
    expect(cloudFrontUrl(host, key)).toBe(`${host}/${key}`);
  });
});

describe("a parameter that CloudFront reserves", () => {
  it.each([
    ["Signature=a", "has the parameter Signature"],
    ["Key-Pair-Id=a", "has the parameter Key-Pair-Id"],
    ["Signature=a&Key-Pair-Id=b", "has the parameter Signature"],
  ])("%s: %s", async (query, part) => {
    expect(await messageFor(`${host}/a.jpg?${query}`)).toContain(part);
  });
});

it("a timeout is longer than any timer", () => {
  const options = { load: () => ({ keyPairId: "K2JCJMDEHXQW5F", privateKey: "" }), onError: () => {} };
  for (const timeout of [300, 301, "2w", "100d"] as const)
    expect(() => loadedKey({ ...options, timeout })).not.toThrow();
});
