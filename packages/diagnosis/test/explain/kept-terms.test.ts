import { withPolicy } from "@cloudfront-sign-webcrypto/testing/support/broken-requests.ts";
import { end, host, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** A fix keeps the terms that were meant, and opens no more. */

const fixOf = async (policy: unknown): Promise<string | undefined> => {
  const url = await withPolicy(typeof policy === "string" ? policy : JSON.stringify(policy));
  return (await explainCloudFrontDenial({ url, time: moment }))[0]?.fix;
};
const lasts = { DateLessThan: { "AWS:EpochTime": end } };
const address = { IpAddress: { "AWS:SourceIp": "192.0.2.0/24" } };
const statement = { Resource: `${host}/v/*`, Condition: { ...lasts, ...address } };
const like =
  'Write the policy like {"Statement":[{"Resource":"https://…","Condition":{"DateLessThan":{"AWS:EpochTime":1900000000},"IpAddress":{"AWS:SourceIp":"192.0.2.0/24"}}}]}, with the Resource and every other restriction that was meant. Then sign the policy again.';

describe("the sample of a policy has the times and the address of the one that was sent", () => {
  it.each([
    ["a statement alone", statement],
    ["no list of statements", { Statement: statement }],
    [
      "a time in quotes",
      {
        Statement: [{ ...statement, Condition: { ...address, DateLessThan: { "AWS:EpochTime": `${end}` } } }],
      },
    ],
  ])("%s", async (_, policy) => {
    expect(await fixOf(policy)).toBe(like);
  });

  it("but nothing is made up where no end can be read", async () => {
    expect(await fixOf({ Statement: [{ ...statement, Condition: { DateLessThan: {} } }] })).toBe(
      "Write a list of one statement, with Resource, and in Condition the documented names of every restriction that was meant. Then sign the policy again.",
    );
  });
});

it.each(["NotIpAddress", "StringLike", "StringNotEquals"])(
  "%s is not exchanged for another condition",
  async (name) => {
    const Condition = { ...lasts, [name]: { "AWS:SourceIp": "192.0.2.0/24" } };
    expect(await fixOf({ Statement: [{ ...statement, Condition }] })).toBe(
      `CloudFront cannot check ${name}: take this restriction into your own code, before you sign, and write only DateLessThan, DateGreaterThan and IpAddress as conditions. Then sign the policy again.`,
    );
  },
);

it("viewers are not sent to a bucket", async () => {
  const Resource = "https://media.s3.eu-central-1.amazonaws.com/v/*";
  expect(await fixOf({ Statement: [{ Resource, Condition: lasts }] })).toBe(
    "Sign a Resource with the requested host name, https://d111111abcdef8.cloudfront.net/…, instead of the bucket's.",
  );
});

it("cookies for www are set for the domain of both hosts", async () => {
  const setCookie = [`CloudFront-Policy=x; Domain=www.example.com; Path=/; Secure`];
  const [finding] = await explainCloudFrontDenial({
    url: "https://cdn.example.com/a",
    setCookie,
    time: moment,
  });
  expect(finding).toMatchObject({
    id: "cookie-domain",
    fix: "Set Domain=example.com, which covers cdn.example.com, too.",
  });
});
