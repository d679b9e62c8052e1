import { describe, expect, it } from "vitest";
import { atRate, climb, keepsUp, offeredRates } from "../src/load/breakdown.mjs";

/** The requests of so many milliseconds at an even rate. */
const load = (milliseconds: number, rate: number, latencyOf: (due: number) => number, isAnswered = true) =>
  Array.from({ length: (milliseconds * rate) / 1000 }, (_, i) => {
    const due = (i * 1000) / rate;
    return { due, latency: latencyOf(due), isAnswered };
  });

describe("a server under a fixed load", () => {
  it("keeps up while it answers 99 % of the requests within 100 ms", () => {
    const [slow, fast] = [load(10, 1000, () => 101), load(990, 1000, () => 100)];
    expect(keepsUp([...slow, ...fast])).toBe(true);
    expect(keepsUp([...slow, ...load(980, 1000, () => 100)])).toBe(false);
  });

  it("does not keep up when requests stay without an answer, however short they waited", () => {
    expect(keepsUp([...load(1000, 1000, () => 1), ...load(20, 1000, () => 1, false)])).toBe(false);
  });

  it("does not keep up when its queue grows", () => {
    // Each second brings the work of 1.08 seconds.
    expect(keepsUp(load(1500, 1000, (due) => 1 + 0.08 * due))).toBe(false);
  });

  it("has one value a half second in each figure", () => {
    const sign = load(1500, 200, (due) => (due < 500 ? 1 : due < 1000 ? 2 : 4));
    const { offered, answered, p50, p99, health, keptUp } = atRate(200, [{ sign, health: sign }]);
    expect({ offered, keptUp }).toEqual({ offered: 200, keptUp: true });
    expect(p50).toEqual({ median: 2, low: 1, high: 4, n: 3 });
    expect([p99, health]).toEqual([p50, p50]);
    expect(answered).toEqual({ median: 200, low: 200, high: 200, n: 3 });
  });

  it("counts answers when they come, and no request without one", () => {
    const late = load(1000, 100, (due) => due + 1);
    expect(atRate(100, [{ sign: late, health: late }]).answered).toMatchObject({ low: 50, high: 50, n: 2 });
    const never = load(1000, 100, () => 1000, false);
    expect(atRate(100, [{ sign: never, health: late }]).answered).toMatchObject({ low: 0, high: 0, n: 2 });
  });

  it("kept up when it did in one of two runs, and has the figures of both", () => {
    const [good, bad] = [load(1000, 200, () => 1), load(1000, 200, () => 200)];
    const both = atRate(200, [
      { sign: bad, health: bad },
      { sign: good, health: good },
    ]);
    expect(both.keptUp).toBe(true);
    expect(both.p99).toEqual({ median: 100.5, low: 1, high: 200, n: 4 });
    expect(
      atRate(
        200,
        [bad, bad].map((sign) => ({ sign, health: good })),
      ).keptUp,
    ).toBe(false);
  });
});

describe("the rising load", () => {
  /** A server with that capacity. */
  const climbTo = async (capacity: number) => {
    const load = await climb(offeredRates, async (rate) =>
      atRate(rate, [
        {
          sign: [{ due: 0, latency: rate <= capacity ? 1 : 1000, isAnswered: true }],
          health: [{ due: 0, latency: 1, isAnswered: true }],
        },
      ]),
    );
    return { ...load, rates: load.rates.map(({ offered }) => offered) };
  };

  it("ends at the first rate that is too much, after the one halfway to it", async () => {
    expect(await climbTo(600)).toEqual({ rates: [200, 400, 566, 800], lastGood: 566, breaksDownAt: 800 });
    expect(await climbTo(500)).toEqual({ rates: [200, 400, 566, 800], lastGood: 400, breaksDownAt: 566 });
  });

  it("tries no further rate when the server keeps up with all, or with none", async () => {
    expect(await climbTo(1e6)).toEqual({ rates: offeredRates, lastGood: 3200, breaksDownAt: undefined });
    expect(await climbTo(1)).toEqual({ rates: [200], lastGood: undefined, breaksDownAt: 200 });
  });
});
