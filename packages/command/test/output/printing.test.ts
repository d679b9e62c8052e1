import { describe, expect, it } from "vitest";
import { Refusal, refuse } from "../../src/arguments/refusal.ts";
import { fieldLines } from "../../src/output/print-fields.ts";
import { printable } from "../../src/output/terminal.ts";

/** What several commands print: fields, text from elsewhere. */

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
