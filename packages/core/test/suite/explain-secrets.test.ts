import {
  type CloudFrontDenialQuestion,
  type CloudFrontFinding,
  explainCloudFrontDenial,
} from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";
import { type Broken, plainToSee, provenByKey } from "./support/broken-requests.ts";
import { findingExamples } from "./support/finding-examples.ts";
import { keyText } from "./support/keys.ts";
import { moment } from "./support/signers.ts";
import { verifierOf } from "./support/verifying.ts";

/** Findings go into logs, tickets and chats: nothing in them may give access. */

const verifier = verifierOf({ KSECOND: keyText("rsa2048-b.pub.spki.pem") });

const examples = Object.entries(findingExamples).map(
  ([id, { question }]): Broken => [`the example of ${id}`, question, id],
);
const all: readonly Broken[] = [...provenByKey, ...plainToSee, ...examples];

function wordsOf({ summary, evidence, fix, comparison }: CloudFrontFinding): string[] {
  return [summary, evidence, fix, comparison?.signed ?? "", comparison?.requested ?? ""];
}

async function wordsFor(question: CloudFrontDenialQuestion): Promise<string[]> {
  const findings = await Promise.all(
    [{}, { verifier }].map((known) => explainCloudFrontDenial({ now: moment, ...question, ...known })),
  );
  return findings.flat().flatMap(wordsOf);
}

describe("no word of a finding gives access", () => {
  it.each(all)("%s: no signature, no policy and no signed URL", async (_, question) => {
    for (const words of await wordsFor(question)) {
      expect(words).not.toMatch(/[\w~+/=-]{42}/);
      expect(words).not.toMatch(/https?:\S+[?&](?:Signature|Policy)=\w/);
    }
  });

  const token = "tokenTOKENtokenTOKENtoken1234";

  it.each(all.filter(([, { url }]) => typeof url === "string"))(
    "%s: no value of another parameter",
    async (_, question) => {
      const url = `${question.url}`;
      const [address = "", ...rest] = url.split("?");
      const withToken = `${address}?token=${token}${rest.length > 0 ? "&" : ""}${rest.join("?")}`;
      for (const words of await wordsFor({ ...question, url: withToken })) expect(words).not.toContain(token);
    },
  );

  it("has a signature and a policy to find in the requests", () => {
    const requests = all.map(([, { url, cookies }]) => `${url} ${JSON.stringify(cookies)}`);
    expect(requests.filter((text) => /[\w~+/=-]{342}/.test(text)).length).toBeGreaterThan(100);
  });
});
