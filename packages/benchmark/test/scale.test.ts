import { expect, it } from "vitest";
import { storedCores } from "../src/cores.mjs";
import { arithmetic } from "../src/pages/scale.mjs";

/** The times of a machine for which the issue calculated the same cases by hand. */
const times = {
  signature: { "RSA-2048": 648, "P-256": 83 },
  grantUrl: 0.3,
  memo: 1.5,
  benchmarks: { date: "2026-11-22T11:31:40.180Z", commit: "c".repeat(40) },
};
const cores = { ...storedCores(), isQuick: false };
const text = arithmetic(times, cores);
/** The figures in the last columns of the row. */
const row = (block: keyof typeof text, start: string): string[] =>
  text[block]
    .split("\n")
    .find((line) => line.startsWith(`| ${start}`))
    ?.split(" | ")
    .slice(1)
    .map((cell) => cell.replace(/ \|$/, "")) ?? [];

it("marks each block after a quick run", () => {
  for (const block of Object.values(arithmetic(times, { ...cores, isQuick: true })))
    expect(block).toMatch(/^\*\*A quick run/);
});

it("says what one core makes in half of its time, and for how many viewers", () => {
  expect(text["one-core"]).toContain(
    "\nCPU time of one signature: 648 µs with RSA-2048, 83 µs with P-256 (Node.js 24.",
  );
  expect(row("one-core", "signatures per second")).toEqual(["772", "6,020"]); // 500,000 / 648, 500,000 / 83
  expect(row("one-core", "viewers at the same time")).toEqual(["451,000", "3.52 million"]); // × 0.65 × 900 s
  expect(row("one-core", "the same, if all")).toEqual(["208,000", "1.63 million"]); // × 0.3 × 900 s
});

it("shows the formula with 40,000 viewers, and how long one core signs for them if they come at once", () => {
  expect(text.viewers.split("\n")).toEqual([
    // 68.376 × 648 µs = 0.0443
    "- 40,000 viewers with grants of 15 minutes: 40,000 ÷ (0.65 × 900 s) = 68.4 signatures per second. With RSA-2048, this is 4.43 % of one core: run 1 core.",
    // 40,000 × 648 µs, 40,000 × 83 µs
    "- If 40,000 viewers all come at once, one core signs for them within 25.9 seconds with RSA-2048 and 3.32 seconds with P-256.",
  ]);
});

it("says how busy cores are, and how many to run at half of their time", () => {
  const minutes = "viewers, grants of 15 minutes that are renewed";
  expect(row("rates", `40,000 ${minutes}`)).toEqual([
    "68.4",
    "4.43 % of one core",
    "1",
    "0.568 % of one core",
    "1",
  ]);
  // 1,000,000 / 585 s × 648 µs = 1.108 cores, each half busy: 2.2 cores
  expect(row("rates", `1 million ${minutes}`)).toEqual([
    "1,709",
    "1.11 cores",
    "3",
    "14.2 % of one core",
    "1",
  ]);
  // 2,000,000 / 195 s × 648 µs = 6.646 cores
  expect(row("rates", "2 million viewers, grants of 5 minutes that are renewed")).toEqual([
    "10,256",
    "6.65 cores",
    "14",
    "85.1 % of one core",
    "2",
  ]);
  // 1,000,000 / 14,400 s × 648 µs
  expect(row("rates", "1 million viewers, grants of 4 hours that are not renewed")).toEqual([
    "69.4",
    "4.5 % of one core",
    "1",
    "0.576 % of one core",
    "1",
  ]);
  expect(row("rates", "1 billion grants a day")).toEqual([
    "11,574",
    "7.5 cores",
    "15",
    "96.1 % of one core",
    "2",
  ]);
});

it("says what many signatures take together", () => {
  const [segments, renewed, grants] = [
    "a signature for each segment",
    "grants of 15 minutes that are renewed",
    "a grant of 4 hours for each viewer",
  ].map((way) => row("totals", `1 million viewers of a film with 1,800 segments: ${way}`));
  expect(segments).toEqual(["1.8 billion", "324 core-hours", "41.5 core-hours"]);
  // 7,200 s / 585 s = 12.3 grants for each viewer
  expect(renewed).toEqual(["12.3 million", "2.22 core-hours", "17 core-minutes"]);
  expect(grants).toEqual(["1 million", "10.8 core-minutes", "1.38 core-minutes"]);
  expect(row("totals", "40,000 viewers who all come at once")).toEqual([
    "40,000",
    "25.9 core-seconds",
    "3.32 core-seconds",
  ]);
  expect(row("totals", "100 million links in emails")).toEqual([
    "100 million",
    "18 core-hours",
    "2.31 core-hours",
  ]);
  const views = "10 million page views with 50 images each";
  const [each, grant] = [": a signature for each image", ": a grant for each page view"].map((way) =>
    row("totals", `${views}${way}`),
  );
  expect(each).toEqual(["500 million", "90 core-hours", "11.5 core-hours"]);
  expect(grant).toEqual(["10 million", "1.8 core-hours", "13.8 core-minutes"]);
  // 10,000 × 24 × 648 µs = 155.52 s, and 500,000,000 × 1.5 µs = 750 s
  expect(row("totals", "the same page views within a day")).toEqual([
    "240,000",
    "15.1 core-minutes",
    "not measured",
  ]);
  // 1.8 billion × 0.3 µs = 540 s
  expect(text.totals).toContain("add 0.3 µs for each URL: 9 core-minutes for the film.");
  expect(text.totals).toContain(
    "It needs 12.5 core-minutes of the time to find the remembered signatures (1.5 µs each).",
  );
});
