import {
  changed,
  explain,
  labels,
  set,
  usual,
} from "@cloudfront-sign-webcrypto/testing/support/signed-cookie-lines.ts";
import { cloudFrontBase64 } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import type { CloudFrontDenialQuestion } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

describe("hostile lines", () => {
  it.each<[string, string]>([
    ["a megabyte of a value", `CloudFront-Policy=${"x".repeat(2e6)}; Path=/`],
    ["a megabyte of percent signs", `CloudFront-Policy=${"%25".repeat(3e5)}`],
    ["a megabyte of points", `CloudFront-Policy=${".".repeat(1e6)}`],
    ["a megabyte of hyphens", `CloudFront-Policy=${"-".repeat(1e6)}`],
    ["a megabyte of colons", `CloudFront-Policy=${":aaaaaa".repeat(2e5)}`],
    ["10,000 attributes", `CloudFront-Policy=x${"; Path=/w".repeat(10_000)}`],
    ["blanks", `CloudFront-Policy=${" \t".repeat(5e5)}x`],
    ["line breaks", `CloudFront-Policy=${"\r\n".repeat(5e5)}x`],
    ["a date of a megabyte", `CloudFront-Policy=x; Expires=${"1 ".repeat(5e5)}`],
    ["a path of a megabyte", `CloudFront-Policy=x; Path=${"/".repeat(1e6)}`],
    ["half of a surrogate pair", "CloudFront-Policy=\ud800%; Domain=\udc00; Path=/\ud800"],
    ["only separators", ";=;=;"],
  ])("are read without an error: %s", async (_, line) => {
    const setCookie = Array.from({ length: 20 }, () => line);
    const findings = await explain({ setCookie, pageOrigin: line, cookies: line });
    for (const { evidence } of findings) expect(evidence.length).toBeLessThan(200);
  });

  it("10,000 attributes have no last one that is known, so that nothing is said of them", async () => {
    const setCookie = [`CloudFront-Policy=x${"; Path=/w".repeat(10_000)}; Path=/`];
    expect(labels(await explain({ setCookie }))).toEqual(["proven no-credentials"]);
  });
});

it("a cookie is not called missing while a line was not read", async () => {
  const lines = set(usual).map((line) =>
    line.startsWith("CloudFront-Policy") ? `${line}; X=${"x".repeat(70_000)}` : line,
  );
  expect(labels(await explain({ setCookie: lines }))).toEqual(["proven no-credentials"]);
  const many = [...Array.from({ length: 250 }, (_, i) => `c${i}=1`), ...set(usual)];
  expect(labels(await explain({ setCookie: many }))).toEqual(["proven no-credentials"]);
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
