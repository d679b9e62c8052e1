import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type CloudFrontDistributionFindingId,
  distributionFindingTable,
} from "../../diagnosis/src/doctor/finding-table.ts";
import { cell, membersOf, table, withSection } from "../support/generated-tables.ts";

/**
 * The table of `docs/doctor.md` is made from the source. This test writes it there when Vitest updates its
 * snapshots: `npx vitest run --project node doctor-page -u`.
 */

const page = join(import.meta.dirname, "../../../docs/doctor.md");

const findings = membersOf("diagnosis/src/doctor/finding-table.ts", "CloudFrontDistributionFindingId");

describe("docs/doctor.md", () => {
  it("shows each finding as the source has it", async () => {
    const rows = findings.map(({ member, comment }) => [
      `\`${member}\``,
      comment,
      cell(distributionFindingTable[member as CloudFrontDistributionFindingId].fix),
    ]);
    const written = readFileSync(page, "utf8");
    const introduction =
      "Some descriptions in the second column end with a semicolon and a certainty, such as `; possible if …`. This certainty\napplies only to the case after the semicolon.";
    const expected = withSection(
      written,
      "Findings",
      `${introduction}\n\n${table(["id", "what was seen", "what to do"], rows)}`,
    );
    await expect(expected).toMatchFileSnapshot(page);
  });

  it("says of every finding what was seen", () => {
    expect(findings.filter(({ comment }) => comment.length < 15)).toEqual([]);
  });
});

describe("the table of findings", () => {
  it("has the findings in the order of their names in the type, which is that of their ranks", () => {
    expect(Object.keys(distributionFindingTable)).toEqual(findings.map(({ member }) => member));
    const ranks = Object.values(distributionFindingTable).map(({ rank }) => rank);
    expect(ranks).toEqual([...new Set(ranks)].sort((one, other) => one - other));
  });
});
