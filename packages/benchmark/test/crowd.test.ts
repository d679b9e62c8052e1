import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { crowdCharts, figures, storedRuns } from "../src/crowd.mjs";

const charts = join(import.meta.dirname, "../../../docs/charts");

describe("an hour of 1,000 clients", () => {
  const runs = storedRuns();
  /** The clients that are due in the densest second, on average: all of them within 30 % of 5 minutes. */
  const densest = 1000 / (0.3 * 300);

  it("loses no segment", () => {
    for (const { lost, expired, waited, segments } of runs) {
      expect([lost, expired, waited]).toEqual([0, 0, 0]);
      expect(segments).toBeGreaterThan(600_000);
    }
  });

  it("has no stampede after its start: no second with more than chance explains", () => {
    for (const run of runs) {
      expect(run.perSecond).toHaveLength(3600);
      expect(run.perSecond[0]).toBe(1000);
      expect(figures(run)["peak later"]).toBeLessThan(densest + 6 * Math.sqrt(densest));
    }
  });

  it("asks each client's share: once in 65 % of a grant, on average", () => {
    expect(figures(runs[0] ?? expect.unreachable())["mean later"]).toBeCloseTo(1000 / (0.65 * 300), 0);
  });

  it("has an outage in which no more is asked than 6 times what is due", () => {
    const peak = figures(runs[2] ?? expect.unreachable())["peak in the outage and the minute after"];
    expect(peak).toBeGreaterThan(densest);
    expect(peak).toBeLessThan(6 * densest);
  });

  it("is what docs/charts shows (if not: npm run crowd)", async () => {
    for (const [name, svg] of Object.entries(await crowdCharts(runs)))
      expect(svg).toBe(readFileSync(join(charts, name), "utf8"));
  });
});
