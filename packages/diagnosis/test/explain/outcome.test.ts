import {
  type CloudFrontFinding,
  describeCloudFrontOutcome,
  explainCloudFrontDenial,
} from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

const finding = (
  certainty: CloudFrontFinding["certainty"],
  id: CloudFrontFinding["id"],
): CloudFrontFinding => ({
  id,
  certainty,
  summary: "The cause.",
  evidence: "it was seen",
  fix: "Mend it.",
});

describe("describeCloudFrontOutcome", () => {
  it.each([
    ["proven", "expired", { outcome: "denied", label: "Proven" }],
    ["likely", "segment-not-signed", { outcome: "denied", label: "Likely" }],
    ["possible", "parameters-lost", { outcome: "denied", label: "Possible" }],
    ["possible", "signature-not-checked", { outcome: "undecided", label: "Undecided" }],
    ["possible", "resource-not-checked", { outcome: "undecided", label: "Undecided" }],
    ["possible", "ip-unknown", { outcome: "undecided", label: "Undecided" }],
    ["possible", "key-not-trusted", { outcome: "undecided", label: "Undecided" }],
    ["likely", "key-not-trusted", { outcome: "denied", label: "Likely" }],
  ] as const)("has the label and the sentence of the first finding: %s %s", (certainty, id, expected) => {
    const findings = [finding(certainty, id), { ...finding("proven", "expired"), summary: "Another." }];
    expect(describeCloudFrontOutcome(findings)).toEqual({ ...expected, sentence: "The cause." });
  });

  it("is allowed without findings, in other words for an answer that denies nothing", () => {
    expect(describeCloudFrontOutcome([])).toEqual({
      outcome: "allowed",
      label: "No fault found",
      sentence: "CloudFront should allow this request if it trusts the key.",
    });
    expect(describeCloudFrontOutcome([], { status: 206 }).sentence).toBe(
      "The status is 206, and nothing is wrong with this request. This does not prove that the path is protected: without a signature, the same request must get 403.",
    );
  });

  it("is undecided for a signed URL that nobody has checked", async () => {
    const url = `https://d111111abcdef8.cloudfront.net/a?Expires=1900000000&Signature=${"A".repeat(342)}__&Key-Pair-Id=K2JCJMDEHXQW5F`;
    const findings = await explainCloudFrontDenial({ url, time: new Date("2026-03-02T09:00:00Z") });
    expect(describeCloudFrontOutcome(findings).label).toBe("Undecided");
  });

  it("throws for an unknown option", () => {
    expect(() => describeCloudFrontOutcome([], { state: 200 } as never)).toThrow(
      expect.objectContaining({ code: "ERR_OPTION_UNKNOWN" }),
    );
  });
});
