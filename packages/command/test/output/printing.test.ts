import { describe, expect, it } from "vitest";
import { Refusal, refuse } from "../../src/arguments/refusal.ts";
import { describeTime, localTime, relativeTime } from "../../src/output/describe-time.ts";
import { fieldLines } from "../../src/output/print-fields.ts";
import { printable } from "../../src/output/terminal.ts";

/** What several commands print: times, fields, text from elsewhere. */

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

describe("fieldLines", () => {
  const fields = [
    ["Key", "a few words that are longer than a narrow column of a terminal"],
    ["Resource", ["first", "second"]],
  ] as const;

  it("has labels in one column and values in another", () => {
    expect(fieldLines(fields, 50)).toEqual([
      "Key       a few words that are longer than a",
      "          narrow column of a terminal",
      "Resource  first",
      "          second",
    ]);
  });

  it("has values below their labels where there is no room for two columns", () => {
    expect(fieldLines(fields, 40)).toEqual([
      "Key",
      "  a few words that are longer than a",
      "  narrow column of a terminal",
      "Resource",
      "  first",
      "  second",
    ]);
  });
});

describe("refuse", () => {
  it.each([
    ["a\n\u001b[31mb: is a file", "a\\u000a\\u001b[31mb: is a file"],
    ["ERR_URL_RELATIVE\nurl: is relative\n", "ERR_URL_RELATIVE\nurl: is relative\\u000a"],
  ])("keeps each sentence in a line of its own: %j", (message, shown) => {
    expect(() => refuse(message)).toThrow(new Refusal(shown));
  });
});

describe("printable", () => {
  it.each([
    [
      "plain text",
      "https://d111111abcdef8.cloudfront.net/ä 😀",
      "https://d111111abcdef8.cloudfront.net/ä 😀",
    ],
    ["an escape sequence", "\u001b[31m", "\\u001b[31m"],
    ["a C1 control", "\u009b31m", "\\u009b31m"],
    ["a line break", "a\r\nb", "a\\u000d\\u000ab"],
    ["a line separator", "\u2028", "\\u2028"],
    ["a change of direction", "\u202egpj.exe", "\\u202egpj.exe"],
    ["an invisible character beyond U+FFFF", "\u{e0041}", "\\udb40\\udc41"],
    ["half of a surrogate pair", "\ud800", "\\ud800"],
  ])("shows %s so that a terminal only prints it", (_, text, expected) => {
    expect(printable(text)).toBe(expected);
  });

  it("leaves JSON with the same value", () => {
    const value = { name: "\u202e\u009b\u{e0041}ä" };
    expect(JSON.parse(printable(JSON.stringify(value)))).toEqual(value);
  });
});
