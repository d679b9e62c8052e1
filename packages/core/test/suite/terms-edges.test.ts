import { describe, expect, it } from "vitest";
import { refusal } from "./support/refusal.ts";
import { end, host, recorder } from "./support/signers.ts";

/** Times, durations, addresses and policies at the edge of a rule: what is said of each, or what is signed. */

const url = `${host}/a.jpg`;
const sign = async (terms: object) => {
  const { signer, policies } = recorder();
  const signed = await signer.signUrl(url, terms as { expiresIn: number });
  return { signed, policy: policies[0] ?? "" };
};
const messageFor = async (terms: object) => (await refusal(() => sign(terms))).message;

describe("expiresIn", () => {
  it.each<[expiresIn: unknown, part: string]>([
    [1e12, "a point in time in milliseconds"],
    [1e12 - 1, "is in milliseconds; divide by 1000: 999999999"],
    [1e10, "is in milliseconds"],
    ["0s", "is 0;"],
    ["0 hours", "is 0;"],
    ["-5m", "is negative;"],
    ["10000000000s", "longer than 317 years"],
    [`1${" ".repeat(35)}hour`, 'write "1h"'],
    [`1${" ".repeat(36)}hour`, "is text that is not understood"],
    ["1500 ms", "is text that is not understood"],
    ["2000 ms", 'write "2s"'],
    ["9999999999 s", 'write "9999999999s"'],
    ["10000000000 s", "is text that is not understood"],
    ["400 years", "is text that is not understood"],
    [" 1 hour", 'write "1h"'],
    ["1.25 hours", 'write "75m"'],
    ["5 parsecs", "is text that is not understood"],
    ["   ", "is text that is not understood"],
    ["1 hour!", "is text that is not understood"],
    ["in 2030-01-01", "is text that is not understood"],
    ["2030-01-01", "is a point in time"],
    // ISO 8601, each part alone and with the others.
    ["P1W", 'write "7d"'],
    ["P10W", 'write "70d"'],
    ["P10D", 'write "10d"'],
    ["P1DT2H", 'write "26h"'],
    ["PT12H", 'write "12h"'],
    ["PT90M", 'write "90m"'],
    ["PT45S", 'write "45s"'],
    ["PT1H30M15S", 'write "5415s"'],
    ["1hP1D", "is text that is not understood"],
    ["P1D 2h", "is text that is not understood"],
    ["PxW", "is text that is not understood"],
  ])("%j: %s", async (expiresIn, part) => {
    expect(await messageFor({ expiresIn })).toContain(part);
  });
});

describe("dateLessThan", () => {
  it.each<[dateLessThan: unknown, part: string]>([
    [new Date(1e14), "is in the year 5138"],
    ["2030-00-10T00:00:00Z", "has the month 00"],
    ["2030-13-10T00:00:00Z", "has the month 13"],
    ["2030-01-00T00:00:00Z", "there is no 2030-01-00"],
    ["2030-01-32T00:00:00Z", "there is no 2030-01-32"],
    ["2030-01-01T00:00:00+20:00", "has the zone +20:00"],
    ["2030-01-01T00:00:00+05:60", "has the zone +05:60"],
    ["July 2030", "is text that is no ISO 8601 date"],
    [999_999_999, "as expiresIn"],
    [1_000_000_000, "check the clock"],
    ["2030", "is only a year"],
    ["20300", "is a number in quotes"],
    [`2030-01-01T00:00:00.${"0".repeat(20)}`, `"2030-01-01T00:00:00.${"0".repeat(20)}" has no zone`],
    [`2030-01-01T00:00:00.${"0".repeat(21)}`, `"2030-01-01T00:00:00.${"0".repeat(20)}…" has no zone`],
  ])("%j: %s", async (dateLessThan, part) => {
    expect(await messageFor({ dateLessThan })).toContain(part);
  });

  it.each([
    ["2030-01-01T00:00:00+19:00", 1893387600],
    ["2030-01-01T00:00:00-05:59", 1893477540],
    [`2030-01-01T00:00:00.${"0".repeat(979)}Z`, 1893456000],
  ])("%j is taken", async (dateLessThan, seconds) => {
    expect((await sign({ dateLessThan })).policy).toContain(`{"AWS:EpochTime":${seconds}}`);
  });
});

it("a date of more than 1,000 characters is refused", async () => {
  const { code } = await refusal(() => sign({ dateLessThan: `2030-01-01T00:00:00.${"0".repeat(980)}Z` }));
  expect(code).toBe("ERR_DATE_INVALID");
});

it.each([
  ["1900000000000", 1900000000],
  ["100000000000", 100000000],
  ["99999999999", 99999999999],
])("of %s in quotes the seconds are shown", async (dateLessThan, seconds) => {
  expect(await messageFor({ dateLessThan })).toMatch(
    new RegExp(`without quotes: ${seconds}$|remove the quotes: ${seconds}$`),
  );
});

