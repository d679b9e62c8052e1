import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { describe, expect, it } from "vitest";

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
    [1e12, "1000000000000 ends after the year 9999; pass seconds, not milliseconds"],
    [253_402_300_800, "ends after the year 9999"],
    [253_402_300_799, "ends after the year 9999; pass seconds, not milliseconds"],
    ["0s", 'is "0s"; pass seconds, at least 1'],
    [0.99, "is 0.99; pass seconds, at least 1"],
    ["0 hours", "is not a duration"],
    ["-5m", "is not a duration;"],
    ["5000000w", '"5000000w" ends after the year 9999'],
    [`1${" ".repeat(35)}hour`, "is not a duration"],
    [`1${" ".repeat(36)}hour`, "is not a duration"],
    ["1500 ms", "is not a duration"],
    ["2000 ms", "is not a duration"],
    ["9999999999 s", "is not a duration"],
    ["10000000000 s", "is not a duration"],
    ["400 years", "is not a duration"],
    [" 1 hour", "is not a duration"],
    ["1.25 hours", "is not a duration"],
    ["5 parsecs", "is not a duration"],
    ["   ", "is not a duration"],
    ["1 hour!", "is not a duration"],
    ["in 2030-01-01", "is not a duration"],
    ["2030-01-01", "is a point in time"],
    ["1 hour", "is not a duration"],
    ["1.h", "is not a duration"],
    [".5h", "is not a duration"],
    ["1e3s", "is not a duration"],
    ["1y", "is not a duration"],
    ["1h30m", "is not a duration"],
    [
      "90",
      "is a number in quotes; remove the quotes, or write Number(value), or add a unit: s, m, h, d or w",
    ],
    ["3600000", "is a number in quotes"],
    ["0", "is a number in quotes"],
    ["1".repeat(16), "is not a duration"],
    ["1H", "is not a duration"],
    ["soon", "is not a duration"],
    // ISO 8601, each part alone and with the others.
    ["PT1H", "is not a duration"],
    ["P1W", "is not a duration"],
    ["P10W", "is not a duration"],
    ["P10D", "is not a duration"],
    ["P1DT2H", "is not a duration"],
    ["PT12H", "is not a duration"],
    ["PT90M", "is not a duration"],
    ["PT45S", "is not a duration"],
    ["PT1H30M15S", "is not a duration"],
    ["1hP1D", "is not a duration"],
    ["P1D 2h", "is not a duration"],
    ["PxW", "is not a duration"],
  ])("%j: %s", async (expiresIn, part) => {
    expect(await messageFor({ expiresIn })).toContain(part);
  });
});

