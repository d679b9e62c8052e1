import { hostileValue } from "@cloudfront-sign-webcrypto/testing/support/hostile-values.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { type CloudFrontDenialQuestion, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textOf, verifierOfDenials } from "../support/denials.ts";
import { hostileQuestions } from "../support/hostile-questions.ts";

/** Whatever a request or an answer holds: there are findings, of a length that fits into a log. */

const verifier = verifierOfDenials();
const now = new Date("2026-03-02T09:00:00Z");

async function explained(question: object): Promise<void> {
  for (const known of [verifier, undefined]) {
    const asked = { status: 403, time: now, verifier: known, ...question } as CloudFrontDenialQuestion;
    for (const finding of await explainCloudFrontDenial(asked)) {
      expect(["proven", "likely", "possible"]).toContain(finding.certainty);
      expect(textOf(finding).length).toBeLessThan(4000);
    }
  }
}

describe("hostile questions have findings", () => {
  it.each(hostileQuestions)("%s", async (_name, question) => {
    await explained(question);
  });
});

describe("values of every kind have findings", () => {
  const members = [
    "url",
    "cookies",
    "setCookie",
    "responseBody",
    "status",
    "method",
    "responseHeaders",
    "pageOrigin",
    "hostnames",
    "ipAddress",
  ];

  it.each(members)("as %s", async (member) => {
    await fc.assert(
      fc.asyncProperty(hostileValue, (make) =>
        explained({ url: "https://cdn.example.com/a?Expires=1", [member]: make() }),
      ),
      runs(20260302, 100),
    );
  });
});