it("access may start in 1970", async () => {
  const { policy } = await sign({ dateLessThan: end, dateGreaterThan: new Date(0) });
  expect(policy).toContain('"DateGreaterThan":{"AWS:EpochTime":0}');
});

describe("ipAddress", () => {
  it.each<[ipAddress: unknown, part: string]>([
    [["192.0.2.1"], "is a list"],
    [" ", "is empty"],
    ["null", 'is the word "undefined" or "null"'],
    ["::ffff:192.0.2.1", "in the form of IPv6; pass 192.0.2.1"],
    ["[::ffff:192.0.2.1]", "in the form of IPv6; pass 192.0.2.1"],
    ["64:ff9b::ffff:192.0.2.1", "is IPv6"],
    ["::ffff:192.0.2.1:80", "is IPv6"],
    ["::ffff:192.0.2.256", "is IPv6"],
    ["192.0.2.1:80", "has a port; pass 192.0.2.1"],
    ["x192.0.2.1:80", "is no IPv4 address or CIDR"],
    ["192.0.2.1:80x", "is no IPv4 address or CIDR"],
    ["192.0.2.256:80", "is no IPv4 address or CIDR"],
    ["x:1:2", "is no IPv4 address or CIDR"],
    ["192.0.2.1-192.0.2.9", "is a range"],
    ["x192.0.2.1-192.0.2.9", "is a host name"],
    ["192.0.2.1-192.0.2.9x", "is a host name"],
    ["a192.0.2.1", "is a host name"],
    ["192.0.2.1a", "is a host name"],
    ["localhost", "is a host name"],
    ["192-0-2-1", "is no IPv4 address or CIDR"],
    ["foo_bar", "is no IPv4 address or CIDR"],
    ["-é.example.com", "is no IPv4 address or CIDR"],
    ["example.com_", "is no IPv4 address or CIDR"],
    ["a".repeat(253), "is a host name"],
    ["a".repeat(254), "is no IPv4 address or CIDR"],
    ["192.0.2", "but 3"],
    ["192.0.2.1.", "is no IPv4 address or CIDR"],
    ["255.1.1.256", "has the number 256"],
    ["192.0.2.99999999999999999", "has the number 999999999999;"],
    ["192.0.2.00000000000000001", "has 000000000000 with a leading zero"],
    ["192.0.2.01", "has 01 with a leading zero"],
    ["10.0.20.10/33", "ends with /33"],
    ["10.0.20.10/x12", "is no IPv4 address or CIDR"],
    ["10.0.20.10/12x", "is no IPv4 address or CIDR"],
  ])("%j: %s", async (ipAddress, part) => {
    const { code, message } = await refusal(() => sign({ dateLessThan: end, ipAddress }));
    expect(code).toBe("ERR_IP_ADDRESS_INVALID");
    expect(message).toContain(part);
  });
});

describe("policy", () => {
  const policyOf = (statement: unknown) => JSON.stringify({ Statement: statement });
  const condition = { DateLessThan: { "AWS:EpochTime": end } };

  it.each<[given: string, policy: unknown, part: string]>([
    ["a number", 42, "is a number"],
    ["null", null, "null"],
    ["an encoded policy", "%7B%22Statement%22", "is percent-encoded"],
    ["text with an escape in it", "x%7B", "is not JSON: "],
    [
      "an end that JSON.parse takes for milliseconds",
      policyOf([{ Condition: { DateLessThan: { "AWS:EpochTime": 1e11 } } }]),
      "milliseconds",
    ],
    ["a statement without brackets", policyOf({ Condition: condition }), "put the statement into brackets"],
    [
      "a list for the resource",
      policyOf([{ Resource: [url], Condition: condition }]),
      "write one pattern with *",
    ],
    [
      "an object for the resource",
      policyOf([{ Resource: {}, Condition: condition }]),
      "Resource is an object",
    ],
    ["text for the statement", policyOf("x"), "Statement is a string"],
    [
      "an object for the end",
      policyOf([{ Condition: { DateLessThan: { "AWS:EpochTime": {} } } }]),
      "without quotes",
    ],
  ])("%s: names the fault", async (_, policy, part) => {
    expect(await messageFor({ policy })).toContain(part);
  });

  it.each<[given: string, policy: unknown]>([
    ["an object for the resource", policyOf([{ Resource: {}, Condition: condition }])],
    ["a list for the condition", policyOf([{ Resource: url, Condition: [] }])],
    ["text for the statement", policyOf("x")],
    ["a number for the policy", 42],
  ])("%s: the step is that of its own part", async (_, policy) => {
    expect(await messageFor({ policy })).not.toMatch(/brackets|one pattern|JSON\.stringify\(/);
  });

  it("is sent as it is written, also where a canned policy would say the same", async () => {
    const policy = `{ "Statement": [{ "Resource": "${url}", "Condition": { "DateLessThan": { "AWS:EpochTime": ${end} } } }] }`;
    const { signed, policy: asSigned } = await sign({ policy });
    expect(asSigned).toBe(policy);
    expect(signed).toContain("?Policy=");
    expect(signed).not.toContain("Expires=");
  });
});
