import { describe, expect, it } from "vitest";
import { blocksOf, coresFor, signersBlocks, storedSigners } from "../src/pages/signers.mjs";

describe("the figures of docs/scale.md", () => {
  const signers = storedSigners();
  const { rows } = signers;
  const { overload } = signers;

  it("are those of one core with each key, and of a server with and without a limit", () => {
    for (const key of ["none", "RSA-2048", "P-256"])
      expect(rows.find((row) => row.key === key)?.perSecond.median).toBeGreaterThan(0);
    const [first, ...others] = overload;
    expect(first?.limit).toBe(0);
    expect(others.length).toBeGreaterThan(0);
    for (const { limit } of others) expect(limit).toBe(100);
    for (const { limit, refused } of overload) expect(refused.median > 0).toBe(limit > 0);
  });

  it("have the row that the page says to copy, the last one, as the best one", () => {
    const inTime = overload.map(({ signed }) => signed.median);
    expect(inTime.at(-1)).toBe(Math.max(...inTime));
  });

  it("have a mark after a quick run", () => {
    for (const { content } of blocksOf({ ...signers, isQuick: true }))
      expect(content).toMatch(/^\*\*A quick run/);
    for (const { content } of blocksOf({ ...signers, isQuick: false }))
      expect(content).not.toContain("quick");
  });

  it("need twice the cores that the requests take", () => {
    expect(coresFor(1000, 2000)).toBe(1);
    expect(coresFor(1001, 2000)).toBe(2);
    expect(coresFor(10_000, 2000)).toBe(10);
  });

  it("are in two blocks, of which the first multiplies the figure of one core", () => {
    const [{ content } = { content: "" }] = signersBlocks();
    const rsa = rows.find(({ key }) => key === "RSA-2048")?.perSecond.median;
    expect(content).toContain(`| 10,000 | 2,700,000 | ${coresFor(10_000, rsa ?? 0)} | `);
  });

  it("account for each offered request: answered in time, refused, or later", () => {
    const [, { content } = { content: "" }] = signersBlocks();
    const lines = content.split("\n").filter((line) => /^\| (no limit|\d)/.test(line));
    const cells = lines.map((line) =>
      line.split(" | ").map((cell) => Number.parseFloat(cell.replace(",", ""))),
    );
    expect(cells).toHaveLength(overload.length);
    for (const [, , signed = 0, refused = 0, late = 0] of cells) {
      const offered = overload[0]?.offered.median ?? Number.NaN;
      expect(Math.abs(signed + refused + late - offered)).toBeLessThan(offered / 50);
    }
  });
});
