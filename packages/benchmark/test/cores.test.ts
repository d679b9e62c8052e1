import { describe, expect, it } from "vitest";
import { storedCores } from "../src/cores.mjs";
import { measuredCores } from "../src/pages/cores.mjs";

const stored = storedCores();
const at = (median: number, side = 0) => ({ median, low: median - side, high: median + side, n: 8 });

/** Two cores of one runtime: what signUrls does there, and what the threads do. */
function two(alone: { perSecond: number; coresUsed: number; main: number }, threads: number, usedByBare = 2) {
  const row = (cores: number, workers: number, by: "WebCrypto" | "node:crypto", perSecond: number) => ({
    runtime: "node24",
    key: "P-256" as const,
    cores,
    workers,
    by,
    urls: 1,
    perSecond: at(perSecond, 1),
    cpuMicroseconds: at((alone.coresUsed * 1e6) / alone.perSecond),
    coresUsed: at(alone.coresUsed),
    mainMicroseconds: at(alone.main),
    threads: at(4),
  });
  return {
    ...stored,
    isQuick: false,
    host: { ...stored.host, cores: 2 },
    rows: [
      row(1, 0, "WebCrypto", 25_000),
      row(2, 0, "WebCrypto", alone.perSecond),
      row(2, 2, "WebCrypto", 46_000),
      row(2, 2, "node:crypto", threads),
    ],
    bare: [
      row(2, 0, "WebCrypto", 60_000),
      { ...row(2, 2, "node:crypto", 100_000), coresUsed: at(usedByBare) },
    ],
    smallPool: [],
  };
}

describe("All cores of one machine", () => {
  it("has a row for each key and runtime", () => {
    const text = measuredCores(two({ perSecond: 50_000, coresUsed: 2, main: 10 }, 80_000));
    expect(text).toContain(
      "| P-256 | Node.js 24 | 25,000 ± 1.00 | 50,000 ± 1.00 | 80,000 ± 1.00 | the cores | 4 |",
    );
  });

  it.each([
    [80_000, "- Threads that sign themselves are faster: P-256 in Node.js 24 (1.60×)."],
    [52_000, "- `signUrls` is as fast, to a tenth: P-256 in Node.js 24 (1.04×)."],
    [47_000, "- `signUrls` is as fast, to a tenth: P-256 in Node.js 24 (0.94×)."],
    [40_000, "- `signUrls` is faster: P-256 in Node.js 24 (0.80×)."],
  ])("says what threads with %d URLs per second gain", (threads, line) => {
    expect(measuredCores(two({ perSecond: 50_000, coresUsed: 2, main: 10 }, threads)).split("\n")).toContain(
      line,
    );
  });

  it("says where the spread is larger than the difference", () => {
    const cores = two({ perSecond: 50_000, coresUsed: 2, main: 10 }, 80_000);
    const rows = cores.rows.map((row) => ({ ...row, perSecond: at(row.perSecond.median, 16_000) }));
    expect(measuredCores({ ...cores, rows })).toContain(
      "\n- The spread is larger than the difference: P-256 in Node.js 24 (1.60×).\n",
    );
  });

  it.each([
    [1.95, 10, 2, "the cores", 3],
    [1.6, 19, 2, "the main thread", 1],
    [1.6, 10, 2, "passing work between threads (1.60 of 2 cores busy)", 3],
    [1.6, 10, 1.5, "not known (signatures alone used 1.50 of 2 cores)", 3],
  ])(
    "says what limits signUrls that uses %d cores with %d µs in the main thread, if bare signatures use %d",
    (used, main, usedByBare, limit, cores) => {
      const text = measuredCores(two({ perSecond: 50_000, coresUsed: used, main }, 80_000, usedByBare));
      expect(text).toContain(`| ${limit} | ${cores} |`);
    },
  );

  it("marks a quick run", () => {
    expect(measuredCores({ ...stored, isQuick: true })).toMatch(/^\*\*A quick run/);
    expect(measuredCores({ ...stored, isQuick: false })).not.toContain("quick");
  });

  it("has every runtime with both keys, alone and in threads, and the cost for the arithmetic", () => {
    const { rows, host } = stored;
    for (const runtime of ["node20", "node22", "node24", "node26", "bun", "deno"])
      for (const key of ["RSA-2048", "P-256"])
        for (const workers of [0, host.cores])
          expect(
            rows.some(
              (row) =>
                row.runtime === runtime &&
                row.key === key &&
                row.workers === workers &&
                row.cores === host.cores,
            ),
          ).toBe(true);
  });
});
