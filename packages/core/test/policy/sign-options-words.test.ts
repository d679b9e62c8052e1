import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { describe, expect, it } from "vitest";

/** The words that are understood only to suggest better ones, and those that name a member of a policy. */

const url = `${host}/a.jpg`;
const messageFor = async (terms: object) =>
  (await refusal(() => recorder().signer.signUrl(url, terms as { expiresIn: number }))).message;

describe("a date with something around it is not an ISO 8601 date", () => {
  it.each([
    "x2030-01-01T00:00:00Z",
    "2030-01-01T00:00:00Zx",
    "2030-01-01T00:00:00+01:000",
    "2030-01-01T00:00Z Z",
  ])("%s", async (dateLessThan) => {
    expect(await messageFor({ dateLessThan })).toContain("is not an ISO 8601 date");
  });
});

describe("a member of a policy that is of a wrong type", () => {
  const address = { IpAddress: { "AWS:SourceIp": "192.0.2.1/32" } };
  const after = { DateLessThan: { "AWS:EpochTime": end } };
  const inCondition = (condition: unknown) => ({ Statement: [{ Resource: url, Condition: condition }] });

  it.each<[policy: unknown, problem: string]>([
    [true, "the policy is not an object"],
    [{ Statement: [7] }, "the statement is not an object"],
    [inCondition("x"), "Condition is not an object"],
    [inCondition({ DateLessThan: [] }), "DateLessThan is not an object"],
    [inCondition({ ...after, DateGreaterThan: null }), "DateGreaterThan is not an object"],
    [inCondition({ ...after, IpAddress: 1 }), "IpAddress is not an object"],
    [
      inCondition({ DateLessThan: { "AWS:EpochTime": "1" } }),
      "AWS:EpochTime is not a number in DateLessThan",
    ],
    [
      inCondition({ ...after, DateGreaterThan: { "AWS:EpochTime": true } }),
      "AWS:EpochTime is not a number in DateGreaterThan",
    ],
    [inCondition({ ...after, IpAddress: { "AWS:SourceIp": [address] } }), "AWS:SourceIp is not one string"],
    [{ Statement: [{ Resource: 1, Condition: after }] }, "Resource is not a string"],
    [{ Statement: "x" }, "Statement is not a list of one statement"],
  ])("%j", async (policy, problem) => {
    const message = await messageFor({ policy: JSON.stringify(policy) });
    expect(message).toContain(
      `policy: ${problem}; DateGreaterThan and IpAddress are optional: write the policy like {"Statement":[{"Resource":`,
    );
  });

  it("is not the text, either", async () => {
    expect(await messageFor({ policy: 42 })).toMatch(
      /^policy: it is a number, .*; pass what JSON\.stringify/,
    );
    expect(await messageFor({ policy: {} })).toMatch(
      /^policy: it is an object, .*; pass what JSON\.stringify/,
    );
  });

  it("has a step that is itself a policy, once the resource is whole", async () => {
    const message = await messageFor({ policy: "[]" });
    const shown = message.slice(message.indexOf("{")).replace("https://…", url);
    expect(await recorder().signer.signUrl(url, { policy: shown })).toContain("Policy=");
  });
});
