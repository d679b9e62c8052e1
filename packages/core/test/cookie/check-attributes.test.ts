import { policyUntil } from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { clearCloudFrontSignedCookies } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

/** Attributes and paths of cookies at the edge of what browsers take. */

const cookies = await recorder().signer.signCookies({ resource: `${host}/*`, dateLessThan: end });

describe("a domain", () => {
  it("may only not be below cloudfront.net itself", () => {
    const [line] = clearCloudFrontSignedCookies({ domain: "cloudfront.net.example.com", path: "/" });
    expect(line).toContain("Domain=cloudfront.net.example.com;");
  });
});

describe("a domain or path that may reach a URL of the resource", () => {
  it.each([
    ["https://cdn.example.com/a/*", { domain: "example.com" }],
    ["https://cdn.example.com:8443/a/*", { domain: ".Example.com", path: "/a" }],
    ["https://cdn.example.com/a/*", { domain: "cdn.example.com", path: "/a/b/c" }],
    ["https://*.example.com/*", { domain: "a.cdn.example.com" }],
    ["https://*example.com/*", { domain: "myexample.com" }],
    ["https://cdn?.example.com/*", { domain: "example.com" }],
    ["*r*", { domain: "other.org", path: "/x" }],
    ["https://cdn.example.*", { domain: "other.org", path: "/x" }],
    ["https://cdn.example.com/*/a", { path: "/x/a" }],
    ["https://cdn.example.com/a.jpg?x=1", { path: "/a.jpg" }],
    ["http://localhost:8080/*", { domain: "localhost" }],
    // Which of them are public suffixes is the browser's list.
    ["https://cdn.example.co.uk/a/*", { domain: "co.uk" }],
    ["https://*.example.com.au/a/*", { domain: "com.au" }],
  ])("of %s is taken: %j", async (resource, attributes) => {
    const signed = await recorder().signer.signCookies({ policy: policyUntil(end, resource) });
    expect(signed.toSetCookie(attributes)).toHaveLength(4);
  });

  it.each([
    ["https://cdn.example.com/a/*", { domain: "com" }, "domain"],
    ["https://cdn.example.com/a/*", { domain: "dn.example.com" }, "domain"],
    ["https://cdn.example.com/a/*", { domain: "a.cdn.example.com" }, "domain"],
    ["https://*.example.com/a/*", { domain: "other.org" }, "domain"],
    ["https://cdn.example.com/a.jpg", { path: "/a" }, "path"],
    ["https://cdn.example.com/ab/*", { path: "/a" }, "path"],
    ["https://cdn.example.com/a.jpg", { path: "/a.jpg/" }, "path"],
  ])("of %s is refused: %j", async (resource, attributes, option) => {
    const signed = await recorder().signer.signCookies({ resource, dateLessThan: end });
    const error = await refusal(() => signed.toSetCookie(attributes));
    expect(`${error.code} ${error.option}`).toBe(`ERR_COOKIE_INVALID ${option}`);
  });
});

describe("a path of more bytes than browsers read", () => {
  const path = `/${"%E8%AC%9B".repeat(100)}`;

  it("is not the default, but the folder before it", async () => {
    const resource = `${host}${path}/${"a".repeat(121)}/b/*`;
    const signed = await recorder().signer.signCookies({ resource, dateLessThan: end });
    expect(signed.path).toBe(`${path}/${"a".repeat(121)}/`);
    expect(signed.path).toHaveLength(1024);
    const longer = { resource: resource.replace("/b/", "b/b/"), dateLessThan: end };
    expect((await recorder().signer.signCookies(longer)).path).toBe(`${path}/`);
  });

  it("is refused", async () => {
    const signed = await recorder().signer.signCookies({ resource: `${host}/*`, dateLessThan: end });
    const [line] = signed.toSetCookie({ path: `/${"a".repeat(1023)}` });
    expect(line).toContain(`${"a".repeat(1023)};`);
    const error = await refusal(() => signed.toSetCookie({ path: `/${"a".repeat(1024)}` }));
    expect(error.message).toContain("is longer than 1,024 bytes");
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

describe("maxAge as text", () => {
  it.each([
    ["90s", 90],
    ["4h", 14_400],
    ["30d", 2_592_000],
  ])("%s is %i seconds", (maxAge, seconds) => {
    expect(cookies.toSetCookie({ maxAge: maxAge as "90s" })).toEqual(
      cookies.toSetCookie({ maxAge: seconds }),
    );
  });
});

describe("Secure cookies", () => {
  const linesFor = async (resource: string) =>
    (await recorder().signer.signCookies({ resource, dateLessThan: end })).toSetCookie();

  it.each([
    "http://localhost/*",
    "http://localhost:8080/*",
    "http://app.localhost/*",
    "http://127.0.0.1:8080/*",
    "http://[::1]:8080/*",
    "http*://cdn.example.com/*",
    "*://cdn.example.com/*",
  ])("are made for %s", async (resource) => {
    expect((await linesFor(resource))[0]).toContain("; Secure");
  });

  it.each([
    "http://cdn.example.com/*",
    "http://*.example.com/*",
    "http://localhost.example.com/*",
    "http://127.0.0.1.example.com/*",
    "http://10.0.0.1/*",
  ])("are refused for %s, unless secure is false", async (resource) => {
    expect(await refusedAs(() => linesFor(resource))).toBe("ERR_COOKIE_INVALID secure");
    const cookies = await recorder().signer.signCookies({ resource, dateLessThan: end });
    expect(cookies.toSetCookie({ secure: false })[0]).not.toContain("Secure");
  });
});
