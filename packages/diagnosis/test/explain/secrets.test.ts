import { cookieCases } from "@cloudfront-sign-webcrypto/testing/support/broken-cookies.ts";
import { escaped, stray, truncated } from "@cloudfront-sign-webcrypto/testing/support/broken-parameters.ts";
import { plainToSee, provenByKey } from "@cloudfront-sign-webcrypto/testing/support/broken-requests.ts";
import {
  policyOf,
  withOneFault,
  withTwoFaults,
} from "@cloudfront-sign-webcrypto/testing/support/broken-signatures.ts";
import { findingExamples } from "@cloudfront-sign-webcrypto/testing/support/finding-examples.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { partOf } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontBase64, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import {
  type CloudFrontDenialQuestion,
  type CloudFrontFinding,
  explainCloudFrontDenial,
} from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** Findings go into logs, tickets and chats: nothing in them may give access. */

const verifier = verifierOf({ KSECOND: keyText("rsa2048-b.pub.spki.pem") });

type Case = readonly [name: string, question: CloudFrontDenialQuestion];

const examples = Object.entries(findingExamples).map(
  ([id, { question }]): Case => [`the example of ${id}`, question],
);
const groups: Readonly<
  Record<string, readonly (readonly [string, CloudFrontDenialQuestion, ...unknown[]])[]>
> = {
  "requests that the public key explains": provenByKey,
  "requests that need no key": plainToSee,
  "signatures with one fault": withOneFault,
  "signatures with two faults": withTwoFaults,
  "truncated parameters": truncated,
  "escaped parameters": escaped,
  "parameters in the wrong place": stray,
  "broken cookies": cookieCases,
  "the examples of all findings": examples,
};
const all = Object.values(groups).flat();
const casesOf = Object.entries(groups).map(
  ([group, cases]) => [group, partOf(cases).map(([name, question]): Case => [name, question])] as const,
);

function wordsOf({ summary, evidence, fix, comparison }: CloudFrontFinding): string[] {
  return [summary, evidence, fix, comparison?.signed ?? "", comparison?.requested ?? ""];
}

async function wordsFor(question: CloudFrontDenialQuestion): Promise<string[]> {
  const findings = await Promise.all(
    [{}, { verifier }].map((known) => explainCloudFrontDenial({ time: moment, ...question, ...known })),
  );
  return findings.flat().flatMap(wordsOf);
}

describe("no word of a finding gives access", () => {
  it.each(casesOf)("%s: no signature, no policy and no signed URL", async (_, cases) => {
    for (const [name, question] of cases) {
      for (const words of await wordsFor(question)) {
        expect(words, name).not.toMatch(/[\w~+/=-]{42}/);
        expect(words, name).not.toMatch(/https?:\S+[?&](?:Signature|Policy)=\w/);
      }
    }
  });

  const token = "tokenTOKENtokenTOKENtoken1234";

  // The parameter stands in the same place of each: one case in three has it in every kind of finding.
  const withToken = casesOf.map(([group, cases]) => [group, cases.filter((_, i) => i % 3 === 0)] as const);

  it.each(withToken)("%s: no value of another parameter", async (_, cases) => {
    for (const [name, question] of cases) {
      if (typeof question.url !== "string") continue;
      const [address = "", ...rest] = question.url.split("?");
      const url = `${address}?token=${token}${rest.length > 0 ? "&" : ""}${rest.join("?")}`;
      for (const words of await wordsFor({ ...question, url })) expect(words, name).not.toContain(token);
    }
  });

  it.each([
    ["canned", `CloudFront-Expires=${Math.floor(moment.getTime() / 1000) + 60}`],
    ["custom", `CloudFront-Policy=${cloudFrontBase64(policyOf("https://cdn.example.com/a*"))}`],
  ])("a host name with parameters in it, because of a lost ?: %s", async (_, policy) => {
    const url = `https://cdn.example.com]&token=${token}/a`;
    const cookies = `${policy}; CloudFront-Signature=AAAA; CloudFront-Key-Pair-Id=KSECOND`;
    for (const words of await wordsFor({ url, cookies })) expect(words).not.toContain(token);
    const signed = `https://signed.example.com&token=${token}/a`;
    const other = `CloudFront-Policy=${cloudFrontBase64(policyOf(signed))}`;
    const question = { url: "https://cdn.example.com/a", cookies: cookies.replace(policy, other) };
    for (const words of await wordsFor(question)) expect(words).not.toContain(token);
  });

  it("has a signature and a policy to find in the requests", () => {
    const requests = all.map(([, { url, cookies }]) => `${url} ${JSON.stringify(cookies)}`);
    expect(requests.filter((text) => /[\w~+/=-]{342}/.test(text)).length).toBeGreaterThan(100);
  });
});
