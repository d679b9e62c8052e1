import { describe, expect, it } from "vitest";
import { criteria } from "../src/criteria.mjs";
import { goalTable } from "../src/pages/summary.mjs";
import { newestRaw } from "../src/raw.mjs";

describe("the benchmark's goals", () => {
  const { raw } = newestRaw();
  const at = (median: number) => ({ median, low: median, high: median, n: 9 });
  const seen = (subject: string, ratio: number) => ({
    subject,
    microseconds: at(ratio * 20),
    ratio: at(ratio),
  });
  /**
   * A run in which verifying costs so much, so much of the raw rate is left, and the floors were measured.
   */
  const run = (verify: number, share: number) => {
    const costs = [
      seen("raw", 1),
      seen("raw again", 1),
      seen("by hand", 1.1),
      seen("cloudfront-sign-webcrypto", verify),
    ];
    const overhead = [
      {
        runtime: "node24",
        grant: at(0.5),
        results: { "verify, P-256, SHA-256": { serial: costs, parallel: costs } },
      },
    ];
    const growth = [1000, 1_000_000].map((count) => ({
      runtime: "node24",
      mode: "signUrls",
      count,
      microseconds: at(20),
      peakBytes: 1e8,
    }));
    Object.assign(growth[1] ?? {}, { raw: { microseconds: at(20 * share), share: at(share) } });
    const node = raw.wholeProcess.results.filter(({ runtime }) => runtime === "node");
    const floors = ["limit-one", "limit-import", "limit-import --parallel"].map((subject) => ({
      ...(node[0] as (typeof node)[number]),
      subject,
      times: [0.5, 0.5, 0.5],
    }));
    return criteria({
      ...raw,
      overhead,
      growth,
      wholeProcess: { ...raw.wholeProcess, results: [...node, ...floors] },
    });
  };
  const of = (found: ReturnType<typeof run>, words: string) =>
    found.filter(({ what }) => what.includes(words));

  it("compare verifying with crypto.subtle.verify, serial and parallel", () => {
    expect(of(run(1.2, 1), "verify").map(({ met, limit }) => [met, limit])).toEqual([
      [true, "≤ 1.2x"],
      [true, "≤ 1.2x"],
    ]);
    expect(of(run(1.21, 1), "verify").map(({ met, floor }) => [met, floor])).toEqual([
      [false, "by hand 1.100 [1.100, 1.100]x"],
      [false, "by hand 1.100 [1.100, 1.100]x"],
    ]);
  });

  it("ask for 85 % of the raw rate in a stream of a million", () => {
    expect(of(run(1, 0.85), "raw rate")).toMatchObject([
      { what: expect.stringContaining("1,000,000"), limit: "≥ 0.85x", met: true },
    ]);
    expect(of(run(1, 0.84), "raw rate")).toMatchObject([{ met: false }]);
  });

  it("say whether the floor misses them too", () => {
    expect(of(run(1.21, 1), "verify").map(({ isFloorMet }) => isFloorMet)).toEqual([true, true]);
    expect(of(run(1, 1), "--grant beyond")[0]).toMatchObject({ met: false, isFloorMet: false });
  });

  it("are a table with one row each, in which a missed goal is bold", () => {
    const [, , row] = goalTable(of(run(1.21, 1), "verify")).split("\n");
    expect(row).toBe("| verify, P-256, SHA-256, serial | ≤ 1.2x | **missed**: 1.210 ± 0.000x |");
  });

  it("name the floor of each row that was measured in the same run", () => {
    const found = run(1, 1);
    expect(of(found, "--grant beyond")[0]?.floor).toContain("`limit-one` 500.0 ms");
    expect(of(found, "ours ahead of aws-cloudfront-sign")[0]?.floor).toContain("`limit-import` 500.0 ms");
    expect(of(found, "ours --parallel ahead of aws-cloudfront-sign")[0]?.floor).toContain(
      "`limit-import --parallel` 500.0 ms",
    );
    expect(of(found, "--parallel --cache against")[0]?.floor).toMatch(/^`limit` \d/);
  });
});
