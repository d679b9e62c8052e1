import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonValue, parseJson } from "../../src/request/json.ts";

/** The JSON reader takes what JSON.parse takes, with the same values, and keeps what JSON.parse drops. */

/** The value that JSON.parse gives, of two equal names the last. */
function plain(value: JsonValue): unknown {
  switch (value.type) {
    case "object":
      return Object.fromEntries(value.members.map(([name, member]) => [name, plain(member)]));
    case "array":
      return value.items.map(plain);
    case "string":
      return value.value;
    case "number":
      return Number(value.literal);
    case "boolean":
      return "boolean";
    case "null":
      return null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (_, value) => (typeof value === "boolean" ? "boolean" : value));
  } catch {
    return "refused";
  }
}

function read(text: string): unknown {
  const value = parseJson(text);
  return "id" in value ? "refused" : plain(value);
}

const runs = { seed: 20260101, numRuns: 1000 };

describe("parseJson", () => {
  it("reads what JSON.parse reads, with white space anywhere", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 2, "\t", "\r\n "), (value, space) => {
        const text = JSON.stringify(value, null, space);
        fc.pre(!text.includes("__proto__"));
        expect(read(text)).toEqual(parsed(text));
      }),
      runs,
    );
  });

  it("refuses what JSON.parse refuses, after any change of a character", () => {
    const start = '{"a":[1,-2.5e+3,"x\\u0041\\n\\"",true,false,null,{}],"b":{"c":"é"}}';
    const character = fc.constantFrom(..."{}[]\":,\\\\0159-+.eEtfnulr \n\u0001\u007f\u2028x'/");
    fc.assert(
      fc.property(
        fc.nat(start.length),
        fc.nat(2),
        fc.string({ unit: character, maxLength: 2 }),
        (at, cut, put) => {
          const text = start.slice(0, at) + put + start.slice(at + cut);
          fc.pre(!text.includes("__proto__"));
          expect(read(text)).toEqual(parsed(text));
        },
      ),
      { ...runs, numRuns: 5000 },
    );
  });

  it.each([
    ['{"a":1,}', 7, "}"],
    ["{'a':1}", 1, "'"],
    ['{"a" 1}', 5, "1"],
    ["[1 2]", 3, "2"],
    ["01", 1, "1"],
    ['"a\nb"', 2, "\n"],
    ['"\\x"', 1, "\\"],
    ["nul", 0, "n"],
    ["{}}", 2, "}"],
    ["😀", 0, "😀"],
  ])("says where reading %j ends", (text, position, character) => {
    expect(parseJson(text)).toEqual({ id: "unexpected-character", position, character });
  });

  it.each(["", " ", "[", '{"a"', '"abc', "[1,"])("says that %j ends early", (text) => {
    expect(parseJson(text)).toEqual({ id: "unexpected-end", position: text.length });
  });

  it("keeps repeated names and how a number is written", () => {
    expect(parseJson('{"a":1.0,"a":1e0}')).toEqual({
      type: "object",
      members: [
        ["a", { type: "number", literal: "1.0" }],
        ["a", { type: "number", literal: "1e0" }],
      ],
    });
  });

  it("reads 50 levels and no more, however many there are", () => {
    expect(parseJson("[".repeat(50) + "]".repeat(50))).toHaveProperty("type", "array");
    for (const depth of [51, 100_000]) expect(parseJson("[".repeat(depth))).toEqual({ id: "too-deep" });
  });
});
