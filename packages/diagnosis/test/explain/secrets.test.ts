import { cookieCases } from "@cloudfront-sign-webcrypto/testing/support/broken-cookies.ts";
import { escaped, stray, truncated } from "@cloudfront-sign-webcrypto/testing/support/broken-parameters.ts";
import { plainToSee, provenByKey } from "@cloudfront-sign-webcrypto/testing/support/broken-requests.ts";
import {
  policyOf,
  withOneFault,
  withTwoFaults,
} from "@cloudfront-sign-webcrypto/testing/support/broken-signatures.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { partOf } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { keyPairId, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontBase64, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import {
  type CloudFrontDenialQuestion,
  type CloudFrontFinding,
  explainCloudFrontDenial,
} from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";
import { findingCases } from "../checks/cases.ts";

/** Findings go into logs, tickets and chats: nothing in them may give access. */

const verifier = verifierOf({ KSECOND: keyText("rsa2048-b.pub.spki.pem") });

type Case = readonly [name: string, question: CloudFrontDenialQuestion];

const examples = Object.entries(findingCases).map(
  ([
    id,
    {
      example: { question },
    },
  ]): Case => [`the example of ${id}`, question],
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
