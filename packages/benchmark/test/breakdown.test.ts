import { describe, expect, it } from "vitest";
import { climb, keepsUp, offeredRates, summary } from "../src/load/breakdown.mjs";

/** The requests of so many milliseconds at an even rate. */
const load = (milliseconds: number, rate: number, latencyOf: (due: number) => number, isAnswered = true) =>
  Array.from({ length: (milliseconds * rate) / 1000 }, (_, i) => {
    const due = (i * 1000) / rate;
    return { due, latency: latencyOf(due), isAnswered };
  });

const run = (offered: number, sign: ReturnType<typeof load>, health = sign) => ({ offered, sign, health });

/** A run that is good or bad. */
const at = (offered: number, isGood: boolean) =>
  run(
    offered,
    load(1000, offered, () => (isGood ? 1 : 200)),
  );

describe("a server under a fixed load", () => {
  it("keeps up while it answers 99 % of the requests within 100 ms", () => {
    const [slow, fast] = [load(10, 1000, () => 101), load(990, 1000, () => 100)];
    expect(keepsUp({ sign: [...slow, ...fast] })).toBe(true);
    expect(keepsUp({ sign: [...slow, ...load(980, 1000, () => 100)] })).toBe(false);
  });

  it("does not keep up when requests stay without an answer, however short they waited", () => {
    const sign = [...load(980, 1000, () => 1), ...load(20, 1000, () => 1, false)];
    expect(keepsUp({ sign })).toBe(false);
  });

  it("does not keep up when its queue grows by a tenth of the time for a second", () => {
    expect(keepsUp({ sign: load(1000, 1000, (due) => 3 + 0.1 * due) })).toBe(false);
  });

  it("has one value a half second in each figure", () => {
    const sign = load(1500, 200, (due) => (due < 500 ? 1 : due < 1000 ? 2 : 4));
    const health = load(1500, 100, () => 3);
    expect(summary([run(200, sign, health)]).rates).toEqual([
      {
        offered: 200,
        answered: { median: 200, low: 200, high: 200, n: 3 },
        p50: { median: 2, low: 1, high: 4, n: 3 },
        p99: { median: 2, low: 1, high: 4, n: 3 },
        health: { median: 3, low: 3, high: 3, n: 3 },
        keptUp: true,
      },
    ]);
  });

  it("has the median and the slowest 1 % of the latencies", () => {
    const sign = load(500, 400, (due) => due);
    const [{ p50, p99 } = { p50: undefined, p99: undefined }] = summary([run(400, sign)]).rates;
    expect(p50?.median).toBeCloseTo(248.75);
    expect(p99?.median).toBeCloseTo(492.525);
  });

  it("counts answers when they come, and no request without one", () => {
    const answered = (sign: ReturnType<typeof load>) => summary([run(100, sign)]).rates[0]?.answered;
    expect(answered(load(1000, 100, (due) => due))).toMatchObject({ low: 50, high: 50, n: 2 });
    expect(answered(load(1000, 100, () => 1, false))).toMatchObject({ low: 0, high: 0, n: 2 });
  });
});

describe("the rounds of a server", () => {
  it("are one row a rate, which has the figures of all rounds", () => {
    const { rates } = summary([at(400, true), at(200, true), at(200, false)]);
    expect(rates.map(({ offered, p99 }) => [offered, p99])).toEqual([
      [200, { median: 100.5, low: 1, high: 200, n: 4 }],
      [400, { median: 1, low: 1, high: 1, n: 2 }],
    ]);
  });

  it("have the highest rate of any round as the last good one, and the next one as the breakdown", () => {
    const disturbed = [at(200, true), at(400, false), at(283, false)];
    const undisturbed = [at(200, true), at(400, true), at(800, false), at(566, true)];
    expect(summary([...disturbed, ...undisturbed])).toMatchObject({ lastGood: 566, breaksDownAt: 800 });
    expect(summary([at(200, false), at(200, true)])).toMatchObject({
      lastGood: 200,
      breaksDownAt: undefined,
    });
    expect(summary([at(200, false)])).toMatchObject({ lastGood: undefined, breaksDownAt: 200 });
  });
});

describe("the rising load", () => {
  /** The offered rates for a server with that capacity. */
  const climbTo = async (capacity: number) =>
    (await climb(offeredRates, async (rate) => at(rate, rate <= capacity))).map(({ offered }) => offered);

  it("ends at the first rate that is too much, and then tries the one halfway to it", async () => {
    expect(await climbTo(600)).toEqual([400, 800, 566]);
    expect(await climbTo(1600)).toEqual([400, 800, 1600, 3200, 2263]);
    expect(await climbTo(1)).toEqual([400, 283]);
  });

  it("tries no other rate when the server keeps up with all", async () => {
    expect(await climbTo(6400)).toEqual(offeredRates);
  });
});
