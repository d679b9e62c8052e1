import { end, host, moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { type CloudFrontDenialQuestion, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** A character that no value of its kind has, in one that is right otherwise. */

const canned = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
const custom = await rsaSigner().signUrl(`${host}/v/1.ts`, { resource: `${host}/v/*`, dateLessThan: end });
const { values } = await rsaSigner().signCookies({ resource: `${host}/v/*`, dateLessThan: end });

function within(url: string, name: string, at: number, text: string, removed = 0): string {
  return url.replace(
    new RegExp(`([?&]${name}=)([^&]*)`),
    (_, before: string, value: string) => before + value.slice(0, at) + text + value.slice(at + removed),
  );
}

const first = async (question: CloudFrontDenialQuestion) => {
  const findings = await explainCloudFrontDenial({ time: moment, verifier: verifierOf(), ...question });
  expect(findings.map(({ id }) => id)).toEqual(["stray-characters"]);
  return findings[0];
};

describe("is named, and nothing else is said:", () => {
  it.each([
    [
      "a letter with an accent",
      within(canned, "Signature", 100, "é"),
      "Signature has the character U+00E9 in it",
    ],
    ["a dollar sign", within(canned, "Signature", 10, "$"), 'Signature has the character "$" in it'],
    ["a space", within(canned, "Signature", 100, "%20"), "Signature has a space in it"],
    ["two in a policy", within(custom, "Policy", 30, "$$"), 'Policy has the character "$" in it'],
    ["one in the ID", within(canned, "Key-Pair-Id", 6, "."), 'Key-Pair-Id has the character "." in it'],
    ["a unit", within(canned, "Expires", 10, "s"), 'Expires has the character "s" in it'],
    [
      "points between thousands",
      canned.replace(`${end}`, "1.900.000.000"),
      'Expires has the character "." in it',
    ],
  ])("%s", async (_, url, evidence) => {
    expect(await first({ url })).toMatchObject({ certainty: "proven", evidence });
  });

  it.each([
    ["a signature", within(canned, "Signature", 80, "§", 1), "Signature has the character U+00A7"],
    ["a time", within(canned, "Expires", 5, "O", 1), 'Expires has the character "O"'],
  ])("one in the place of another, in %s", async (_, url, evidence) => {
    const name = evidence.split(" ")[0];
    expect(await first({ url })).toMatchObject({
      evidence: `${evidence} in the place of another character`,
      fix: `Copy ${name} again from its source, as text: the character that was there is lost.`,
    });
  });

  it("a point in a cookie, which is not that of a framework", async () => {
    const signature = values["CloudFront-Signature"] ?? "";
    const cookies = {
      ...values,
      "CloudFront-Signature": `${signature.slice(0, 301)}.${signature.slice(301)}`,
    };
    expect(await first({ url: `${host}/v/1.ts`, cookies })).toMatchObject({
      evidence: 'the value of CloudFront-Signature has the character "." in it',
    });
  });
});

it("a date is none of them", async () => {
  const [finding] = await explainCloudFrontDenial({
    url: canned.replace(`${end}`, "2030-01-01"),
    time: moment,
  });
  expect(finding?.id).toBe("expires-invalid");
});

it("seconds that were divided by 1,000 are said as such", async () => {
  const url = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
  const [finding] = await explainCloudFrontDenial({ url: url.replace(`${end}`, "1900001"), time: moment });
  expect(finding).toMatchObject({
    id: "expired",
    summary: "The signature expired in 1970: its time seems to be divided by 1,000 once too often.",
    evidence: "the expiry time is 1900001, which is in 1970",
    fix: "Sign and send the time in seconds since 1970: only milliseconds are divided by 1,000, once.",
  });
});

it("a unit in words is mended", async () => {
  const [finding] = await explainCloudFrontDenial({
    url: canned.replace(`${end}`, "1900000000%20seconds"),
    time: moment,
  });
  expect(finding).toMatchObject({
    id: "expires-invalid",
    fix: "Sign and send 1900000000: CloudFront counts seconds.",
  });
});
