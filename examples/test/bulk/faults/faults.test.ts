import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installBulk, testBulk } from "./bulk.mjs";
import { emptyRedis, killAllWorkers, restartProducer, restartRedis } from "./faults.mjs";
import { urlOfLine } from "./input.mjs";

const lines = 20_000;
const [everyEmpty, everyWrong] = [1009, 997];

const mustReject = (number: number): boolean => number % everyWrong === 0;

/** A few lines are empty, and a few have a backslash, which no signed URL can have. */
function lineAt(number: number): string {
  if (number % everyEmpty === 0) return "";
  return mustReject(number) ? urlOfLine(number).replace(".pdf", "\\.pdf") : urlOfLine(number);
}

describe("examples/bulk with workers, producer and Redis that are killed", () => {
  let example: { folder: string; remove: () => void };
  beforeAll(async () => {
    example = await installBulk();
  });
  afterAll(() => example?.remove());

  it("writes each line exactly once, and says so in its report", async () => {
    const setting = {
      example: example.folder,
      node: process.execPath,
      lines,
      lineAt,
      mustReject,
      linesPerChunk: 50,
      numWorkers: 4,
      killEverySeconds: 4,
      faults: [
        restartProducer(0.1),
        restartRedis(0.25, "SIGKILL", 1),
        killAllWorkers(0.4),
        restartRedis(0.6, "SIGTERM", 1),
        emptyRedis(0.8),
      ],
      limitSeconds: 600,
    };
    const result = await testBulk(setting);
    const { happened, crashes, isComplete, empty, signed, rejected, faults, examples, report } = result;
    const [numEmpty, numWrong] = [Math.floor(lines / everyEmpty), Math.floor(lines / everyWrong)];
    expect(crashes).toEqual([]);
    expect(isComplete).toBe(true);
    expect({ lines: result.lines, empty, rejected, faults, examples }).toEqual({
      lines,
      empty: numEmpty,
      rejected: numWrong,
      faults: {},
      examples: [],
    });
    expect(signed).toBe(lines - numEmpty - numWrong);
    const names = happened.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(setting.faults.map(({ name }) => name)));
    expect(names.filter((name) => /^worker-\d+ killed/.test(name)).length).toBeGreaterThanOrEqual(1);
    // Status 1, for the rejected lines.
    expect(report).toMatchObject({
      status: 1,
      values: { lines, signed, rejected, missing: 0, failures: [] },
    });
    expect(result.mostLogLines).toBeLessThan(100);
  });
});
