import { describe, expect, it } from "vitest";
import { storedCores } from "../src/cores.mjs";
import { measuredCores } from "../src/pages/cores.mjs";

const stored = storedCores();
const at = (median: number, side = 0) => ({ median, low: median - side, high: median + side, n: 8 });

/** Two cores of one runtime: what signUrls does there, and what the threads do. */
function two(alone: { perSecond: number; coresUsed: number; main: number }, threads: number) {
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
    bare: [row(2, 0, "WebCrypto", 60_000), row(2, 2, "node:crypto", 100_000)],
    smallPool: [],
  };
}

describe("All cores of one machine", () => {
  it("compares with the faster of the bare signatures", () => {
    const text = measuredCores(two({ perSecond: 50_000, coresUsed: 2, main: 10 }, 80_000));
    expect(text).toContain(
      "| P-256 | Node.js 24 | 25,000 ± 1 | 50,000 ± 1 | 50 % | 80,000 ± 1 | 80 % | 100,000 ± 1 |".replaceAll(
        "± 1 ",
        "± 1.00 ",
      ),
    );
  });

  it.each([
    [80_000, "- Threads that sign themselves pay for P-256 in Node.js 24 (1.60×)."],
    [52_000, "- They gain less than a tenth, or no difference was seen, for P-256 in Node.js 24 (1.04×)."],
    [50_001, "- They gain less than a tenth, or no difference was seen, for P-256 in Node.js 24 (1.00×)."],
    [40_000, "- They are slower than `signUrls` alone for P-256 in Node.js 24 (0.80×)."],
  ])("says what threads with %d URLs per second gain", (threads, line) => {
    expect(measuredCores(two({ perSecond: 50_000, coresUsed: 2, main: 10 }, threads)).split("\n")).toContain(
      line,
    );
  });

  it.each([
    [1.95, 10, "the cores: they are busy all the time", 3],
    [1.6, 19, "the main thread: it is busy all the time", 1],
    [1.6, 10, "waiting of the threads for each other", 3],
  ])(
    "says what limits signUrls that uses %d cores with %d µs in the main thread",
    (used, main, limit, cores) => {
      const text = measuredCores(two({ perSecond: 50_000, coresUsed: used, main }, 80_000));
      expect(text).toContain(`${limit} | ${cores} |`);
    },
  );

  it("marks a quick run", () => {
    expect(measuredCores({ ...stored, isQuick: true })).toContain("these figures prove nothing");
    expect(measuredCores({ ...stored, isQuick: false })).not.toContain("prove nothing");
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
