import { badPolicies, goodPolicy } from "@cloudfront-sign-webcrypto/testing/support/bad-inputs.ts";
import { withPolicy } from "@cloudfront-sign-webcrypto/testing/support/broken-requests.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { outcome, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { policyGrammar } from "cloudfront-sign-webcrypto/internals";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/**
 * One grammar for whoever signs a ready policy and whoever reads one: what the one refuses, the other denies.
 */

const verifier = verifierOf();
const url = `${host}/v/1.ts`;
const good = JSON.stringify(goodPolicy);
const statement = (condition: string) => `{"Statement":[{"Resource":"*","Condition":{${condition}}}]}`;
const epochs = (dateLessThan: string, dateGreaterThan = "1") =>
  statement(
    `"DateLessThan":{"AWS:EpochTime":${dateLessThan}},"DateGreaterThan":{"AWS:EpochTime":${dateGreaterThan}}`,
  );

const spellings = [
  "1.9e9",
  "1900000000.0",
  "19e8",
  "1.9E+9",
  "190000000000e-2",
  "1900000000.00000000000000000001",
];

describe("a time that is not written in plain digits", () => {
  it.each([
    ...spellings.map((text) => [text, epochs(text), "DateLessThan"]),
    ...["-0", "0.0", "0e0", "1e0", "1e-400"].map((text) => [text, epochs(`${end}`, text), "DateGreaterThan"]),
  ])("%s is denied, and not signed", async (_, policy = "", member = "") => {
    expect(outcome(await verifier.verifyUrl(await withPolicy(policy, url)))).toBe("policy-schema");
    const evidence = `AWS:EpochTime of ${member} has a sign, a decimal point or an exponent`;
    const error = await refusal(() => recorder().signer.signUrl(url, { policy }));
    expect(error).toMatchObject({
      code: "ERR_DATE_INVALID",
      message: `policy: ${evidence}; write whole epoch seconds in plain digits, such as 1900000000`,
    });
  });

  it.each([`${end}`, ` ${end}\n`])("%j is", async (text) => {
    expect(outcome(await verifier.verifyUrl(await withPolicy(epochs(text), url)))).toBe("allowed");
  });
});

describe("what the signer refuses, the verifier denies", () => {
  it.each(Object.entries(badPolicies).filter(([, policy]) => typeof policy === "string"))(
    "%s",
    async (_, policy) => {
      const verdict = await verifier.verifyUrl(await withPolicy(policy as string, url));
      expect(outcome(verdict)).toMatch(/^policy-(not-json|schema)$/);
      const { code, option } = await refusal(() =>
        recorder().signer.signUrl(url, { policy: policy as string }),
      );
      // A number or an address that is wrong in itself has its own code.
      expect(`${code} ${option}`).toMatch(/^ERR_(POLICY_INVALID|IP_ADDRESS_INVALID) policy$/);
    },
  );

  it("up to 65,536 characters, and no more", async () => {
    const fits = good.padEnd(65_536);
    expect((await recorder().signer.signCookies({ policy: fits })).values).toHaveProperty(
      "CloudFront-Policy",
    );
    expect(await refusal(() => recorder().signer.signCookies({ policy: `${fits} ` }))).toMatchObject({
      code: "ERR_POLICY_INVALID",
    });
  });

  it.each([51, 4000, 32_000])("at a depth of %i", async (depth) => {
    const deep = `${"[".repeat(depth)}${"]".repeat(depth)}`;
    const policies = [
      deep,
      `{"Statement":[{"Resource":"*","Condition":${deep}}]}`,
      `{"a":${deep.slice(1, -1)},"Statement":[]}`,
      `{"Statement":[{"Resource":${deep},"Condition":{}}]}`,
      statement(`"DateLessThan":{"AWS:EpochTime":${end}},"IpAddress":{"AWS:SourceIp":${deep}}`),
    ];
    if (depth < 5000) policies.push(`{"a":${deep},"Statement":${deep}}`);
    for (const policy of policies)
      expect((await refusal(() => recorder().signer.signUrl(url, { policy }))).code).toBe(
        "ERR_POLICY_INVALID",
      );
  });
});

describe("the usual text of a policy", () => {
  const usual = [
    good,
    statement(`"DateLessThan":{"AWS:EpochTime":${end}}`),
    epochs(`${end}`),
    statement(`"DateLessThan":{"AWS:EpochTime":${end}},"IpAddress":{"AWS:SourceIp":"192.0.2.7"}`),
    `{"Statement":[{"Resource":"${url}?a=b","Condition":{"DateLessThan":{"AWS:EpochTime":${end}},"DateGreaterThan":{"AWS:EpochTime":1},"IpAddress":{"AWS:SourceIp":"192.0.2.0/24"}}}]}`,
  ];
  const part = fc.constantFrom(
    ...'":{}[],\\\n\t\u0000\ud800é09-./',
    ...["\\u002f", "e5", "null"],
    ...['"Resource":"a",', '"AWS:EpochTime":5,', '"DateLessThan":{"AWS:EpochTime":5},', '"x":{"y":1},', ""],
  );
  const change = fc.record({ at: fc.nat(250), length: fc.constantFrom(0, 0, 1, 5, 40), by: part });
  const changed = fc
    .tuple(fc.constantFrom(...usual), fc.array(change, { maxLength: 3 }))
    .map(([text, changes]) =>
      changes.reduce((now, { at, length, by }) => now.slice(0, at) + by + now.slice(at + length), text),
    );

  it("says what the same text with white space says, whatever is changed in it", () => {
    const read = (text: string) => {
      const terms = policyGrammar.read(text);
      return "id" in terms && terms.id === "not-json" ? terms.id : terms;
    };
    const isSame = (text: string) => {
      expect(read(text)).toEqual(read(` ${text}`));
    };
    fc.assert(fc.property(changed, isSame), runs(20260101, 5000));
  });
});
