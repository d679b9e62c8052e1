import { describe, expect, it } from "vitest";
import { bulkBlock, memoryByKind } from "../src/pages/bulk.mjs";

const row = (name: string, found = {}) => ({
  name,
  lines: 1_000_000,
  signed: 1_000_000,
  lost: 0,
  twice: 0,
  wrong: 0,
  isComplete: true,
  crashes: [],
  perSecond: 2000,
  kills: 3,
  restarts: 2,
  report: { status: 0, signed: 1_000_000 },
  memory: { worker: { most: 130 }, producer: { most: 90 }, Redis: { most: 25.5 } },
  ...found,
});
const results = {
  date: "2030-01-01T00:00:00.000Z",
  commit: "c".repeat(40),
  isQuick: false,
  host: { cpu: "AMD EPYC", cores: 2 },
  versions: { node24: "24.1.0", redis: "7.0.15", bullmq: "6.7.0" },
  numWorkers: 4,
  linesPerChunk: 1000,
  killEverySeconds: 20,
  rows: [row("faults"), row("no faults", { perSecond: 3000 }), row("a frozen worker")] as const,
  oneProcess: { lines: 1_000_000, perSecond: 4000, isSame: true },
};
type Results = Parameters<typeof bulkBlock>[0];
const block = (changes = {}) => bulkBlock({ ...results, ...changes } as unknown as Results);

describe("the figures of examples/bulk/README.md", () => {
  it("say what happened, what was lost, and the rate against one process", () => {
    const text = block();
    expect(text).toContain("every 20 seconds, and replaced: 3 times.");
    expect(text).toContain("was restarted 2 times");
    expect(text).toContain("| these faults | 1,000,000 | 1,000,000 | 0 | 0 | 0 | 2,000 | 50 % |");
    expect(text).toContain("| no faults | 1,000,000 | 1,000,000 | 0 | 0 | 0 | 3,000 | 75 % |");
    expect(text).toContain("| `sign -` of the command, one process | 1,000,000 | the same output |");
    expect(text).toContain("| a frozen worker | 1,000,000 | 1,000,000 | 0 | 0 | 0 |");
    expect(text).not.toContain("**");
  });

  it("show the most memory of any process, and the steepest slope of a run without faults", () => {
    const lives = (seconds: number) => [
      { name: "worker-1", seconds, most: 65, slopePerMinute: 4 },
      { name: "worker-2", seconds: 400, most: 60, slopePerMinute: -0.5 },
      { name: "producer-2", seconds: 300, most: 45, slopePerMinute: 0 },
      { name: "Redis", seconds: 200, most: 25.5, slopePerMinute: 0.1 },
    ];
    const [faulty, calm] = results.rows;
    const text = (seconds: number) =>
      block({ rows: [faulty, { ...calm, memory: memoryByKind(lives(seconds)) }] });
    expect(text(300)).toContain("| worker | 130 MB | 65.0 MB | +4.00 MB |");
    expect(text(300)).toContain("| producer (`add`) | 90.0 MB | 45.0 MB | +0.00 MB |");
    // Too short for a slope.
    expect(text(60)).toContain("| worker | 130 MB | 65.0 MB | – |");
  });

  it("hide no fault", () => {
    const [faulty, calm] = results.rows;
    for (const fault of [
      { lost: 1 },
      { twice: 1 },
      { wrong: 1 },
      { isComplete: false },
      { signed: 999_999 },
      { crashes: ["worker-3 ended with 1"] },
      { report: { status: 1, signed: 1_000_000 } },
      { report: { status: 0, signed: 1_000_001 } },
    ])
      expect(block({ rows: [{ ...faulty, ...fault }, calm] })).toContain(
        "**Not every run was without a fault.**",
      );
    expect(block({ oneProcess: { ...results.oneProcess, isSame: false } })).toContain("**another output**");
    expect(block({ isQuick: true })).toMatch(/^\*\*A quick run/);
  });
});
