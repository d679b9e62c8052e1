import { describe, expect, it } from "vitest";
import { cellsOf, comparisonLines } from "../../src/output/comparison-lines.ts";

describe("a comparison in a terminal", () => {
  it("has a caret below the first different character of both sides", () => {
    const comparison = {
      signed: "…ef8.cloudfront.net/a b.jpg",
      requested: "…ef8.cloudfront.net/a%20b.jpg",
      position: 21,
    };
    expect(comparisonLines(comparison, 80)).toEqual([
      "  Signed     …ef8.cloudfront.net/a b.jpg",
      "  Requested  …ef8.cloudfront.net/a%20b.jpg",
      "                                  ^",
    ]);
  });

  it("is cut on both sides where the terminal is narrow", () => {
    const comparison = {
      signed: '…[{"Resource":"https:\\/\\/d111111abcdef8.c…',
      requested: '…[{"Resource":"https://d111111abcdef8.clo…',
      position: 21,
    };
    const lines = comparisonLines(comparison, 40);
    expect(lines).toEqual([
      '  Signed     …rce":"https:\\/\\/d111111ab…',
      '  Requested  …rce":"https://d111111abcd…',
      "                          ^",
    ]);
    expect(lines.every(({ length }) => length <= 40)).toBe(true);
  });

  it("counts the cells of wide characters", () => {
    const comparison = { signed: "…/日本語/ü/a b", requested: "…/日本語/ü/a%20b", position: 9 };
    expect(comparisonLines(comparison, 80)[2]).toBe(`${" ".repeat(13 + 12)}^`);
    expect(comparisonLines(comparison, 22)).toEqual([
      "  Signed     …/ü/a b",
      "  Requested  …/ü/a%20b",
      "                  ^",
    ]);
  });

  it("shows escapes for control characters, of any finding", () => {
    const [line] = comparisonLines({ signed: "a\u001b[2J", requested: "a", position: 1 }, 80);
    expect(line).toBe("  Signed     a\\u001b[2J");
  });

  it.each([
    ["a…é", 3],
    ["日本", 4],
    ["ｱ", 1],
    ["\u{1f600}", 2],
    ["한", 2],
    ["ａ", 2],
  ])("%s has %i cells", (text, cells) => {
    expect(cellsOf(text)).toBe(cells);
  });
});
