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
    ["é.example.com", "at position 0"],
    [" cdn.example.com", "at position 0"],
    ["k\u00e4se.example.com:443", "at position 1"],
    ["cdn.example.com:443x", "at position 15"],
    ["cdn.example.com:443", "has a port"],
    ["http://cdn.example.com", "is a URL"],
    ["cdn.example.com https://", "at position 15"],
  ])("%j is refused for what it is", async (domain, part) => {
    const { code, message } = await refusal(() => cookies.toSetCookie({ domain }));
    expect(code).toBe("ERR_COOKIE_INVALID");
    expect(message).toContain(part);
  });
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
