import { withPolicy } from "@cloudfront-sign-webcrypto/testing/support/broken-requests.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  rsaSigner,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import {
  type CloudFrontDenialQuestion,
  type CloudFrontFinding,
  explainCloudFrontDenial,
} from "cloudfront-sign-diagnosis";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";

const verifier = verifierOf();
const otherKeys = createCloudFrontVerifier({ publicKeys: { KSECOND: keyText("rsa2048-b.pub.spki.pem") } });
const rsa = rsaSigner();

const explain = (question: CloudFrontDenialQuestion) =>
  explainCloudFrontDenial({ time: moment, ...question });
const brief = (findings: readonly CloudFrontFinding[]) =>
  findings.map(({ id, certainty }) => `${certainty} ${id}`);
const briefOf = async (question: CloudFrontDenialQuestion) => brief(await explain(question));

const url = await rsa.signUrl(`${host}/v/1.mp4`, { dateLessThan: end });
const restricted = await rsa.signUrl(`${host}/v/1.ts`, { dateLessThan: end, ipAddress: "192.0.2.1" });
const custom = (await rsa.signCookies({ resource: `${host}/v/*`, dateLessThan: end })).values;
const canned = (await rsa.signCookies({ resource: `${host}/v/1.ts`, dateLessThan: end })).values;
const denials: readonly CloudFrontDenialQuestion[] = [
  {},
  { status: 403 },
  { responseBody: "<Error><Code>AccessDenied</Code><Message>Access denied</Message></Error>" },
];

describe("what nobody has checked", () => {
  it("is the signature without a verifier, whether the request was denied or not", async () => {
    for (const denial of denials) {
      const findings = await explain({ ...denial, url });
      expect(findings.at(-1)).toMatchObject({
        id: "signature-not-checked",
        certainty: "possible",
        evidence: "no public key was passed",
      });
      expect(findings.at(-1)?.fix).toMatch(/^Pass the public key as CloudFront has it /);
    }
  });

  it("may be the cause where CloudFront denied access and nothing else is wrong", async () => {
    const responseBody = "<Error><Code>AccessDenied</Code><Message>Access denied</Message></Error>";
    const [finding, ...rest] = await explain({ url, responseBody });
    expect(finding).toMatchObject({
      id: "signature-mismatch",
      certainty: "possible",
      summary: "The signature may not fit this request: the URL was changed, or another key signed it.",
      evidence: "the response is AccessDenied, and nothing else is wrong with this request",
      fix: "Compare this URL, character by character, with the one that the signer returned, and check which private key signs.",
    });
    expect(brief(rest)).toEqual(["possible signature-not-checked"]);
    const [encoded] = await explain({ url: url.replace("/v/", "/v%3D1/"), responseBody });
    expect(encoded?.fix).toMatch(/ The path has %3D, which many programs write as =\.$/);
  });

  it("is the address of a policy that restricts it, whether the request was denied or not", async () => {
    for (const denial of denials) {
      const findings = await explain({ ...denial, url: restricted, verifier });
      expect(brief(findings)).toEqual(["possible ip-unknown"]);
      expect(findings[0]?.fix).toBe(
        "Pass the viewer's address to compare it with the policy. The access log shows it as c-ip. CloudFront denies all viewers who connect over IPv6.",
      );
      expect(await briefOf({ ...denial, url: restricted })).toEqual([
        "possible ip-unknown",
        "possible signature-not-checked",
      ]);
    }
    expect(await briefOf({ url: restricted, ipAddress: "192.0.2.1", verifier })).toEqual([]);
  });

  it.each([
    ["custom", custom, /^the cookies have no fault/],
    ["canned", canned, /^a canned policy contains the requested URL/],
  ])("is the resource of %s cookies without their URL", async (_, cookies, evidence) => {
    for (const denial of denials) {
      const findings = await explain({ ...denial, cookies, verifier });
      expect(brief(findings)).toEqual(["possible resource-not-checked"]);
      expect(findings[0]?.evidence).toMatch(evidence);
      expect(findings[0]?.fix).toBe("Pass the requested URL to compare the signed resource with it.");
      expect(await briefOf({ ...denial, cookies })).toEqual([
        "possible signature-not-checked",
        "possible resource-not-checked",
      ]);
    }
    expect(await briefOf({ cookies, url: `${host}/v/1.ts`, verifier })).toEqual([]);
  });

  it("is everything where the request is not known", async () => {
    for (const denial of denials) {
      const findings = await explain({ ...denial, verifier });
      expect(brief(findings)).toEqual(["possible signature-not-checked"]);
      expect(findings.at(-1)?.fix).toBe("Pass what was requested: the URL, or the URL and the cookies.");
    }
  });

  it.each([
    ["MissingKey", "likely key-id-missing"],
    ["InvalidKey", "likely key-not-trusted"],
    ["MalformedSignature", "likely signature-undecodable"],
    ["MalformedPolicy", "likely policy-undecodable"],
  ])("is everything but what CloudFront's code %s says of it", async (code, expected) => {
    const responseBody = `<Error><Code>${code}</Code><Message>x</Message></Error>`;
    expect(await briefOf({ responseBody, status: 403 })).toEqual([
      expected,
      "possible signature-not-checked",
    ]);
  });

  it("is nothing that counts where a proof explains the denial", async () => {
    const now = new Date((end + 1) * 1000);
    expect(await briefOf({ url: restricted, time: now })).toEqual(["proven expired"]);
    expect(await briefOf({ cookies: custom, time: now })).toEqual(["proven expired"]);
    expect(await briefOf({ url: `${url}&Signature=x` })).toEqual(["proven parameter-repeated"]);
    const body = "<Error><Message>Access Denied</Message><HostId>x</HostId></Error>";
    expect(await briefOf({ url, responseBody: body })).toEqual(["likely s3-denied"]);
  });

  it("comes after what is only likely", async () => {
    expect(await briefOf({ url: restricted, status: 404 })).toEqual([
      "likely not-a-signing-error",
      "possible ip-unknown",
      "possible signature-not-checked",
    ]);
  });

  it("is nothing where CloudFront allowed the request, nor where the verifier restricts nothing", async () => {
    for (const status of [200, 206, 304]) expect(await briefOf({ url: restricted, status })).toEqual([]);
    const open = createCloudFrontVerifier({
      publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") },
      restrict: ["/paid/*"],
    });
    expect(await briefOf({ url, verifier: open })).toEqual([]);
    expect(await briefOf({ url, verifier: open, status: 403 })).toEqual(["likely not-restricted"]);
  });

  it("is the signature of a key that only CloudFront knows", async () => {
    const responseBody = "<Error><Code>AccessDenied</Code><Message>Access denied</Message></Error>";
    expect(await briefOf({ url: restricted, verifier: otherKeys, responseBody })).toEqual([
      "possible key-not-trusted",
      "possible ip-unknown",
    ]);
  });

  it("is nothing where all was checked and nothing is wrong; a denial was that of another request", async () => {
    expect(await briefOf({ url, verifier })).toEqual([]);
    expect(await briefOf({ url, verifier, status: 403 })).toEqual(["likely nothing-wrong-here"]);
  });

  it.each([
    ["MalformedPolicy", "policy"],
    ["MalformedSignature", "signature"],
  ])("is what changed on the way, as the code %s leaves no other cause", async (code, changed) => {
    const responseBody = `<Error><Code>${code}</Code><Message>Malformed</Message></Error>`;
    expect(await explain({ url, verifier, responseBody })).toMatchObject([
      {
        id: "nothing-wrong-here",
        certainty: "likely",
        summary: `CloudFront received another ${changed} than this request has.`,
        evidence: `the signature, resource and times are correct for this key group, but the response is ${code}`,
      },
    ]);
  });
});

