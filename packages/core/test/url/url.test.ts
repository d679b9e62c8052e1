import { badUrls } from "@cloudfront-sign-webcrypto/testing/support/bad-inputs.ts";
import { clientRequest } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  end,
  host,
  keyPairId,
  recorder,
  rsaSigner,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontUrl } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

/**
 * What a signed URL looks like, which URLs are changed on the way, and which are refused because they could
 * not work.
 */

const sign = (url: unknown, terms: object = {}) =>
  recorder().signer.signUrl(url as string, { dateLessThan: end, ...terms });

describe("the parameters", () => {
  it("stand behind the URL's own, in one order", async () => {
    expect(clientRequest(await sign(`${host}/a.jpg`)).order).toEqual([
      "Expires",
      "Signature",
      "Key-Pair-Id",
      "Hash-Algorithm",
    ]);
    expect(clientRequest(await sign(`${host}/a.jpg`, { ipAddress: "192.0.2.1" })).order).toEqual([
      "Policy",
      "Signature",
      "Key-Pair-Id",
      "Hash-Algorithm",
    ]);
    expect(clientRequest(await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end })).order).toEqual([
      "Expires",
      "Signature",
      "Key-Pair-Id",
    ]);
  });

  it.each([
    [`${host}/a.jpg`, `${host}/a.jpg?Expires=${end}&Signature=`],
    [`${host}/a.jpg?`, `${host}/a.jpg?Expires=${end}&Signature=`],
    [`${host}/a.jpg?x=1`, `${host}/a.jpg?x=1&Expires=${end}&Signature=`],
    [`${host}/a.jpg?x`, `${host}/a.jpg?x&Expires=${end}&Signature=`],
    [`${host}/a.jpg?x=1&`, `${host}/a.jpg?x=1&&Expires=${end}&Signature=`],
    [`${host}`, `${host}/?Expires=${end}&Signature=`],
  ])("of %s start as %s", async (url, start) => {
    expect((await sign(url)).startsWith(start)).toBe(true);
  });

  it("come before the fragment", async () => {
    expect(await sign(`${host}/a.html#top`)).toMatch(/&Hash-Algorithm=SHA256#top$/);
    expect(await sign(`${host}/a.html?#`)).toMatch(/&Hash-Algorithm=SHA256#$/);
  });

  it("name the key", async () => {
    expect(clientRequest(await sign(`${host}/a.jpg`)).keyPairId).toBe(keyPairId);
  });
});

describe("a URL object", () => {
  it("is taken like its text", async () => {
    expect(await sign(new URL(`${host}/a b.jpg?x=é#y`))).toBe(await sign(`${host}/a b.jpg?x=é#y`));
    expect(await sign({ href: `${host}/a.jpg` })).toBe(await sign(`${host}/a.jpg`));
  });
});

describe("wire form", () => {
  it.each([
    ["HTTPS://D111111abcdef8.CloudFront.NET/A.jpg", `${host}/A.jpg`],
    ["https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"],
    ["https://cdn.example.com:443/a", "https://cdn.example.com/a"],
    ["http://cdn.example.com:443/a", "http://cdn.example.com:443/a"],
    ["https://cdn.example.com:08443/a", "https://cdn.example.com:8443/a"],
    ["https://0x7f.1/a", "https://127.0.0.1/a"],
    [`${host}/.well-known/a...b/..c/d..`, `${host}/.well-known/a...b/..c/d..`],
    [`${host}/a?next=/../b`, `${host}/a?next=/../b`],
    // Twice escaped, it is the name of another file, which no client resolves.
    [`${host}/%252e%252e/a`, `${host}/%252e%252e/a`],
    [`${host}/a//b`, `${host}/a//b`],
    [`${host}/a b"c<d>e^f\`g{h|i}j[k]l`, `${host}/a%20b%22c%3Cd%3Ee%5Ef%60g%7Bh%7Ci%7Dj%5Bk%5Dl`],
    [`${host}/it's(1)!~;,=:@&+$.jpg`, `${host}/it's(1)!~;,=:@&+$.jpg`],
    // Python's clients write escapes in capitals, and unreserved characters without (RFC 3986, section
    // 6.2.2).
    [`${host}/%c3%a9%C3%A9`, `${host}/%C3%A9%C3%A9`],
    [`${host}/%7Euser/%41%2d%5F%2e%30?%7e=%61&b=%2f`, `${host}/~user/A-_.0?~=a&b=%2F`],
    [`${host}/%2541%%41`, `${host}/%2541%25A`],
    [`${host}/%%34%31`, `${host}/%2541`],
    [`${host}/%5b%27%2a`, `${host}/%5B%27%2A`],
    [`${host}/100%`, `${host}/100%25`],
    [`${host}/%zz%4`, `${host}/%25zz%254`],
    [`${host}/a%5Cb`, `${host}/a%5Cb`],
    [`${host}/😀`, `${host}/%F0%9F%98%80`],
    [`${host}/?q=it's`, `${host}/?q=it%27s`],
    [
      `${host}/?q=a b+c"d<e>f[g]h{i}j|k\\l^m\`n`,
      `${host}/?q=a%20b+c%22d%3Ce%3Ef%5Bg%5Dh%7Bi%7Dj%7Ck%5Cl%5Em%60n`,
    ],
    [`${host}/?a=1&&b&=&c=d=e?f/g`, `${host}/?a=1&&b&=&c=d=e?f/g`],
    [`${host}/?q=100%&r=%`, `${host}/?q=100%25&r=%25`],
    [`${host}?x=1`, `${host}/?x=1`],
    [`${host}#x`, `${host}/`],
  ])("of %s is %s", async (url, expected) => {
    const request = clientRequest(await sign(url));
    expect(request.resource).toBe(expected);
    expect(request.policy).toContain(`"Resource":"${expected}"`);
  });
});

