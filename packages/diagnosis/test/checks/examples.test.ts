import { type CloudFrontDenialQuestion, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";
import { findingCases } from "./cases.ts";

/** A part of a question as text. */
function textOf(part: CloudFrontDenialQuestion[keyof CloudFrontDenialQuestion]): string {
  if (Array.isArray(part)) return part.join("\n");
  if (part instanceof Date) return part.toISOString();
  return typeof part === "object"
    ? Object.entries(part)
        .map((pair) => pair.join("="))
        .join("; ")
    : `${part}`;
}

describe.each(Object.entries(findingCases))("the example of %s", (id, { example: { question, shown } }) => {
  it("has this finding first", async () => {
    const findings = await explainCloudFrontDenial(question);
    expect(findings[0]?.id).toBe(id);
  });

  it("is shown as it is", () => {
    for (const [name, text] of Object.entries(shown)) {
      let rest = textOf(question[name as keyof CloudFrontDenialQuestion]);
      for (const [i, part] of text.split("…").entries()) {
        const at = rest.indexOf(part);
        if (i === 0) expect(at, text).toBe(0);
        expect(at, `${part} in ${rest}`).toBeGreaterThanOrEqual(0);
        rest = rest.slice(at + part.length);
      }
      if (!text.endsWith("…")) expect(rest).toBe("");
    }
  });
});
