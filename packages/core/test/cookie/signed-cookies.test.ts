import { badCookieAttributes } from "@cloudfront-sign-webcrypto/testing/support/bad-sign-options.ts";
import { cookieRequest, isSignatureValid } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  end,
  host,
  keyPairId,
  recorder,
  rsaSigner,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { clearCloudFrontSignedCookies, type SetCookieAttributes } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

/** Signed cookies: values, `Set-Cookie` lines with safe defaults, and the lines that remove them. */

const resource = "https://cdn.example.com/*";
const cookies = async (options?: Parameters<typeof recorder>[0]) =>
  recorder(options).signer.signCookies({ resource, dateLessThan: end });

describe("values", () => {
  it("of a custom policy", async () => {
    const { values } = await rsaSigner().signCookies({ resource, dateLessThan: end });
    expect(Object.keys(values)).toEqual([
      "CloudFront-Policy",
      "CloudFront-Signature",
      "CloudFront-Key-Pair-Id",
    ]);
    const read = cookieRequest(values, `${host}/videos/a.ts`);
    expect(read.policy).toBe(
      `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${end}}}}]}`,
    );
    expect(await isSignatureValid("rsa2048.pub.spki.pem", read)).toBe(true);
  });

  it("of a canned policy", async () => {
    const { values } = await rsaSigner().signCookies({ resource: `${host}/a.jpg`, dateLessThan: end });
    expect(Object.keys(values)).toEqual([
      "CloudFront-Expires",
      "CloudFront-Signature",
      "CloudFront-Key-Pair-Id",
    ]);
    expect(values["CloudFront-Expires"]).toBe(`${end}`);
    expect(await isSignatureValid("rsa2048.pub.spki.pem", cookieRequest(values, `${host}/a.jpg`))).toBe(true);
  });

  it("of SHA-256", async () => {
    const { values } = await cookies();
    expect(Object.keys(values)).toEqual([
      "CloudFront-Policy",
      "CloudFront-Signature",
      "CloudFront-Key-Pair-Id",
      "CloudFront-Hash-Algorithm",
    ]);
    expect(values["CloudFront-Hash-Algorithm"]).toBe("SHA256");
    expect(values["CloudFront-Key-Pair-Id"]).toBe(keyPairId);
  });

  it("need no encoding, and cannot be changed", async () => {
    const signed = await cookies();
    for (const value of Object.values(signed.values)) expect(value).toMatch(/^[\w~-]+$/);
    expect(Object.isFrozen(signed)).toBe(true);
    expect(Object.isFrozen(signed.values)).toBe(true);
  });

  it("need a resource", async () => {
    const { signer } = recorder();
    expect(await refusedAs(() => signer.signCookies({ dateLessThan: end } as never))).toBe(
      "ERR_OPTION_MISSING resource",
    );
    expect(
      await refusedAs(() => signer.signCookies({ dateLessThan: end, resource: undefined } as never)),
    ).toBe("ERR_OPTION_INVALID resource");
  });
});

it("toCookieHeader is what a client sends", async () => {
  const { values, toCookieHeader } = await cookies();
  expect(toCookieHeader()).toBe(
    Object.entries(values)
      .map(([name, value]) => `${name}=${value}`)
      .join("; "),
  );
});

/** The attributes of all lines, which must be the same for each cookie. */
async function attributes(given?: SetCookieAttributes): Promise<string> {
  const signed = await cookies();
  const lines = given === undefined ? signed.toSetCookie() : signed.toSetCookie(given);
  const tails = lines.map((line, i) => {
    const [name, value] = Object.entries(signed.values)[i] ?? [];
    expect(line.startsWith(`${name}=${value}; `)).toBe(true);
    return line.slice(`${name}=${value}; `.length);
  });
  expect(lines).toHaveLength(4);
  expect(new Set(tails).size).toBe(1);
  return tails[0] ?? "";
}

const defaults = "Path=/; Secure; HttpOnly; SameSite=Lax";