describe("a URL that would silently become another one is refused", () => {
  it.each(Object.entries(badUrls))("%s", async (_, url) => {
    expect(await refusedAs(() => sign(url))).toBe("ERR_URL_INVALID url");
  });

  it.each<[string, unknown]>([
    ["an object with href", { href: 5 }],
    ["a symbol", Symbol("x")],
    ["a function", () => host],
  ])("and so is %s, which is not a URL at all", async (_, url) => {
    expect(await refusedAs(() => sign(url))).toBe("ERR_URL_INVALID url");
  });

  it.each([
    ["localhost/a", "the scheme is missing; write https://localhost/…"],
    ["CDN.Example.COM", "the scheme is missing; write https://CDN.Example.COM/…"],
    ["cdn.example.com:8443?x", "the scheme is missing; write https://cdn.example.com:8443/…"],
    ["//localhost:3000", "the scheme is missing; write https://localhost:3000/…"],
    ["//[::1]/a", "is not an absolute URL"],
    // What may be the name of a file or folder is not shown.
    ["image.jpg", "is not an absolute URL"],
    ["/login?next=https://d111111abcdef8.cloudfront.net/a.jpg", "is not an absolute URL"],
    ["shttps://d111111abcdef8.cloudfront.net/a.jpg", "starts with shttps://"],
    ["example.com/a", "is not an absolute URL"],
    ["cdn.example.com*", "is not an absolute URL"],
    [`${"a.".repeat(200)}example.com/a`, "is not an absolute URL"],
    ["?x=1", "is not an absolute URL"],
    ["null:8080/a", "is not an absolute URL"],
    ["[object Object]", 'has the text "[object Object]"'],
    ["S3://bucket/a", "is an S3 address"],
    ["a-scheme-of-17-ch:x", "is not an absolute URL"],
    ["https://?a", "is not an absolute URL"],
    ["https://:8080/a", "has a host that is not a domain name or an IP address"],
    ["https:cdn.example.com/a.jpg", "is not an absolute URL"],
    ["file:///videos/a.mp4", "starts with file://"],
    ["https:\\\\cdn.example.com\\a", 'has the character "\\" at position 6'],
    ["https://%5Bobject%20Object%5D/a.jpg", "has a host that is not a domain name or an IP address"],
    ["https://undefined:8080/a.jpg", 'has the text "undefined"'],
    ["HTTPS://UNDEFINED", 'has the text "UNDEFINED"'],
    [new URL("https://NaN/a.jpg"), 'has the text "nan"'],
    ["https://cdn%00.example.com/a.jpg", "has a host that is not a domain name or an IP address"],
    ["https://2001:db8::1/a.jpg", "has an invalid port"],
    ["https://<distribution>/a.jpg", "has a host that is not a domain name or an IP address"],
    [`https://${"a".repeat(300)}.example.com/a.jpg`, "has a host that is not a domain name or an IP address"],
    ["https://cdn.example.com:8o80/a.jpg", "has an invalid port"],
    ["https://cdn.example.com:65536/a.jpg", "has an invalid port"],
  ])("%s: %s", async (url, message) => {
    const error = await refusal(() => sign(url));
    expect(`${error.code} ${error.message}`).toContain(`ERR_URL_INVALID url: ${message}`);
  });

  it("by a resource and the origin of an object, too, when the host is a lost variable", async () => {
    const { signer } = recorder();
    for (const resource of ["https://undefined/*", "*://null/*", "http*://NaN:8080/*"])
      expect(await refusedAs(() => signer.grant({ resource, dateLessThan: end }))).toBe(
        "ERR_URL_INVALID resource",
      );
    expect(await refusedAs(() => cloudFrontUrl("https://undefined", "a"))).toBe("ERR_URL_INVALID origin");
  });

  it.each(["undefined", "null", "NaN", "[object Object]"])(
    "%s may be a name if its first character is escaped",
    async (word) => {
      const url = `https://cdn.example.com/%${word.charCodeAt(0).toString(16)}${word.slice(1)}/a.jpg`;
      expect(decodeURIComponent(clientRequest(await sign(url)).resource)).toBe(
        `https://cdn.example.com/${word}/a.jpg`,
      );
    },
  );

  it("is refused as a segment of the path of a URL object, too", async () => {
    const url = new URL("https://cdn.example.com/[object Object]/a.jpg");
    expect(await refusedAs(() => sign(url))).toBe("ERR_URL_INVALID url");
  });

  it.each([
    "https://undefined.example.com/a",
    "https://cdn.example.com/undefined.jpg?id=/null",
    "https://nullable/nullable",
    "http://s3:9000/a",
    "http://file:8080/a",
    "https://https.example.com/s3/file",
    "https://cdn.example.com/a%5Bobject%20Promise%5D",
    "https://cdn.example.com:65535/a",
  ])("but %s has a host", async (url) => {
    expect(clientRequest(await sign(url)).resource).toBe(url);
  });

  it.each([
    "https://s3.example.com/a.jpg",
    "https://my-s3.example.com/amazonaws.com",
    "https://abc.execute-api.eu-west-1.amazonaws.com/a",
  ])("but %s is signed, which is not an S3 address", async (url) => {
    expect(clientRequest(await sign(url)).resource).toBe(url);
  });
});