describe("dateLessThan", () => {
  it.each<[dateLessThan: unknown, part: string]>([
    [new Date("+010000-01-01"), "is before 1970 or after 9999"],
    [new Date("1969-12-31"), "is before 1970 or after 9999"],
    ["2030-00-10T00:00:00Z", "is a date that does not exist"],
    ["2030-13-10T00:00:00Z", "is a date that does not exist"],
    ["2030-01-00T00:00:00Z", "is a date that does not exist"],
    ["2030-01-32T00:00:00Z", "is a date that does not exist"],
    ["2030-01-01T00:00:00+20:00", "is not an ISO 8601 date"],
    ["2030-01-01T00:00:00+05:60", "is not an ISO 8601 date"],
    ["July 2030", "is not an ISO 8601 date"],
    [999_999_999, "2001-09-09T01:46:39Z has passed; check the unit: seconds, milliseconds or a duration"],
    [1_000_000_000, "check the clock"],
    ["2030", "is not an ISO 8601 date"],
    ["1900", "is not an ISO 8601 date"],
    ["20300", "is a number in quotes"],
    [`2030-01-01T00:00:00.${"0".repeat(20)}`, 'has no zone; write "2030-01-01T00:00:00Z"'],
    [`2030-01-01T00:00:00.${"0".repeat(21)}`, 'has no zone; write "2030-01-01T00:00:00Z"'],
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

it.each(["1900000000000", "100000000000", "99999999999"])(
  "%s in quotes is a number in quotes",
  async (text) => {
    expect(await messageFor({ dateLessThan: text })).toContain("is a number in quotes; remove the quotes");
  },
);

it("access may start in 1970", async () => {
  const { policy } = await sign({ dateLessThan: end, dateGreaterThan: new Date(0) });
  expect(policy).toContain('"DateGreaterThan":{"AWS:EpochTime":0}');
});

describe("ipAddress", () => {
  it.each<[ipAddress: unknown, part: string]>([
    [["192.0.2.1"], "is an array"],
    ["", "is an empty string"],
    ["2001:db8::1", "is IPv6"],
    ["[2001:DB8::1]", "is IPv6"],
    ["::", "is IPv6"],
    ["2001:db8::/32", "is IPv6"],
    ["undefined", "is not an IPv4 address or CIDR"],
    ["203.0.113.0/024", "is not an IPv4 address or CIDR"],
    ["203.0.113.0/255.255.255.0", "is not an IPv4 address or CIDR"],
    ["203.0.113.7, 203.0.113.8", "is not an IPv4 address or CIDR"],
    ["203.0.113.*", "is not an IPv4 address or CIDR"],
    ["203.0.113.7 ", "is not an IPv4 address or CIDR"],
    ["203.0.113.7/24/24", "is not an IPv4 address or CIDR"],
    [" ", "is not an IPv4 address or CIDR"],
    ["null", "is not an IPv4 address or CIDR"],
    ["::ffff:192.0.2.1", "is not an IPv4 address or CIDR"],
    ["[::ffff:192.0.2.1]", "is not an IPv4 address or CIDR"],
    ["64:ff9b::ffff:192.0.2.1", "is not an IPv4 address or CIDR"],
    ["::ffff:192.0.2.1:80", "is not an IPv4 address or CIDR"],
    ["::ffff:192.0.2.256", "is not an IPv4 address or CIDR"],
    ["192.0.2.1:80", "is not an IPv4 address or CIDR"],
    ["x192.0.2.1:80", "is not an IPv4 address or CIDR"],
    ["192.0.2.1:80x", "is not an IPv4 address or CIDR"],
    ["192.0.2.256:80", "is not an IPv4 address or CIDR"],
    ["x:1:2", "is not an IPv4 address or CIDR"],
    ["192.0.2.1-192.0.2.9", "is not an IPv4 address or CIDR"],
    ["x192.0.2.1-192.0.2.9", "is not an IPv4 address or CIDR"],
    ["192.0.2.1-192.0.2.9x", "is not an IPv4 address or CIDR"],
    ["a192.0.2.1", "is not an IPv4 address or CIDR"],
    ["192.0.2.1a", "is not an IPv4 address or CIDR"],
    ["localhost", "is not an IPv4 address or CIDR"],
    ["192-0-2-1", "is not an IPv4 address or CIDR"],
    ["foo_bar", "is not an IPv4 address or CIDR"],
    ["-é.example.com", "is not an IPv4 address or CIDR"],
    ["example.com_", "is not an IPv4 address or CIDR"],
    ["a".repeat(253), "is not an IPv4 address or CIDR"],
    ["a".repeat(254), "is not an IPv4 address or CIDR"],
    ["192.0.2", "is not an IPv4 address or CIDR"],
    ["192.0.2.1.", "is not an IPv4 address or CIDR"],
    ["255.1.1.256", "is not an IPv4 address or CIDR"],
    ["192.0.2.99999999999999999", "is not an IPv4 address or CIDR"],
    ["192.0.2.00000000000000001", "is not an IPv4 address or CIDR"],
    ["192.0.2.01", "is not an IPv4 address or CIDR"],
    ["10.0.20.10/33", "is not an IPv4 address or CIDR"],
    ["10.0.20.10/x12", "is not an IPv4 address or CIDR"],
    ["10.0.20.10/12x", "is not an IPv4 address or CIDR"],
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
    ["an encoded policy", "%7B%22Statement%22", 'the character "%" at position 0 is unexpected'],
    ["text with an escape in it", "x%7B", "is not JSON: "],
    [
      "an end that JSON.parse takes for milliseconds",
      policyOf([{ Condition: { DateLessThan: { "AWS:EpochTime": 253402300800 } } }]),
      "milliseconds",
    ],
    [
      "a statement without brackets",
      policyOf({ Condition: condition }),
      "not a list of one statement; DateGreaterThan and IpAddress are optional: write the policy like",
    ],
    [
      "a list for the resource",
      policyOf([{ Resource: [url], Condition: condition }]),
      "Resource is not a string",
    ],
    [
      "an object for the resource",
      policyOf([{ Resource: {}, Condition: condition }]),
      "Resource is not a string",
    ],
    ["text for the statement", policyOf("x"), "Statement is not a list of one statement"],
    [
      "an object for the end",
      policyOf([{ Condition: { DateLessThan: { "AWS:EpochTime": {} } } }]),
      "AWS:EpochTime is not a number in DateLessThan",
    ],
  ])("%s: names the fault", async (_, policy, part) => {
    expect(await messageFor({ policy })).toContain(part);
  });

  it("is sent as it is written, also where a canned policy would say the same", async () => {
    const policy = `{ "Statement": [{ "Resource": "${url}", "Condition": { "DateLessThan": { "AWS:EpochTime": ${end} } } }] }`;
    const { signed, policy: asSigned } = await sign({ policy });
    expect(asSigned).toBe(policy);
    expect(signed).toContain("?Policy=");
    expect(signed).not.toContain("Expires=");
  });
});
