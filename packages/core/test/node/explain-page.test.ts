import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CloudFrontFindingId } from "../../src/explain/finding.ts";
import { findingTable } from "../../src/explain/finding-table.ts";
import { type CloudFrontDenialReason, denied } from "../../src/verify/denial.ts";
import { cell, membersOf, table, withSection } from "./support/generated-tables.ts";

/**
 * Two tables of `docs/explain.md` are made from the source. This test writes them there when Vitest updates
 * its snapshots: `npx vitest run --project node explain-page -u`.
 */

const page = join(import.meta.dirname, "../../../../docs/explain.md");

const findings = membersOf("explain/finding.ts", "CloudFrontFindingId");
const reasons = membersOf("verify/denial.ts", "CloudFrontDenialReason");

describe("docs/explain.md", () => {
  it("shows each finding and each reason as the source has them", async () => {
    const findingRows = findings.map(({ member, comment }) => [
      `\`${member}\``,
      comment,
      cell(findingTable[member as CloudFrontFindingId].fix),
    ]);
    const reasonRows = reasons.map(({ member }) => {
      const { code, message } = denied(member as CloudFrontDenialReason);
      return [`\`${member}\``, `\`${code}\``, cell(message)];
    });
    const written = readFileSync(page, "utf8");
    const withReasons = withSection(
      written,
      "Reasons",
      `The finding of the same name explains a reason.\n\n${table(["reason", "`Code` of the answer", "`Message` of the answer"], reasonRows)}`,
    );
    const expected = withSection(
      withReasons,
      "Findings",
      table(["id", "what was seen", "what to do"], findingRows),
    );
    await expect(expected).toMatchFileSnapshot(page);
  });

  it("says of every finding what was seen", () => {
    expect(findings.filter(({ comment }) => comment.length < 15)).toEqual([]);
  });
});

describe("the table of findings", () => {
  it("is in the order of the ranks, which differ", () => {
    const ranks = findings.map(({ member }) => findingTable[member as CloudFrontFindingId].rank);
    expect(ranks).toEqual([...new Set(ranks)].sort((one, other) => one - other));
  });

  it("summarizes each finding in a sentence of its own", () => {
    const summaries = findings.map(({ member }) => findingTable[member as CloudFrontFindingId].summary);
    expect(summaries.filter((summary) => !/^[A-Z][ -~]{15,90}\.$/.test(summary))).toEqual([]);
    expect(new Set(summaries).size).toBe(findings.length);
  });

  it("has a finding for each reason", () => {
    const ids = findings.map(({ member }) => member);
    expect(reasons.map(({ member }) => member).filter((reason) => !ids.includes(reason))).toEqual([]);
  });
});
