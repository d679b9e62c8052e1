import { repeated } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import {
  changed,
  distribution,
  explain,
  labels,
  set,
  signed,
  signer,
  url,
  usual,
  values,
} from "@cloudfront-sign-webcrypto/testing/support/signed-cookie-lines.ts";
import { end, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontBase64 } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { type CloudFrontDenialQuestion, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { clearCloudFrontSignedCookies } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

const canned = await signer.signCookies({ resource: url, dateLessThan: end });

type GoodCase = readonly [name: string, question: CloudFrontDenialQuestion, cookies: Record<string, string>];

function goodCase(
  name: string,
  requested: string,
  setCookie: string[],
  cookies: Record<string, string>,
  pageOrigin?: string,
): GoodCase {
  return [name, { url: requested, setCookie, pageOrigin, time: moment }, cookies];
}

const good: GoodCase[] = [];
const sites = [
  "https://cdn.example.com",
  "https://d111111abcdef8.cloudfront.net",
  "http://localhost:8080",
  "https://localhost",
  "http://127.0.0.1:3000",
  "http://app.localhost",
  "https://media.example.co.uk",
];
const options = [
  {},
  { sameSite: "None" },
  { sameSite: "Strict", maxAge: 3600 },
  { partitioned: true },
  { httpOnly: false, path: "/v" },
] as const;
for (const origin of sites)
  for (const attributes of options) {
    const cookies = await signer.signCookies({ resource: `${origin}/v/*`, dateLessThan: end });
    good.push(
      goodCase(
        `${origin} ${JSON.stringify(attributes)}`,
        `${origin}/v/1.mp4`,
        cookies.toSetCookie(attributes),
        cookies.values as Record<string, string>,
      ),
    );
  }
for (const [domain, page] of [
  ["cdn.example.com", undefined],
  ["cdn.example.com", "https://cdn.example.com"],
  ["example.com", undefined],
  ["example.com", "https://app.example.com"],
  [".example.com", "https://example.com"],
] as const)
  good.push(goodCase(`domain ${domain} from ${page}`, url, signed.toSetCookie({ domain }), values, page));
for (const attributes of [
  "Expires=Thu, 31 Dec 2037 23:59:59 GMT",
  "Expires=Thursday, 31-Dec-37 23:59:59 GMT",
  "Expires=Thu Dec 31 23:59:59 2037",
  "Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=3600",
  "Max-Age=0; Max-Age=3600",
  "Path=/w; Path=/v/",
  "Domain=example.org; Domain=.EXAMPLE.COM",
  "Domain=; Path=",
  "SECURE; httponly; samesite=lax",
  "Max-Age=abc; Expires=never",
  "Path=/v/1.mp4",
  "Priority=High; Unknown",
  `Path=/w${"x".repeat(1024)}`,
])
  good.push(goodCase(attributes, url, set(attributes), values));
good.push(
  goodCase(
    "the distribution's own Domain",
    `${distribution}/v/1.mp4`,
    set("Domain=d111111abcdef8.cloudfront.net; Path=/"),
    values,
  ),
  goodCase(
    "a cookie of exactly 4,096 bytes",
    url,
    set(usual, { ...values, "CloudFront-Policy": "e".repeat(4079) }),
    { ...values, "CloudFront-Policy": "e".repeat(4079) },
  ),
  goodCase(
    "the other kind removed first",
    url,
    [...clearCloudFrontSignedCookies({ domain: "example.com", path: "/" }), ...set(usual)],
    values,
  ),
  goodCase(
    "the other kind removed, canned",
    url,
    [...clearCloudFrontSignedCookies({ path: canned.path }), ...canned.toSetCookie()],
    canned.values as Record<string, string>,
  ),
  goodCase(
    "with the name of the header",
    url,
    set(usual).map((line) => `Set-Cookie: ${line}\r\n`),
    values,
  ),
);

describe("good lines and cookies", () => {
  it.each(good)("are not accused, sent or not: %s", async (_, question, cookies) => {
    const found = async (more: CloudFrontDenialQuestion) =>
      labels(await explainCloudFrontDenial({ ...question, ...more })).filter((label) =>
        /cookie|repeated/.test(label),
      );
    expect(await found({ cookies })).toEqual([]);
    // Without the cookies, nobody knows which host sets lines without Domain.
    expect((await found({})).filter((label) => label !== "possible cookie-domain")).toEqual([]);
  });

  it("are more than forty", () => {
    expect(good.length).toBeGreaterThan(40);
  });
});

describe("hostile lines", () => {
  it.each<[string, string]>([
    ["a long value", `CloudFront-Policy=${"x".repeat(2e5)}; Path=/`],
    ["percent signs", `CloudFront-Policy=${"%25".repeat(7e4)}`],
    ["points", `CloudFront-Policy=${".".repeat(2e5)}`],
    ["hyphens", `CloudFront-Policy=${"-".repeat(2e5)}`],
    ["colons", `CloudFront-Policy=${":aaaaaa".repeat(3e4)}`],
    ["10,000 attributes", `CloudFront-Policy=x${"; Path=/w".repeat(10_000)}`],
    ["blanks", `CloudFront-Policy=${" \t".repeat(1e5)}x`],
    ["line breaks", `CloudFront-Policy=${"\r\n".repeat(1e5)}x`],
    ["a long date", `CloudFront-Policy=x; Expires=${"1 ".repeat(1e5)}`],
    ["a long path", `CloudFront-Policy=x; Path=${"/".repeat(2e5)}`],
    ["half of a surrogate pair", "CloudFront-Policy=\ud800%; Domain=\udc00; Path=/\ud800"],
    ["only separators", ";=;=;"],
  ])("are read without an error: %s", async (_, line) => {
    const setCookie = Array.from({ length: repeated(20) }, () => line);
    const findings = await explain({ setCookie, pageOrigin: line, cookies: line });
    for (const { evidence } of findings) expect(evidence.length).toBeLessThan(200);
  });

  it("10,000 attributes have no last one that is known, so that nothing is said of them", async () => {
    const setCookie = [`CloudFront-Policy=x${"; Path=/w".repeat(10_000)}; Path=/`];
    expect(labels(await explain({ setCookie }))).toEqual(["likely no-credentials"]);
  });
});

it("a cookie is not called missing while a line was not read", async () => {
  const lines = set(usual).map((line) =>
    line.startsWith("CloudFront-Policy") ? `${line}; X=${"x".repeat(70_000)}` : line,
  );
  expect(labels(await explain({ setCookie: lines }))).toEqual(["likely no-credentials"]);
  const many = [...Array.from({ length: 250 }, (_, i) => `c${i}=1`), ...set(usual)];
  expect(labels(await explain({ setCookie: many }))).toEqual(["likely no-credentials"]);
});

it("no value of a cookie and no name of another one is shown", async () => {
  const secret = cloudFrontBase64("a secret value that nobody should see in a log").slice(0, 60);
  const questions: CloudFrontDenialQuestion[] = [
    {
      setCookie: set(
        "Path=/w; Domain=example.org",
        changed(() => secret),
      ),
      cookies: `session=${secret}`,
    },
    { cookies: changed(() => `${secret}%2C`) },
    { cookies: changed(() => `"${secret}"`) },
  ];
  for (const question of questions)
    for (const finding of await explain(question)) {
      expect(JSON.stringify(finding)).not.toContain(secret.slice(0, 20));
      expect(JSON.stringify(finding)).not.toContain("session");
    }
});