describe("toSetCookie", () => {
  it.each<[string, SetCookieAttributes | undefined, string]>([
    ["nothing", undefined, defaults],
    ["no attributes", {}, defaults],
    [
      "undefined attributes",
      { domain: undefined, path: undefined, secure: undefined, maxAge: undefined } as never,
      defaults,
    ],
    ["a domain", { domain: "example.com" }, `Domain=example.com; ${defaults}`],
    ["a domain with a dot", { domain: ".example.com" }, `Domain=.example.com; ${defaults}`],
    ["a path", { path: "/videos" }, "Path=/videos; Secure; HttpOnly; SameSite=Lax"],
    ["a path with =", { path: "/a=b/%20" }, "Path=/a=b/%20; Secure; HttpOnly; SameSite=Lax"],
    ["maxAge", { maxAge: 3600 }, "Path=/; Max-Age=3600; Secure; HttpOnly; SameSite=Lax"],
    [
      "maxAge 0",
      { maxAge: 0 },
      "Path=/; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Secure; HttpOnly; SameSite=Lax",
    ],
    ["scripts may read", { httpOnly: false }, "Path=/; Secure; SameSite=Lax"],
    ["plain http", { secure: false }, "Path=/; HttpOnly; SameSite=Lax"],
    ["strict", { sameSite: "Strict" }, "Path=/; Secure; HttpOnly; SameSite=Strict"],
    ["across sites", { sameSite: "None" }, "Path=/; Secure; HttpOnly; SameSite=None"],
    [
      "partitioned",
      { sameSite: "None", partitioned: true },
      "Path=/; Secure; HttpOnly; SameSite=None; Partitioned",
    ],
    [
      "everything",
      {
        domain: "example.com",
        path: "/v",
        maxAge: 60,
        sameSite: "None",
        partitioned: true,
        secure: true,
        httpOnly: true,
      },
      "Domain=example.com; Path=/v; Max-Age=60; Secure; HttpOnly; SameSite=None; Partitioned",
    ],
  ])("with %s", async (_, given, expected) => {
    expect(await attributes(given)).toBe(expected);
  });

  it.each(badCookieAttributes)("refuses a wrong %s: %j", async (option, given) => {
    const signed = await cookies();
    expect(await refusedAs(() => signed.toSetCookie(given))).toBe(`ERR_COOKIE_INVALID ${option}`);
    if (option !== "maxAge")
      expect(await refusedAs(() => clearCloudFrontSignedCookies({ path: "/", ...given }))).toBe(
        `ERR_COOKIE_INVALID ${option}`,
      );
  });

  it.each(["secure", "httpOnly", "partitioned"])(
    "writes nothing of a %s that is text into the header",
    async (flag) => {
      const signed = await cookies();
      for (const value of ["true; Domain=evil.example", "true\r\nX: evil", "; Domain=evil.example"]) {
        try {
          expect(signed.toSetCookie({ [flag]: value } as never).join()).not.toContain("evil");
        } catch (error) {
          expect(error).toMatchObject({ code: "ERR_COOKIE_INVALID", option: flag });
        }
      }
    },
  );

  // A setting that got lost on its way must not turn a protection off.
  it.each(["secure", "httpOnly"])("never takes %s: null for false", async (flag) => {
    const signed = await cookies();
    try {
      expect(signed.toSetCookie({ [flag]: null } as never)[0]?.toLowerCase()).toContain(
        `; ${flag.toLowerCase()};`,
      );
    } catch (error) {
      expect(error).toMatchObject({ code: "ERR_COOKIE_INVALID", option: flag });
    }
  });

  it("refuses unknown attributes and what is not an object", async () => {
    const signed = await cookies();
    expect(await refusedAs(() => signed.toSetCookie({ samesite: "None" } as never))).toBe(
      "ERR_OPTION_UNKNOWN samesite",
    );
    for (const given of [null, "Secure", 5, []])
      expect(await refusedAs(() => signed.toSetCookie(given as never))).toBe("ERR_OPTION_INVALID attributes");
  });

  it("refuses a cookie that browsers drop for its size", async () => {
    const { signer } = recorder();
    const cookiesOf = (length: number) =>
      signer.signCookies({ resource: `${host}/${"a".repeat(length)}*`, dateLessThan: end });
    const sizes = (length: number) =>
      cookiesOf(length).then(
        ({ values }) => "CloudFront-Policy".length + `${values["CloudFront-Policy"]}`.length,
      );
    // RFC 6265bis: 4,096 bytes of name and value.
    expect([await sizes(2929), await sizes(2930)]).toEqual([4093, 4097]);
    expect((await cookiesOf(2929)).toSetCookie()[0]).toContain("; Path=/");
    const tooLong = await cookiesOf(2930);
    expect(await refusedAs(() => tooLong.toSetCookie())).toBe("ERR_COOKIE_INVALID resource");
    // Nothing but browsers has that limit.
    expect(tooLong.toCookieHeader()).toContain("CloudFront-Policy=");
  });

  it("gives lines without a byte that headers refuse", async () => {
    const headers = new Headers();
    for (const line of (await cookies()).toSetCookie({ domain: "example.com" }))
      headers.append("x-set-cookie", line);
    expect(headers.get("x-set-cookie")).toContain("CloudFront-Policy=");
  });
});

