import { describe, expect, it } from "vitest";
import { coresFor, signersBlocks, storedSigners } from "../src/pages/signers.mjs";

describe("the figures of docs/serving.md", () => {
  const { rows, overload } = storedSigners();

  it("are those of one and two processes with each key, and of a server with and without a limit", () => {
    expect(rows.map(({ key, processes }) => [key, processes])).toEqual([
      ["none", 1],
      ["RSA-2048", 1],
      ["RSA-2048", 2],
      ["P-256", 1],
      ["P-256", 2],
    ]);
    expect(overload.map(({ limit, threads }) => [limit, threads])).toEqual([
      [0, 4],
      [100, 4],
      [100, 1],
    ]);
    for (const { limit, refused } of overload) expect(refused.median > 0).toBe(limit > 0);
  });

  it("need twice the cores that the requests take", () => {
    expect(coresFor(1000, 2000)).toBe(1);
    expect(coresFor(1001, 2000)).toBe(2);
    expect(coresFor(10_000, 2000)).toBe(10);
  });

  it("are in two blocks, of which the first multiplies the figure of one core", () => {
    const [{ content } = { content: "" }] = signersBlocks();
    const rsa = rows.find(({ key, processes }) => key === "RSA-2048" && processes === 1)?.perSecond.median;
    expect(content).toContain(`| 10,000 | 2,700,000 | ${coresFor(10_000, rsa ?? 0)} | `);
  });
});
