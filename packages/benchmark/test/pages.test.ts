import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { criteria } from "../src/criteria.mjs";
import { gains } from "../src/pages/tips.mjs";
import { differing } from "../src/pages.mjs";
import { newestRaw } from "../src/raw.mjs";
import { sections } from "../src/sections.mjs";
import { subjectNames } from "../src/subjects.mjs";

const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"));

describe("the benchmark pages", () => {
  it("match the newest raw results (if not: npm run pages, in packages/benchmark)", () => {
    expect(differing()).toEqual([]);
  });

  it("come from a full run with the installed versions of the other libraries", () => {
    const { name, raw } = newestRaw();
    expect(raw.isQuick).toBe(false);
    expect(name).toBe(`${raw.date.slice(0, 10)}-${raw.host.class}.json`);
    expect(raw.commit).toMatch(/^[\da-f]{40}$/);
    const measured = new Set(raw.wholeProcess.results.map(({ subject }) => subject));
    const known = ["startup", ...subjectNames];
    expect([...measured].filter((subject) => !known.includes(subject))).toEqual([]);
    expect(known.filter((subject) => !measured.has(subject))).toEqual([]);
    for (const rival of ["@aws-sdk/cloudfront-signer", "aws-cloudfront-sign"])
      expect(raw.versions[rival]).toBe(dependencies[rival]);
    expect(criteria(raw).length).toBeGreaterThan(70);
  });
});

describe("the measured gains in docs/performance.md", () => {
  const { raw } = newestRaw();
  const at = (median: number) => ({ median, low: median, high: median, n: 9 });
  const tips = (more: object) =>
    gains({ ...raw, tips: { threads: {}, concurrency: {}, ...more } as typeof raw.tips });

  it("state what a window, its offset and a memo save", () => {
    const window = {
      requests: 360,
      without: 360,
      with: 2,
      p256: { without: 359, with: 3 },
      together: { images: 100, without: 99, with: 4 },
    };
    expect(tips({ window }).window).toMatch(
      / 360 different .* 2 with .* key and the window 359, and 3 with .* 99 changed .* 4 at the most/,
    );
    expect(tips({ window, memo: { with: at(4), without: at(140) } }).memo).toMatch(
      / 4\.00 ± 0 µs per URL .* 140 ± 0 µs without/,
    );
  });

  it("say when a run did not measure them", () => {
    const found = tips({ window: { requests: 360, without: 360, with: 2 } });
    expect(found.memo).toBe("Not measured in this run.");
    expect(found.window).toMatch(/2 with one of an hour\.$/);
  });
});

describe("the benchmark's sections that stand alone", () => {
  it("have unique names, and rows as long as their headings", () => {
    expect(new Set(sections.map(({ name }) => name)).size).toBe(sections.length);
    const { raw } = newestRaw();
    for (const { name, head, rows } of sections) {
      for (const { result } of raw.sections?.[name] ?? [])
        for (const row of rows(result)) expect(row).toHaveLength(head.length);
    }
  });

  it("compare the steps of a cold process with those of the raw operation", () => {
    const figureOf = (median: number) => ({ median, low: median, high: median, n: 3 });
    const cold = sections.find(({ name }) => name === "cold");
    expect(
      cold?.rows({
        raw: { "read the key": figureOf(1) },
        ours: { "load the package": figureOf(3), "read the key": figureOf(2.5) },
      }),
    ).toEqual([
      ["load the package", "–", "3.00 ± 0", "3.00 ± 0"],
      ["read the key", "1.00 ± 0", "2.50 ± 0", "1.50 ± 0"],
    ]);
  });
});
