import { clientRequest } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontUrl } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

/** Object keys of S3, which may hold anything, as URLs that every client sends as they are. */

const keys: [key: string, path: string][] = [
  ["image.jpg", "/image.jpg"],
  ["a/b/c.jpg", "/a/b/c.jpg"],
  ["my file (1).jpg", "/my%20file%20%281%29.jpg"],
  ["50% off #1?.pdf", "/50%25%20off%20%231%3F.pdf"],
  ["a%20b", "/a%2520b"],
  ["1+1=2", "/1%2B1%3D2"],
  ["Übersicht/日本語/😀.png", "/%C3%9Cbersicht/%E6%97%A5%E6%9C%AC%E8%AA%9E/%F0%9F%98%80.png"],
  ["U\u0308", "/U%CC%88"],
  ["it's*~-_.!", "/it%27s%2A~-_.%21"],
  ["/leading", "//leading"],
  ["a//b", "/a//b"],
  ["folder/", "/folder/"],
  ["a\\b", "/a%5Cb"],
  ['"<>^`{|}[]', "/%22%3C%3E%5E%60%7B%7C%7D%5B%5D"],
  ["a&b;c,d:e@f$g", "/a%26b%3Bc%2Cd%3Ae%40f%24g"],
  ["tab\there", "/tab%09here"],
  [" ", "/%20"],
  ["...", "/..."],
  [".well-known/x", "/.well-known/x"],
  ["a..b/c.", "/a..b/c."],
  ["%2e%2e/secret", "/%252e%252e/secret"],
  ["Expires=1", "/Expires%3D1"],
  ["arn:awsome/file.txt", "/arn%3Aawsome/file.txt"],
  // What another text may be.
  ["null", "/null"],
  ["a/undefined/NaN", "/a/undefined/NaN"],
  ["[object Object]/1", "/%5Bobject%20Object%5D/1"],
  ["s3://bucket/a", "/s3%3A//bucket/a"],
  ["https://bucket.s3.amazonaws.com/a", "/https%3A//bucket.s3.amazonaws.com/a"],
  ["arn:aws:s3:::bucket/a", "/arn%3Aaws%3As3%3A%3A%3Abucket/a"],
  ["course/${id}/1.mp4", "/course/%24%7Bid%7D/1.mp4"],
];

describe("an object key", () => {
  it.each(keys)("%j becomes %s", async (key, path) => {
    const url = cloudFrontUrl(host, key);
    expect(url).toBe(host + path);
    expect(new URL(url).href).toBe(url);
    expect(decodeURIComponent(new URL(url).pathname.slice(1))).toBe(key);
    expect(clientRequest(await recorder().signer.signUrl(url, { dateLessThan: end })).resource).toBe(url);
  });

  it.each(["", ".", "..", "a/../b", "a/./b", "../a", "a/..", "./a", "\ud83d", "a/\ude00"])(
    "%j is refused",
    async (key) => {
      expect(await refusedAs(() => cloudFrontUrl(host, key))).toBe("ERR_URL_INVALID key");
    },
  );

  it.each([undefined, null, 5, {}, ["a"]])("%s, which is not text, is refused", async (key) => {
    expect(await refusedAs(() => cloudFrontUrl(host, key as string))).toBe("ERR_URL_INVALID key");
  });
});

describe("the origin", () => {
  it.each([
    [host, `${host}/a`],
    [`${host}/`, `${host}/a`],
    ["https://CDN.Example.com:443", "https://cdn.example.com/a"],
    ["http://localhost:8080", "http://localhost:8080/a"],
    ["https://bücher.example", "https://xn--bcher-kva.example/a"],
  ])("%s", (origin, expected) => {
    expect(cloudFrontUrl(origin, "a")).toBe(expected);
  });

  it("may be a URL object", () => {
    expect(cloudFrontUrl(new URL(host), "a")).toBe(`${host}/a`);
  });

  it.each([
    `${host}/videos`,
    `${host}/videos/`,
    `${host}//`,
    `${host}?x=1`,
    `${host}/?x`,
    `${host}#x`,
    "d111111abcdef8.cloudfront.net",
    "",
    "https://bucket.s3.amazonaws.com",
    "https://u:p@cdn.example.com",
    undefined,
    null,
  ])("%j is refused", async (origin) => {
    expect(await refusedAs(() => cloudFrontUrl(origin as string, "a"))).toBe("ERR_URL_INVALID origin");
  });
});

