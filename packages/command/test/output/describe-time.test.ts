import { describe, expect, it } from "vitest";
import { describeTime, localTime, relativeTime } from "../../src/output/describe-time.ts";

const now = new Date("2030-03-17T17:46:40.900Z");
const nowPlus = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
const [minute, hour, day, year] = [60, 3600, 86_400, 31_536_000];

describe("relativeTime", () => {
  it.each([
    [0, "now", "at --now"],
    [1, "in 1 second", "1 second after --now"],
    [-90, "1 minute 30 seconds ago", "1 minute 30 seconds before --now"],
    [3 * hour + 20 * minute + 5, "in 3 hours 20 minutes", "3 hours 20 minutes after --now"],
    [-2 * day, "2 days ago", "2 days before --now"],
    [year - 1, "in 364 days 23 hours", "364 days 23 hours after --now"],
    [year, "in 1 year", "1 year after --now"],
    [2 * year + hour, "in 2 years", "2 years after --now"],
    [-10 * year - 4 * day, "10 years 4 days ago", "10 years 4 days before --now"],
  ])("%i seconds are: %s", (seconds, fromSystem, fromFlag) => {
    expect(relativeTime(nowPlus(seconds), now)).toBe(fromSystem);
    expect(relativeTime(nowPlus(seconds), now, "--now")).toBe(fromFlag);
  });

  it("compares whole seconds, as CloudFront does", () => {
    expect(relativeTime(new Date("2030-03-17T17:46:41Z"), now)).toBe("in 1 second");
  });
});

describe("describeTime", () => {
  it("has a local time that is the same moment", () => {
    expect(Date.parse(localTime(now))).toBe(Math.floor(now.getTime() / 1000) * 1000);
    expect(describeTime(now, { now, isGiven: false })).toMatch(/^now: 2030-03-17T17:46:40Z/);
  });
});