describe("appendTo", () => {
  const anywhere = () => recorder().signer.signCookies({ resource: `${host}/*`, dateLessThan: end });

  it("adds a header for each cookie, beside those that are there", async () => {
    const cookies = await anywhere();
    const headers = new Headers({ "Set-Cookie": "theme=light" });
    cookies.appendTo(headers, { sameSite: "None", maxAge: "4h" });
    const lines = cookies.toSetCookie({ sameSite: "None", maxAge: 14_400 });
    expect(lines.length).toBeGreaterThan(2);
    // The oldest runtimes have no getSetCookie.
    expect(headers.get("Set-Cookie")).toBe(["theme=light", ...lines].join(", "));
  });

  it("throws like toSetCookie, and adds nothing then", async () => {
    const cookies = await anywhere();
    const headers = new Headers();
    const refused = await refusal(() => cookies.appendTo(headers, { domain: "cloudfront.net" }));
    expect(refused.code).toBe("ERR_COOKIE_INVALID");
    expect(headers.get("Set-Cookie")).toBeNull();
  });

  it.each([
    [undefined, "headers: is undefined; pass the headers of the response"],
    [{}, "headers: is an object; pass the headers of the response"],
  ])("throws for %o", async (headers, message) => {
    const cookies = await anywhere();
    expect((await refusal(() => cookies.appendTo(headers as never))).message).toBe(message);
  });
});

describe("clearCloudFrontSignedCookies", () => {
  const names = [
    "CloudFront-Policy",
    "CloudFront-Expires",
    "CloudFront-Signature",
    "CloudFront-Key-Pair-Id",
    "CloudFront-Hash-Algorithm",
  ];
  const removed = "Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT";

  it("removes every cookie that there can be", () => {
    expect(clearCloudFrontSignedCookies({ path: "/" }).sort()).toEqual(
      names.map((name) => `${name}=; Path=/; ${removed}; Secure; HttpOnly; SameSite=Lax`).sort(),
    );
  });

  it("where it was set", () => {
    expect(
      clearCloudFrontSignedCookies({
        domain: "example.com",
        path: "/v",
        sameSite: "None",
        partitioned: true,
      }),
    ).toContain(
      `CloudFront-Policy=; Domain=example.com; Path=/v; ${removed}; Secure; HttpOnly; SameSite=None; Partitioned`,
    );
  });

  it("and does not keep what is to be removed", () => {
    for (const line of clearCloudFrontSignedCookies({ path: "/", maxAge: 3600 } as never))
      expect(line).toContain(`; ${removed};`);
  });
});