describe("download", () => {
  const disposition = (url: string) => new URL(url).searchParams.get("response-content-disposition");

  it.each([
    ["report.pdf", "report.pdf"],
    ["Übersicht 1.pdf", "%C3%9Cbersicht%201.pdf"],
    ["日本.pdf", "%E6%97%A5%E6%9C%AC.pdf"],
    ["😀.pdf", "%F0%9F%98%80.pdf"],
    ['a"b\\c.pdf', "a%22b%5Cc.pdf"],
    ["100%25.pdf", "100%2525.pdf"],
    ["it's (1)*.pdf", "it%27s%20%281%29%2A.pdf"],
    ["a;b=c,d.pdf", "a%3Bb%3Dc%2Cd.pdf"],
  ])("%j", async (name, extended) => {
    const url = cloudFrontUrl(host, "x.pdf", { download: name });
    // The plain name is for clients of old: ASCII, without quotes, and without escapes, which some of them
    // decode.
    const [, plain = "", utf8] =
      /^attachment; filename="([^"\\%]+)"; filename\*=UTF-8''([\w.~%-]+)$/.exec(disposition(url) ?? "") ?? [];
    expect(plain).toMatch(/^[ -~]+\.pdf$/);
    if (/^[ -~]+$/.test(name) && !/["\\%]/.test(name)) expect(plain).toBe(name);
    expect(utf8).toBe(extended);
    expect(decodeURIComponent(extended)).toBe(name);
    expect(new URL(url).href).toBe(url);
    const signed = await recorder().signer.signUrl(url, { dateLessThan: end });
    expect(disposition(signed)).toBe(disposition(url));
    expect(clientRequest(signed).resource).toBe(url);
  });

  it.each(["a\nb.pdf", "a\r\nSet-Cookie: x", "\0", "a\x7f", "a\u0085\u2028b"])(
    "%j never gets a line break or another control character into a header",
    async (name) => {
      try {
        expect(disposition(cloudFrontUrl(host, "x", { download: name }))).not.toMatch(/[^ -~]/);
      } catch (error) {
        expect(error).toMatchObject({ name: "CloudFrontSignError", option: "download" });
      }
    },
  );
});

describe("query", () => {
  it("holds names and values as they are meant", () => {
    const query = { w: "100", q: "a b+c&d=e#f?g/h", ü: "'*", e: "" };
    const url = cloudFrontUrl(host, "a", { query });
    expect(url).toBe(`${host}/a?w=100&q=a%20b%2Bc%26d%3De%23f%3Fg%2Fh&%C3%BC=%27%2A&e=`);
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual(query);
  });

  it("comes before the download", () => {
    expect(cloudFrontUrl(host, "a", { query: { v: "1" }, download: "b" })).toMatch(
      /\/a\?v=1&response-content-disposition=attachment/,
    );
    expect(cloudFrontUrl(host, "a", { query: {} })).toBe(`${host}/a`);
  });

  it.each(["Expires", "Policy", "Signature", "Key-Pair-Id", "Hash-Algorithm"])(
    "refuses the reserved name %s",
    async (name) => {
      expect(await refusedAs(() => cloudFrontUrl(host, "a", { query: { [name]: "x" } }))).toBe(
        "ERR_URL_ALREADY_SIGNED query",
      );
    },
  );
});

it("refuses unknown options", async () => {
  expect(await refusedAs(() => cloudFrontUrl(host, "a", { filename: "b" } as never))).toBe(
    "ERR_OPTION_UNKNOWN filename",
  );
  expect(await refusedAs(() => cloudFrontUrl(host, "a", null as never))).toBe("ERR_OPTION_INVALID options");
});
