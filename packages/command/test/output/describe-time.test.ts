import { expect, it } from "vitest";
import { relativeTime } from "../../src/output/describe-time.ts";

const from = new Date("2026-03-02T09:00:00.900Z");

// The inspector writes the same: examples/test/inspector-parts.test.ts.
it.each([
  [-86_400 * 400, "1 year 35 days ago", "1 year 35 days before the request"],
  [-7500, "2 hours 5 minutes ago", "2 hours 5 minutes before the request"],
  [0, "now", "at the request"],
  [61, "in 1 minute 1 second", "1 minute 1 second after the request"],
  [3600, "in 1 hour", "1 hour after the request"],
])("a distance of %i seconds is written as %s, and as %s", (seconds, fromNow, fromRequest) => {
  const date = new Date(from.getTime() + seconds * 1000);
  expect(relativeTime(date, from)).toBe(fromNow);
  expect(relativeTime(date, from, "the request")).toBe(fromRequest);
});