describe("a URL that CloudFront would not take is refused", () => {
  it("with more than 8,192 bytes, parameters included and fragment not", async () => {
    const signer = rsaSigner();
    const rest = (await signer.signUrl(`${host}/`, { dateLessThan: end })).length - `${host}/`.length;
    const longest = `${host}/${"a".repeat(8192 - rest - host.length - 1)}`;
    expect((await signer.signUrl(longest, { dateLessThan: end })).length).toBe(8192);
    expect((await signer.signUrl(`${longest}#fragment`, { dateLessThan: end })).length).toBe(
      8192 + "#fragment".length,
    );
    const error = await refusal(() => signer.signUrl(`${longest}a`, { dateLessThan: end }));
    expect(`${error.code} ${error.option}`).toBe("ERR_URL_TOO_LONG url");
    expect(error.message).toMatch(/8193 characters, .* 8192; shorten it, or use a P-256 key or cookies$/);
  });

  it("by a grant, too", async () => {
    const grant = await rsaSigner().grant({ resource: `${host}/*`, dateLessThan: end });
    const longest = `${host}/${"a".repeat(8192 - grant.query.length - host.length - 2)}`;
    expect(grant.signUrl(longest).length).toBe(8192);
    expect(await refusedAs(() => grant.signUrl(`${longest}a`))).toBe("ERR_URL_TOO_LONG url");
    expect([grant.covers(longest), grant.covers(`${longest}a`)]).toEqual([true, false]);
  });
});

describe("a URL that is signed already is refused", () => {
  it.each([
    "?Expires=1",
    "?Policy=x",
    "?Signature=x",
    "?Key-Pair-Id=K",
    "?Hash-Algorithm=SHA1",
    "?a=1&Expires=1",
    "?Expires",
    "?Expires=",
    "?&Expires=1",
    "?Expires=1&b=2",
    "?%45xpires=1",
    "?Key%2DPair%2dId=K",
    "?Expires=1#x",
  ])("%s", async (search) => {
    expect(await refusedAs(() => sign(`${host}/a.jpg${search}`))).toBe("ERR_URL_ALREADY_SIGNED url");
  });

  it.each([
    "?expires=1",
    "?EXPIRES=1",
    "?Expires2=1",
    "?xPolicy=1",
    "?a=Expires=1",
    "?Key-Pair-Id%20=K",
    "?Key_Pair_Id=K",
    "?CloudFront-Expires=1",
    "?a=?Expires=1",
    "#Expires=1",
    "?X-Amz-Signature=x&X-Amz-Expires=60",
    "&Expires=1",
    "&Expires=1?a=b",
    "/a&Policy=1&?b",
    "?a?Expires=1",
  ])("but %s is no such parameter", async (search) => {
    expect(clientRequest(await sign(`${host}/a.jpg${search}`)).kind).toBe("canned");
  });
});

const label = "a".repeat(63);

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
    expect((await refusal(() => sign(`https://${s3}/a.jpg`))).message).toContain("is an S3 address");
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
    expect((await refusal(() => sign(`${longest}b`))).message).toContain("65537 characters");
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