describe("a resource with more wildcards than are compared", () => {
  const policyFor = (resource: string) =>
    `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${end}}}}]}`;

  it.each([
    [
      "102 characters with ? between two *",
      `${host}/v?*b${"?".repeat(100)}b*`,
      `${host}/v?xb${"c".repeat(100)}b/${"a".repeat(300)}`,
    ],
  ])("is neither called right nor wrong: %s", async (_, resource, requested) => {
    const signed = await withPolicy(policyFor(resource), requested);
    // Nothing is allowed that was not compared.
    expect(await verifier.verifyUrl(signed)).toMatchObject({ allowed: false, reason: "resource-mismatch" });
    const findings = await explain({ url: signed, verifier });
    expect(brief(findings)).toEqual(["possible resource-not-checked"]);
    expect(findings[0]?.fix).toBe("Write a shorter Resource: replace many ? with *, or end it with *.");
    expect(await briefOf({ url: signed })).toEqual([
      "possible signature-not-checked",
      "possible resource-not-checked",
    ]);
    expect(await briefOf({ url: signed, time: new Date((end + 1) * 1000) })).toEqual(["proven expired"]);
    expect(await briefOf({ url: signed.replace("?", "?utm=1&"), status: 403, verifier })).toEqual([
      "possible resource-not-checked",
    ]);
  });

  it("is right where the comparison finds that it covers the URL", async () => {
    const signed = await withPolicy(policyFor(`${host}/v?${"?".repeat(50)}`), `${host}/v?${"c".repeat(50)}`);
    expect(await briefOf({ url: signed, verifier })).toEqual(["possible resource-mismatch"]);
  });

  it.each([
    [undefined, ["possible resource-mismatch"]],
    [403, ["likely resource-mismatch"]],
    [200, []],
  ])("is as sure as the answer %s that a ? did not start the query", async (status, expected) => {
    const url = await withPolicy(policyFor(`${host}/q?size=*`), `${host}/q?size=1`);
    const findings = await explain({ url, verifier, ...(status !== undefined && { status }) });
    expect(brief(findings)).toEqual(expected);
  });

  it("is likely wrong where a ? would have to be one character of the path", async () => {
    const findings = await explain({
      url: await withPolicy(policyFor(`${host}/q?size=*`), `${host}/qxsize=1`),
      verifier,
      status: 403,
    });
    expect(brief(findings)).toEqual(["likely resource-mismatch"]);
    expect(findings[0]?.evidence).toBe(
      "Resource covers the URL only if its first ? is one character; AWS documents it also as the start of the query",
    );
  });

  it("is called wrong where no such search is needed", async () => {
    const signed = await withPolicy(policyFor(`${host}/v/*b${"?".repeat(20)}b*`), `${host}/v/1.ts`);
    expect(await briefOf({ url: signed, verifier })).toEqual(["proven resource-mismatch"]);
  });
});
