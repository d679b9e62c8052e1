import { describe, expect, it } from "vitest";
import { refusal } from "../support/refusal.ts";
import { end, host, recorder } from "../support/signers.ts";

/** The words that are understood only to suggest better ones, and those that name a member of a policy. */

const url = `${host}/a.jpg`;
const messageFor = async (terms: object) =>
  (await refusal(() => recorder().signer.signUrl(url, terms as { expiresIn: number }))).message;

describe("a unit in words", () => {
  const units: Record<string, string[]> = {
    "2s": ["s", "sec", "secs", "second", "seconds", ""],
    "2m": ["m", "min", "mins", "minute", "minutes"],
    "2h": ["h", "hr", "hrs", "hour", "hours"],
    "2d": ["d", "day", "days"],
    "14d": ["w", "week", "weeks"],
    "730d": ["y", "yr", "yrs", "year", "years"],
  };
  const spelled = Object.entries(units).flatMap(([suggestion, words]) =>
    words.map((word): [string, string] => [`2 ${word}`, suggestion]),
  );
  const milliseconds = ["ms", "msec", "msecs", "millisecond", "milliseconds"].map(
    (word): [string, string] => [`2000 ${word}`, "2s"],
  );

  it.each([...spelled, ...milliseconds])("%s: write %s", async (expiresIn, suggestion) => {
    expect(await messageFor({ expiresIn })).toContain(`write "${suggestion}"`);
  });

  const unknown = Object.values(units)
    .flat()
    .concat("ms", "milliseconds")
    .filter((word) => word !== "")
    .map((word) => `${word.startsWith("m") ? 2000 : 2} `.concat(word))
    .flatMap((text) => [text.replace(" ", " x"), `${text}x`]);

  it.each(unknown)("%s is not understood", async (expiresIn) => {
    expect(await messageFor({ expiresIn })).toContain("is text that is not understood");
  });
});

describe("a date with something around it is no ISO 8601 date", () => {
  it.each([
    "x2030-01-01T00:00:00Z",
    "2030-01-01T00:00:00Zx",
    "2030-01-01T00:00:00+01:000",
    "2030-01-01T00:00Z Z",
  ])("%s", async (dateLessThan) => {
    expect(await messageFor({ dateLessThan })).toContain("is text that is no ISO 8601 date");
  });
});

describe("a member of a policy that is of a wrong type", () => {
  const time = '{"AWS:EpochTime":1900000000}';
  const address = { IpAddress: { "AWS:SourceIp": "192.0.2.1/32" } };
  const after = { DateLessThan: { "AWS:EpochTime": end } };
  const inCondition = (condition: unknown) => ({ Statement: [{ Resource: url, Condition: condition }] });

  it.each<[policy: unknown, problem: string, remedy: string]>([
    [true, "true or false", '{"Statement":[{ … }]}'],
    [
      { Statement: [7] },
      "the statement is a number, not an object",
      '{"Resource":"https://…","Condition":{ … }}',
    ],
    [inCondition("x"), "Condition is a string, not an object", `{"DateLessThan":${time}}`],
    [inCondition({ DateLessThan: [] }), "DateLessThan is a list, not an object", time],
    [inCondition({ ...after, DateGreaterThan: null }), "DateGreaterThan is null, not an object", time],
    [
      inCondition({ ...after, IpAddress: 1 }),
      "IpAddress is a number, not an object",
      '{"AWS:SourceIp":"203.0.113.0/24"}',
    ],
    [
      inCondition({ DateLessThan: { "AWS:EpochTime": "1" } }),
      "AWS:EpochTime of DateLessThan is a string, not a number",
      "without quotes",
    ],
    [
      inCondition({ ...after, DateGreaterThan: { "AWS:EpochTime": true } }),
      "AWS:EpochTime of DateGreaterThan is true or false, not a number",
      "without quotes",
    ],
    [
      inCondition({ ...after, IpAddress: { "AWS:SourceIp": [address] } }),
      "AWS:SourceIp is a list, not one string",
      "write one CIDR",
    ],
    [
      { Statement: [{ Resource: 1, Condition: after }] },
      "Resource is a number, not a string",
      "write a string",
    ],
    [
      { Statement: "x" },
      "Statement is a string, not a list of one statement",
      "write a list of one statement",
    ],
  ])("%j", async (policy, problem, remedy) => {
    const message = await messageFor({ policy: JSON.stringify(policy) });
    expect(message).toContain(problem);
    expect(message).toContain(remedy);
  });

  it("is not the text, either", async () => {
    expect(await messageFor({ policy: 42 })).toMatch(/pass the JSON text$/);
    expect(await messageFor({ policy: {} })).toMatch(/pass JSON\.stringify\(policy\)$/);
  });
});
