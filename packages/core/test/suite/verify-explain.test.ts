import {
  type CloudFrontDenialQuestion,
  type CloudFrontFinding,
  createCloudFrontVerifier,
  explainCloudFrontDenial,
} from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";
import { plainToSee, provenByKey } from "./support/broken-requests.ts";
import { keyText } from "./support/keys.ts";
import { end, host, moment, rsaSigner } from "./support/signers.ts";
import { verifierOf } from "./support/verifying.ts";

const verifier = verifierOf({ KSECOND: keyText("rsa2048-b.pub.spki.pem") });

const otherKeys = createCloudFrontVerifier({ keyGroup: { KSECOND: keyText("rsa2048-b.pub.spki.pem") } });

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

  it.each(
    plainToSee.filter(
      ([, , cause]) =>
        /^(html-escaped|parameter|segment|s3-presigned)/.test(cause) && cause !== "parameter-repeated",
    ),
  )("nothing is said of what is missing because of it: %s", async (_, question) => {
    const findings = await explainCloudFrontDenial({ now: moment, ...question, verifier });
    expect(findings.map(({ id }) => id).filter((id) => /missing|no-credentials/.test(id))).toEqual([]);
  });

  it("by a status only if nothing is proven: an error page may have another one", async () => {
    const [, question] = provenByKey.find(([name]) => name === "a parameter was added") ?? expect.fail();
    const findings = await explainCloudFrontDenial({ now: moment, ...question, status: 404, verifier });
    expect(findings.map(({ id, certainty }) => `${certainty} ${id}`)).toEqual([
      "proven url-parameter-added",
      "likely not-a-signing-error",
    ]);
  });

  it("a key that the verifier does not know is no cause where CloudFront knows it", async () => {
    const [, { url = "" }] = plainToSee.find(([name]) => name === "expired") ?? expect.fail();
    const asked = {
      url: `${url}`.replace(/Key-Pair-Id=\w+/, "Key-Pair-Id=KNOBODY"),
      verifier: otherKeys,
      status: 403,
    };
    const ids = async (code: string, now: Date) =>
      (await explainCloudFrontDenial({ ...asked, now, responseBody: `<Error><Code>${code}</Code>` })).map(
        ({ id, certainty }) => `${certainty} ${id}`,
      );
    expect(await ids("AccessDenied", new Date(2e12))).toEqual(["proven expired"]);
    expect(await ids("AccessDenied", new Date(0))).toEqual(["possible key-not-trusted"]);
    expect(await ids("InvalidKey", new Date(0))).toEqual(["proven key-not-trusted"]);
  });

  it("of a request that is not given, nothing is said but what the answer says", async () => {
    const ids = async (question: CloudFrontDenialQuestion) =>
      (await explainCloudFrontDenial({ now: moment, status: 403, verifier, ...question })).map(
        ({ id, certainty }) => `${certainty} ${id}`,
      );
    expect(await ids({})).toEqual([]);
    expect(await ids({ responseBody: "<Code>AccessDenied</Code><Message>Access Denied</Message>" })).toEqual([
      "proven s3-denied",
    ]);
    expect(await ids({ setCookie: ["CloudFront-Policy=x; Domain=cloudfront.net"] })).toEqual([
      "proven cookie-domain",
    ]);
    const { values } = await rsaSigner().signCookies({ resource: `${host}/a.jpg`, dateLessThan: end });
    expect(await ids({ cookies: values })).toEqual(["possible nothing-wrong-here"]);
    expect(await ids({ cookies: values, url: `${host}/a.jpg` })).toEqual(["likely nothing-wrong-here"]);
    expect(await ids({ cookies: {} })).toEqual(["proven no-credentials"]);
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
    expect(await evidence("a raw space was signed")).toBe(
      'from character 40: signed " b.jpg", requested "%20b.jpg"',
    );
    expect(await evidence("small hexadecimal digits")).toBe(
      'from character 40: signed "%2fb", requested "%2Fb"',
    );
    expect(await evidence("two parameters were added")).toBe(
      "not signed: the parameter utm_source, utm_medium",
    );
    expect(await evidence("expired")).toBe("it ended 89 seconds ago");
    expect(await evidence("not yet valid")).toBe("it starts in 60 seconds: perhaps the clocks differ");
    expect(await evidence("outside of the resource")).toBe(
      `the path is not covered by Resource ${`${host}/v/*`.slice(0, 40)}…`,
    );
    expect(await evidence("base64url")).toContain("base64url");
    expect(await evidence("a parameter that a custom policy has")).toBe("not sent: the parameter v");
    expect(await evidence("an escape in a custom policy")).toBe(
      'from character 40: signed "%2Cb", requested ",b"',
    );
    expect(await evidence("a start in milliseconds")).toBe(
      "AWS:EpochTime of DateGreaterThan is in milliseconds: 1767225600000",
    );
    expect(await evidence("an unknown name beside an address")).toBe(
      "DateLessThan has the member x, which is unknown there",
    );
    expect(await evidence("the end in India's local time")).toBe(
      `the signature is for ${end + 19800}, and ${end} is sent`,
    );
    expect(await evidence("a signature of three quarters")).toBe(
      "it has 189 bytes, which no key makes: cut off",
    );
    expect(await evidence("an IAM policy")).toBe("the policy has the member Version, which is unknown there");
  });
});
