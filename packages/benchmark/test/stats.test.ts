import { describe, expect, it } from "vitest";
import { compared } from "../src/pages/whole-process.mjs";
import { difference, figure, overlap, quotient } from "../src/stats.mjs";
import { withSpread } from "../src/text.mjs";

describe("the benchmark's figures", () => {
  const values = Array.from({ length: 100 }, (_, i) => i + 1);

  it("are medians with the 95 % interval of order statistics", () => {
    expect(figure(values)).toEqual({ median: 50.5, low: 40, high: 61, n: 100 });
    expect(figure([3, 1, 2])).toEqual({ median: 2, low: 1, high: 3, n: 3 });
  });

  it("have an interval that holds the median with 95 % probability from six measurements on", () => {
    for (let n = 6; n <= 1000; n++) {
      const below = figure(Array.from({ length: n }, (_, i) => i)).low;
      // Of n values, so many or fewer lie below the true median, and as many above: binomial, p = 1/2.
      let logarithm = -n * Math.LN2;
      let tail = Math.exp(logarithm);
      for (let k = 1; k <= below; k++) {
        logarithm += Math.log((n - k + 1) / k);
        tail += Math.exp(logarithm);
      }
      expect(1 - 2 * tail, `${n} values`).toBeGreaterThanOrEqual(0.95);
    }
  });

  it("keep their spread in differences and quotients", () => {
    const at = (median: number, side: number) => ({ median, low: median - side, high: median + side, n: 9 });
    expect(difference(at(10, 3), at(4, 4))).toEqual({ median: 6, low: 1, high: 11, n: 9 });
    const { median, low, high, n } = quotient(at(10, 0), { median: 4, low: 2, high: 8, n: 7 });
    expect([median, n]).toEqual([2.5, 7]);
    expect(low).toBeCloseTo(1.25);
    expect(high).toBeCloseTo(5);
  });

  it("are written with their spread, or as measured once", () => {
    const at = (median: number, side: number, n = 9) => ({
      median,
      low: median - side,
      high: median + side,
      n,
    });
    expect(withSpread(at(12.34, 0.5))).toBe("12.3 ± 0.50");
    expect(withSpread(at(0.68, 0.0012))).toBe("0.68 ± < 0.01");
    expect(withSpread(at(13, 0))).toBe("13.0 ± 0");
    expect(withSpread(at(28, 0, 1))).toBe("28.0 (once)");
    expect(withSpread(figure([]))).toBe("–");
  });

  it("overlap when they share a point, and are compared in words", () => {
    const at = (low: number, high: number) => ({ median: (low + high) / 2, low, high, n: 9 });
    expect(overlap(at(1, 2), at(2, 3))).toBe(true);
    expect(overlap(at(1, 2), at(2.1, 3))).toBe(false);
    expect(compared(at(1, 2), at(2, 3))).toBe("no difference seen");
    expect(compared(at(1, 1), at(2, 2))).toBe("2.0× as fast");
    expect(compared(at(2, 2), at(1, 1))).toBe("**slower**, 2.0× the time");
    expect(compared(at(1, 1), at(30, 60))).toBe("45× as fast");
  });
});
