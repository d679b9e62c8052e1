import { keyPairId, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontBase64, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { type CloudFrontDenialQuestion, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** Findings are printed in logs and terminals, and anybody can request a URL. */

const host = "https://cdn.example.com";
const unprintable = "\u001b\u009b\u202e\u2066\u2028\u200b\ud800\r\n";

function customUrl(policy: string): string {
  const signature = cloudFrontBase64(new Uint8Array(256).fill(1));
  return `${host}/a?Policy=${cloudFrontBase64(policy)}&Signature=${signature}&Key-Pair-Id=${keyPairId}`;
}

function policyFor(resource: string): string {
  const condition = { DateLessThan: { "AWS:EpochTime": 1_900_000_000 } };
  return JSON.stringify({ Statement: [{ Resource: resource, Condition: condition }] });
}

function cookies(value: string, name = "Policy"): string {
  const others = `CloudFront-Key-Pair-Id=${keyPairId}; CloudFront-Signature=AAAA`;
  return `${others}; CloudFront-${name}=${value}`;
}

const questions: readonly [name: string, question: CloudFrontDenialQuestion][] = [
  ["Domain", { url: host, setCookie: [`CloudFront-Policy=a; Domain=a\u202e\u009bb`] }],
  ["Path", { url: host, setCookie: [`CloudFront-Policy=a; Path=\u202e\u009b/`] }],
  ["Expires", { url: host, cookies: cookies(`12${unprintable}`, "Expires") }],
  ["Policy in a cookie", { url: host, cookies: cookies("e\u001b") }],
  ["Hash-Algorithm", { url: host, cookies: cookies(`a${unprintable}`, "Hash-Algorithm") }],
  ["the host of a Resource", { url: customUrl(policyFor("https://c\u202e\u009b.com/a")) }],
  ["the scheme of a Resource", { url: customUrl(policyFor("https\u009b://cdn.example.com/a")) }],
  ["a folder of a Resource", { url: customUrl(policyFor(`${host}/\u202e\u009b/a`)) }],
  ["a placeholder", { url: customUrl(policyFor("{{\u202e\u009b}}")) }],
  ["a member of a policy", { url: customUrl(`{"\u202e\u009b":1}`) }],
  ["a parameter", { url: `${customUrl(policyFor("*"))}&a\r\nb\u202e=1` }],
  ["a name", { url: `${host}/a?Expires=1900000000&Key-Pair-Id=K&Signature=AAAA&x\r\n\u202e` }],
  ["a method", { url: host, method: "\u001b[31m\u202e" }],
  ["a host name", { url: `https://a\u202e\u009bundefined/a?Expires=1` }],
];

describe("no finding breaks a line of a log or changes how it reads", () => {
  it.each(questions)("%s", async (_, question) => {
    for (const verifier of [undefined, verifierOf()])
      for (const { comparison, ...words } of await explainCloudFrontDenial({
        time: moment,
        status: 403,
        verifier,
        ...question,
      }))
        for (const text of [...Object.values(words), comparison?.signed ?? "", comparison?.requested ?? ""])
          expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  });
});
