import { describe, expect, it } from "vitest";
import { atRates } from "../src/load/rates.mjs";

/** The requests of so many milliseconds at an even rate. */
const load = (milliseconds: number, rate: number, latencyOf: (due: number) => number, isAnswered = true) =>
  Array.from({ length: (milliseconds * rate) / 1000 }, (_, i) => {
    const due = (i * 1000) / rate;
    return { due, latency: latencyOf(due), isAnswered };
  });

const run = (offered: number, sign: ReturnType<typeof load>, health = sign) => ({ offered, sign, health });

describe("a server under a fixed load", () => {
  it("has one value a half second in each figure", () => {
    const sign = load(1500, 200, (due) => (due < 500 ? 1 : due < 1000 ? 2 : 4));
    const health = load(1500, 100, () => 3);
    expect(atRates([run(200, sign, health)])).toEqual([
      {
        offered: 200,
        answered: { median: 200, low: 200, high: 200, n: 3 },
        p50: { median: 2, low: 1, high: 4, n: 3 },
        p99: { median: 2, low: 1, high: 4, n: 3 },
        health: { median: 3, low: 3, high: 3, n: 3 },
      },
    ]);
  });

  it("has the median and the slowest 1 % of the latencies", () => {
    const [{ p50, p99 } = expect.unreachable()] = atRates([
      run(
        400,
        load(500, 400, (due) => due),
      ),
    ]);
    expect(p50.median).toBeCloseTo(248.75);
    expect(p99.median).toBeCloseTo(492.525);
  });

  it("counts answers when they come, and no request without one", () => {
    const answered = (sign: ReturnType<typeof load>) => atRates([run(100, sign)])[0]?.answered;
    expect(answered(load(1000, 100, (due) => due))).toMatchObject({ low: 50, high: 50, n: 2 });
    expect(answered(load(1000, 100, () => 1, false))).toMatchObject({ low: 0, high: 0, n: 2 });
  });

  it("has one row a rate, with the figures of all rounds", () => {
    const at = (offered: number, latency: number) =>
      run(
        offered,
        load(1000, offered, () => latency),
      );
    const rows = atRates([at(400, 1), at(200, 1), at(200, 200)]);
    expect(rows.map(({ offered, p99 }) => [offered, p99])).toEqual([
      [200, { median: 100.5, low: 1, high: 200, n: 4 }],
      [400, { median: 1, low: 1, high: 1, n: 2 }],
    ]);
  });
});
