import { custom, withValue } from "@cloudfront-sign-webcrypto/testing/support/broken-parameters.ts";
import { end, host, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontBase64 } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** A policy that is not JSON by a habit of those who write it: what the evidence says, and what mends it. */

const good = `{"Statement":[{"Resource":"${host}/*","Condition":{"DateLessThan":{"AWS:EpochTime":${end}}}}]}`;
const findingOf = async (policy: string) => {
  const [first] = await explainCloudFrontDenial({
    url: withValue(custom, "Policy", cloudFrontBase64(policy)),
    time: moment,
  });
  return first;
};

describe("the habit is named for", () => {
  it.each([
    [
      "a byte order mark",
      `\ufeff${good}`,
      "it starts with a byte order mark",
      "Remove it: it is not part of the JSON text.",
    ],
    [
      "single quotes",
      good.replaceAll('"', "'"),
      "its names are in single quotes: not JSON",
      "Write double quotes.",
    ],
    [
      "a comma before a }",
      good.replace(/\}$/, ",}"),
      "it has a comma before a closing bracket, which JSON does not allow",
      "Remove the comma.",
    ],
    [
      "a comma and white space before a ]",
      good.replace("]", ",\n ]"),
      "it has a comma before a closing bracket, which JSON does not allow",
      "Remove the comma.",
    ],
    ...["undefined", "NaN", "None", "nil", "Infinity"].map((word): [string, string, string, string] => [
      word,
      good.replace(`${end}`, word),
      `it has the word ${word}, which is not JSON: a variable was not set${/^[NI]/.test(word) && word !== "None" ? ", or a date could not be read" : ""}`,
      "Set the variable before the text is made.",
    ]),
  ])("%s", async (_, policy, evidence, step) => {
    expect(await findingOf(policy)).toMatchObject({
      id: "policy-not-json",
      evidence,
      fix: `${step} Then sign the policy again.`,
    });
  });

  it.each([
    ["base64", btoa(good)],
    ["base64 of text in lines", btoa(good.replace("{", "{\n"))],
    ["percent-encoding", encodeURIComponent(good)],
  ])("%s, with the step of the finding", async (name, policy) => {
    const evidence =
      name === "percent-encoding" ? "it is percent-encoded, not JSON" : "it is base64, not JSON";
    const finding = await findingOf(policy);
    expect(finding).toMatchObject({ id: "policy-not-json", evidence });
    expect(finding?.fix).not.toContain("sign the policy again");
  });
});

it.each([
  [
    "two commas",
    good.replace(",", ",,"),
    "it is not JSON: it is empty or cut off, or a comma, a bracket or a number is wrong",
  ],
  [
    "the start of a word",
    good.replace(`${end}`, "undefine"),
    'it is not JSON: the character "u" at position',
  ],
  ["white space", "  ", "it is not JSON: it is empty or cut off"],
])("%s: no habit is named", async (_, policy, evidence) => {
  expect((await findingOf(policy))?.evidence).toContain(evidence);
});
