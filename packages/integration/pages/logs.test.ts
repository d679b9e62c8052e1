import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { entriesOf, table, withSection } from "../support/generated-tables.ts";

/**
 * The table of patterns in `docs/logs.md` is made from the source. This test writes it there when Vitest updates its
 * snapshots: `npx vitest run --project node pages/logs -u`.
 */

const page = join(import.meta.dirname, "../../../docs/logs.md");
const patterns = entriesOf("diagnosis/src/logs/patterns.ts").filter(({ source }) => source !== undefined);

describe("docs/logs.md", () => {
  it("shows each pattern as the source has it", async () => {
    const rows = patterns.map(({ entry, comment }) => [`\`${entry}\``, comment]);
    const expected = withSection(
      readFileSync(page, "utf8"),
      "Patterns",
      table(["`pattern`", "what happened"], rows),
    );
    await expect(expected).toMatchFileSnapshot(page);
  });
});

describe("the patterns", () => {
  it("each say what happened, and the page that shows the rule", () => {
    expect(patterns.length).toBeGreaterThan(10);
    expect(
      patterns.filter(({ comment, source = "" }) => comment.length < 15 || !/^https:\/\/\S+$/.test(source)),
    ).toEqual([]);
  });
});
