import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allChecks } from "../../diagnosis/src/doctor/checks/checks.ts";
import { cell, entriesOf, table, withSection } from "../support/generated-tables.ts";

/**
 * The table of `docs/doctor.md` is made from the source. This test writes it there when Vitest updates its
 * snapshots: `npx vitest run --project node pages/doctor -u`.
 */

const page = join(import.meta.dirname, "../../../docs/doctor.md");
const folder = "diagnosis/src/doctor/checks";
const checks = new Map(Object.entries(allChecks()));

/** The findings in the order of their ranks. */
const findings = readdirSync(join(import.meta.dirname, "../..", folder))
  .flatMap((file) => entriesOf(`${folder}/${file}`))
  .map(({ entry, ...rest }) => ({ id: entry, check: checks.get(entry), ...rest }))
  .sort((one, other) => (one.check?.rank ?? 0) - (other.check?.rank ?? 0));

describe("docs/doctor.md", () => {
  it("shows each finding as the source has it", async () => {
    const rows = findings.map(({ id, comment, check }) => [`\`${id}\``, comment, cell(check?.fix ?? "")]);
    const written = readFileSync(page, "utf8");
    const introduction =
      "At the end of a description, `; possible if X` means: the finding is `possible` if X is true.";
    const expected = withSection(
      written,
      "Findings",
      `${introduction}\n\n${table(["id", "what was seen", "what to do"], rows)}`,
    );
    await expect(expected).toMatchFileSnapshot(page);
  });
});

describe("the checks", () => {
  it("are all in one table, each with a rank of its own", () => {
    expect(findings.map(({ id }) => id).sort()).toEqual([...checks.keys()].sort());
    expect(new Set(findings.map(({ check }) => check?.rank)).size).toBe(findings.length);
  });

  it("each say what is seen, and the page or the report that shows it", () => {
    expect(
      findings.filter(({ comment, source = "" }) => comment.length < 15 || !/^https:\/\/\S+$/.test(source)),
    ).toEqual([]);
  });
});
