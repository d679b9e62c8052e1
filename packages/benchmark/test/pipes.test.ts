import { describe, expect, it } from "vitest";
import { pipesText, storedPipes } from "../src/pages/pipes.mjs";

describe("lines through a pipe", () => {
  const pipes = storedPipes();

  it("are signed once each, by every engine", () => {
    expect(new Set(pipes.rows.map(({ how }) => how))).toEqual(new Set(["sign", "parallel", "spark"]));
    for (const { signed, lost, twice, wrong } of pipes.rows)
      expect([signed, lost, twice, wrong]).toEqual([pipes.lines, 0, 0, 0]);
  });

  it("have a mark after a quick run", () => {
    expect(pipesText({ ...pipes, isQuick: true })).toMatch(/^\*\*A quick run/);
    expect(pipesText({ ...pipes, isQuick: false })).toMatch(/^\| /);
  });

  it("are enough for a process when its start takes a twentieth of their time", () => {
    const rows = pipes.rows.map((row) => ({ ...row, perSecond: 10_000 }));
    const startupSeconds = { median: 0.123, low: 0.1, high: 0.2, n: 5 };
    expect(pipesText({ ...pipes, rows, startupSeconds })).toContain("\n  25,000 lines or more");
  });
});
