import { describe, expect, it } from "vitest";
import { criteria, criteriaText } from "../src/criteria.mjs";
import { newestRaw } from "../src/raw.mjs";
import { importEach, ours, rows, sdk } from "../src/subjects.mjs";

describe("the benchmark's targets", () => {
  const { raw } = newestRaw();
  const at = (median: number, side = 0) => ({ median, low: median - side, high: median + side, n: 9 });
  const empty = { ...raw, overhead: [], growth: [], sections: {} };

  /** A run of whole processes in which each row took so many milliseconds, and the others 100. */
  const processes = (runtime: string, milliseconds: Record<string, number[]>) =>
    criteria({
      ...empty,
      wholeProcess: {
        ...raw.wholeProcess,
        results: Object.keys(rows).map((subject) => ({
          runtime,
          subject,
          times: (milliseconds[subject] ?? [100]).map((time) => time / 1000),
        })),
      },
    });

  /** A run in which each race took so many times its references. */
  const races = (race: string, against: Record<string, Record<string, number>>) => {
    const costs = Object.entries(against).map(([subject, ratios]) => ({
      subject,
      microseconds: at(20),
      against: Object.fromEntries(Object.entries(ratios).map(([name, ratio]) => [name, at(ratio)])),
    }));
    return criteria({
      ...empty,
      wholeProcess: { ...raw.wholeProcess, results: [] },
      overhead: [
        {
          runtime: "node24",
          version: "24",
          results: { [race]: { serial: costs, parallel: [] } },
        },
      ],
    });
  };

  it.each([
    ["RSA-2048, SHA-1", 1.03],
    ["P-256, SHA-256", 1.1],
    ["verify, P-256, SHA-256", 1.1],
    ["verify, RSA-2048, SHA-1", 1.1],
  ])("compare %s with the program by hand", (race, limit) => {
    expect(races(race, { [ours]: { "by hand": limit } })).toMatchObject([{ met: true, where: "node24" }]);
    expect(races(race, { [ours]: { "by hand": limit + 0.01 } })).toMatchObject([
      { met: false, limit: `≤ ${limit.toFixed(2)}x` },
    ]);
  });

  it("compare a signer per request with a kept one", () => {
    const run = (ratio: number) => races("P-256, SHA-256", { "signer per request": { [ours]: ratio } });
    expect(run(1.1)).toMatchObject([{ met: true, what: expect.stringContaining("a signer per request") }]);
    expect(run(1.11)).toMatchObject([{ met: false, limit: "≤ 1.10x" }]);
  });

  it("have no target for a race against a copy", () => {
    expect(races("signHlsPlaylist", { [ours]: { "by hand": 9 } })).toEqual([]);
  });

  it("compare --parallel --cache with the limit on Node.js and Bun", () => {
    const subject = `${ours} --parallel --cache`;
    const of = (runtime: string, time: number) =>
      processes(runtime, { [subject]: [time] }).filter(({ what }) => what.includes("against the limit"));
    expect(of("node", 110)).toMatchObject([{ met: true, seen: "1.100 [1.100, 1.100]x" }]);
    expect(of("bun", 111)).toMatchObject([{ met: false }]);
    expect(of("deno", 111)).toEqual([]);
  });

  it("want every row ahead of the nearest rival of its group, with intervals apart", () => {
    const of = (milliseconds: Record<string, number[]>, subject: string) =>
      processes("node", milliseconds).find(({ what }) => what.startsWith(`${subject}: ahead`));
    expect(of({ [ours]: [50, 60, 99] }, ours)).toMatchObject({ met: true });
    expect(of({ [ours]: [50, 60, 100] }, ours)).toMatchObject({ met: false });
    expect(of({ [ours]: [60], [sdk]: [55, 300, 300] }, ours)).toMatchObject({ met: false });
    expect(of({ [`${ours}, 1 URL`]: [60], [sdk]: [55] }, `${ours}, 1 URL`)).toMatchObject({ met: true });
    expect(of({ [`${ours}, P-256`]: [60], [`${sdk}, P-256`]: [55] }, `${ours}, P-256`)).toMatchObject({
      met: false,
    });
  });

  it("let the row that imports the key for each URL lose", () => {
    expect(processes("node", {}).filter(({ what }) => what.startsWith(importEach))).toEqual([]);
  });

  it("limit the first URL of a process to 2.5 ms beyond raw on Node.js and Bun", () => {
    const of = (beyond: number) => {
      const result = { raw: {}, ours: {}, beyond: at(beyond) };
      const cold = ["node24", "bun", "deno"].map((runtime) => ({ runtime, result }));
      return criteria({ ...empty, wholeProcess: { ...raw.wholeProcess, results: [] }, sections: { cold } });
    };
    expect(of(2.5).map(({ where, met }) => [where, met])).toEqual([
      ["node24", true],
      ["bun", true],
    ]);
    expect(of(2.6).map(({ met }) => met)).toEqual([false, false]);
  });

  it("limit the memory of a stream to 80 MB beyond that of 1,000 URLs", () => {
    const of = (megabytes: number) => {
      const growth = [1000, 1_000_000].map((count, i) => ({
        runtime: "bun",
        mode: "signUrls",
        count,
        microseconds: at(20),
        peakBytes: 1e8 + i * megabytes * 1e6,
      }));
      return criteria({ ...empty, wholeProcess: { ...raw.wholeProcess, results: [] }, growth });
    };
    expect(of(80)).toMatchObject([{ met: true, what: expect.stringContaining("1,000,000 URLs") }]);
    expect(of(81)).toMatchObject([{ met: false, seen: "81.0 MB" }]);
  });

  it("are printed where they were missed, and counted", () => {
    const found = races("P-256, SHA-256", {
      [ours]: { "by hand": 1.2 },
      "signer per request": { [ours]: 1 },
    });
    expect(criteriaText(found, { ...raw, isQuick: false })).toBe(
      "missed  Node.js 24: P-256, SHA-256, serial, against by hand: 1.200 [1.200, 1.200]x (≤ 1.10x)\n1 of 2 targets met",
    );
  });
});
