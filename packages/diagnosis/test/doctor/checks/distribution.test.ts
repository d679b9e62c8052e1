import { describe, expect, it } from "vitest";
import { behavior, findingsOf, listOf, summary } from "../../support/small-distributions.ts";

describe("several distributions", () => {
  it("one that is disabled beside others is a thing to check, and nothing else of it is named", async () => {
    const disabled = summary("E2", "old.example.com", {
      Enabled: false,
      DefaultCacheBehavior: behavior("K1"),
    });
    expect(await findingsOf({ documents: [listOf(summary("E1", "media.example.com"), disabled)] })).toEqual([
      "possible distribution-disabled E2",
    ]);
  });
});
