import { expect, it } from "vitest";
import { storedCores } from "../src/cores.mjs";
import { arithmetic } from "../src/pages/scale.mjs";

/** The times of a machine for which the issue calculated the same cases by hand. */
const times = { signature: { "RSA-2048": 648, "P-256": 83 }, grantUrl: 0.3, memo: 1.5 };
const text = arithmetic(times, storedCores());
/** The figures in the last columns of the row. */
const row = (block: keyof typeof text, start: string): string[] =>
  text[block]
    .split("\n")
    .find((line) => line.startsWith(`| ${start}`))
    ?.split(" | ")
    .slice(1)
    .map((cell) => cell.replace(/ \|$/, "")) ?? [];

it("says what one core makes in half of its time", () => {
  expect(text["one-core"]).toMatch(
    /^One signature takes 648 µs of one core with RSA-2048 and 83 µs of one core with P-256 /,
  );
  expect(row("one-core", "signatures per second")).toEqual(["772", "6,020"]); // 500,000 / 648, 500,000 / 83
  expect(row("one-core", "signatures per day")).toEqual(["66.7 million", "520 million"]); // × 86,400
});

it("says how busy cores are with signatures that come evenly", () => {
  // 1,000,000 / 14,400 s × 648 µs
  expect(row("rates", "1 million viewers at the same time")).toEqual([
    "69.4",
    "4.5 % of one core",
    "0.576 % of one core",
  ]);
  expect(row("rates", "1 million viewers who all arrive")).toEqual(["16,667", "10.8 cores", "1.38 cores"]);
  expect(row("rates", "1 billion grants a day")).toEqual(["11,574", "7.5 cores", "96.1 % of one core"]);
  expect(text.rates).toMatch(/The first row then has 107 signatures\nper second instead of 69\.4\.$/); // / 0.65
});

it("says what many signatures take together", () => {
  const [segments, grants] = ["a signature for each segment", "a grant for each viewer"].map((way) =>
    row("totals", `1 million viewers of a film with 1,800 segments: ${way}`),
  );
  expect(segments).toEqual(["1.8 billion", "324 core-hours", "41.5 core-hours"]);
  expect(grants).toEqual(["1 million", "10.8 core-minutes", "1.38 core-minutes"]);
  expect(row("totals", "100 million links in mails")).toEqual([
    "100 million",
    "18 core-hours",
    "2.31 core-hours",
  ]);
  const views = "10 million page views with 50 images each";
  const [each, grant, memo] = [
    ": a signature for each image",
    ": a grant for each page view",
    ", within a day: `cacheWindow",
  ].map((way) => row("totals", `${views}${way}`));
  expect(each).toEqual(["500 million", "90 core-hours", "11.5 core-hours"]);
  expect(grant).toEqual(["10 million", "1.8 core-hours", "13.8 core-minutes"]);
  // 10,000 × 24 × 648 µs = 155.52 s, and 500,000,000 × 1.5 µs = 750 s
  expect(memo).toEqual(["240,000", "15.1 core-minutes", "not measured"]);
  // 1.8 billion × 0.3 µs = 540 s; 500 million × 0.3 µs = 150 s
  expect(text.totals).toContain(
    "add 0.3 µs for each: 9 core-minutes for the film, 2.5 core-minutes for the images.",
  );
  expect(text.totals).toContain(
    "12.5 core-minutes of the time are for finding the remembered signatures (1.5 µs each)",
  );
});
