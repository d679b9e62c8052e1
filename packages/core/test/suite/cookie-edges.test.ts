import { clearCloudFrontSignedCookies } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";
import { refusal } from "./support/refusal.ts";
import { end, host, recorder } from "./support/signers.ts";

/** Attributes and paths of cookies at the edge of what browsers take. */

const cookies = await recorder().signer.signCookies({ resource: `${host}/*`, dateLessThan: end });

describe("a domain", () => {
  it("may only not be below cloudfront.net itself", () => {
    const [line] = clearCloudFrontSignedCookies({ domain: "cloudfront.net.example.com" });
    expect(line).toContain("Domain=cloudfront.net.example.com;");
  });

  it.each([
    "é.example.com",
    " cdn.example.com",
    "k\u00e4se.example.com:443",
    "cdn.example.com:443x",
    "cdn.example.com:443",
    "http://cdn.example.com",
    "cdn.example.com https://",
    "*.example.com",
    "example.com.",
    "example.com; Path=/x",
    "undefined",
    "null",
    "NaN",
    "",
    "-",
    "..",
  ])("%j is refused", async (domain) => {
    const { code, message } = await refusal(() => cookies.toSetCookie({ domain }));
    expect(code).toBe("ERR_COOKIE_INVALID");
    expect(message).toContain("is not a domain name that cookies can have");
  });

  it.each(["cloudfront.net", ".cloudfront.net", "CloudFront.net.", "d111111abcdef8.cloudfront.net"])(
    "%j is refused, since browsers drop the cookies",
    async (domain) => {
      const { code, message } = await refusal(() => cookies.toSetCookie({ domain }));
      expect(code).toBe("ERR_COOKIE_INVALID");
      expect(message).toContain("browsers refuse cookies for cloudfront.net");
    },
  );
});

describe("maxAge", () => {
  it("is written in digits", async () => {
    expect(cookies.toSetCookie({ maxAge: 999_999_999_999_999_900_000 })[0]).toContain(
      "Max-Age=999999999999999900000",
    );
    expect((await refusal(() => cookies.toSetCookie({ maxAge: 1e21 }))).code).toBe("ERR_COOKIE_INVALID");
  });
});

describe("cookies of several resources", () => {
  it("may have paths of which one only begins as the other", async () => {
    const list = ["/a", "/ab", "/a-b/*"].map((path) => ({ resource: host + path, dateLessThan: end }));
    const sets = await recorder().signer.signCookies(list);
    expect(sets.map(({ path }) => path)).toEqual(["/a", "/ab", "/a-b/"]);
  });
});
