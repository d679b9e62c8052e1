import { type CloudFrontFinding, explainCloudFrontDenial } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";
import { plainToSee, provenByKey } from "./support/broken-requests.ts";
import { keyText } from "./support/keys.ts";
import { host, moment } from "./support/signers.ts";
import { verifierOf } from "./support/verifying.ts";

const verifier = verifierOf({ KSECOND: keyText("rsa2048-b.pub.spki.pem") });

/** Evidence is for logs and tickets: nothing in it gives access or can be turned into it. */
function expectHarmless(findings: readonly CloudFrontFinding[]): void {
  for (const { evidence, fix } of findings) {
    expect(evidence.length).toBeLessThan(140);
    expect(evidence).not.toMatch(/[\w~-]{42}/);
    expect(fix.length).toBeGreaterThan(15);
  }
}

describe("the cause comes first", () => {
  it.each(provenByKey)("proven by the public key: %s", async (_, question, cause) => {
    const findings = await explainCloudFrontDenial({ now: moment, ...question, verifier });
    expect(findings[0]).toMatchObject({ id: cause, certainty: "proven" });
    expectHarmless(findings);
  });

  it.each(plainToSee)("%s", async (_, question, cause) => {
    for (const known of [{}, { verifier }]) {
      const findings = await explainCloudFrontDenial({ now: moment, ...question, ...known });
      expect(findings[0]?.id).toBe(cause);
      expectHarmless(findings);
    }
  });

  it("are more than sixty, of all kinds", () => {
    expect(provenByKey.length + plainToSee.length).toBeGreaterThan(170);
    expect(new Set([...provenByKey, ...plainToSee].map(([, , cause]) => cause)).size).toBeGreaterThan(50);
  });
});

describe("evidence", () => {
  it("names the character, the parameter, the time", async () => {
    const evidence = async (name: string) => {
      const [, question] = [...provenByKey, ...plainToSee].find(([one]) => one === name) ?? expect.fail(name);
      return (await explainCloudFrontDenial({ now: moment, ...question, verifier }))[0]?.evidence;
    };
    expect(await evidence("a raw space was signed")).toBe('from character 40: signed " b.jpg", requested "%20b.jpg"');
    expect(await evidence("small hexadecimal digits")).toBe('from character 40: signed "%2fb", requested "%2Fb"');
    expect(await evidence("two parameters were added")).toBe("not signed: the parameter utm_source, utm_medium");
    expect(await evidence("expired")).toBe("it ended 89 seconds ago");
    expect(await evidence("not yet valid")).toBe("it starts in 60 seconds: perhaps the clocks differ");
    expect(await evidence("outside of the resource")).toBe(`the path is not covered by Resource ${`${host}/v/*`.slice(0, 40)}…`);
    expect(await evidence("base64url")).toContain("base64url");
    expect(await evidence("a parameter that a custom policy has")).toBe("not sent: the parameter v");
    expect(await evidence("an escape in a custom policy")).toBe('from character 40: signed "%2Cb", requested ",b"');
    expect(await evidence("a start in milliseconds")).toBe("AWS:EpochTime of DateGreaterThan has 13 digits: milliseconds");
    expect(await evidence("an IAM policy")).toBe("names that CloudFront does not know: Version");
  });
});
