import {
  diagnosisOptions,
  documentsOf,
  faultCases,
  rightCases,
} from "@cloudfront-sign-webcrypto/testing/support/distributions.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  type CloudFrontDiagnosisOptions,
  type CloudFrontDistributionFindingId,
  diagnoseCloudFrontDistributions,
} from "cloudfront-sign-diagnosis/doctor";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";

async function idsOf(options: CloudFrontDiagnosisOptions): Promise<CloudFrontDistributionFindingId[]> {
  return (await diagnoseCloudFrontDistributions(options)).findings.map(({ id }) => id);
}

describe("distributions that an emulator made", () => {
  it.each(rightCases)("%s: no finding, and nothing is missing", async (name) => {
    const { findings, missing } = await diagnoseCloudFrontDistributions(diagnosisOptions(name));
    expect(findings).toEqual([]);
    expect(missing).toEqual([]);
  });

  it.each(faultCases)("%s: this fault alone is named", async (name) => {
    const { findings } = await diagnoseCloudFrontDistributions(diagnosisOptions(name));
    expect(findings.map(({ id }) => id)).toEqual([name.split(",")[0]]);
  });

  it("have twenty faults and more, each another one", () => {
    expect(new Set(faultCases.map((name) => name.split(",")[0])).size).toBeGreaterThanOrEqual(20);
  });

  it("every finding names the distribution or says what it is about, in words that a log can take", async () => {
    for (const name of faultCases) {
      const { findings } = await diagnoseCloudFrontDistributions(diagnosisOptions(name));
      for (const { summary, evidence, fix, distribution, pathPatterns } of findings) {
        expect(summary).toMatch(/^[A-Z].*\.$/);
        expect(fix).toMatch(/^[A-Z].*\.$/);
        expect(evidence).toMatch(/^[ -~]{5,220}$/);
        expect(distribution ?? "").toMatch(/^(?:EDFDVBD632BHDS)?$/);
        if (pathPatterns.length > 0) expect(distribution).toBeDefined();
      }
    }
  });

  it.each(["key-group-missing", "public-key-missing"] as const)("%s: first doubts the list", async (name) => {
    const { findings } = await diagnoseCloudFrontDistributions(diagnosisOptions(name));
    expect(findings[0]?.fix).toMatch(/^First check that .* AWS account .*\(the same --profile\)\. If /);
  });

  it("say where the fault is", async () => {
    const { findings, distributions } = await diagnoseCloudFrontDistributions(
      diagnosisOptions("behavior-unreachable"),
    );
    // A verifier refuses a restricted path behind an open one that hides it.
    for (const { restrict } of distributions) {
      const verifier = createCloudFrontVerifier({
        publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") },
        restrict,
      });
      expect(verifier.isRestricted("https://d111111abcdef8.cloudfront.net/videos/private/1.ts")).toBe(false);
    }
    expect(findings).toEqual([
      {
        id: "behavior-unreachable",
        certainty: "proven",
        summary: "An earlier cache behavior matches all requests of this one.",
        distribution: "EDFDVBD632BHDS",
        pathPatterns: ["/videos/private/*"],
        evidence: "/videos/* comes first, matches the same paths and requires no signature",
        fix: "On the Behaviors tab, move the cache behavior up, above the one with the broader path pattern.",
      },
    ]);
  });
});

describe("restrict", () => {
  it("has the cache behaviors in CloudFront's order, the default one last", async () => {
    const { distributions } = await diagnoseCloudFrontDistributions(
      diagnosisOptions("right, with open images"),
    );
    expect(distributions).toEqual([
      {
        name: "EDFDVBD632BHDS",
        hostnames: ["d111111abcdef8.cloudfront.net", "media.example.com"],
        restrict: [
          { pathPattern: "/thumbnails/*", restricted: false },
          { pathPattern: "*.css", restricted: false },
          "*",
        ],
      },
    ]);
  });

  it("is what a verifier takes", async () => {
    const { distributions } = await diagnoseCloudFrontDistributions(
      diagnosisOptions("right, with open images"),
    );
    const { isRestricted } = createCloudFrontVerifier({
      publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") },
      restrict: distributions[0]?.restrict,
    });
    expect(isRestricted("https://media.example.com/thumbnails/1.jpg")).toBe(false);
    expect(isRestricted("https://media.example.com/1.jpg")).toBe(true);
  });

  it("has no pattern that a verifier refuses", async () => {
    const { distributions } = await diagnoseCloudFrontDistributions(diagnosisOptions("path-pattern-invalid"));
    expect(distributions[0]?.restrict).toEqual(["*"]);
  });
});

describe("documents", () => {
  const [distribution, ...others] = documentsOf("right");

  it("may come in any order", async () => {
    const documents = [...others, distribution];
    expect(await idsOf({ documents, keyPairId, privateKey: keyText("rsa2048.pkcs8.pem") })).toEqual([]);
  });

  it("that show the same distribution twice count once", async () => {
    const documents = [
      ...documentsOf("right, from a list"),
      ...documentsOf("right"),
      ...documentsOf("right, from the configuration alone"),
    ];
    const { distributions, findings } = await diagnoseCloudFrontDistributions({ documents });
    expect(distributions.map(({ name }) => name)).toEqual(["EDFDVBD632BHDS"]);
    expect(findings).toEqual([]);
  });

  it("that are not there are asked for by their commands", async () => {
    const { missing, findings } = await diagnoseCloudFrontDistributions({
      documents: documentsOf("signing-parameter-listed").slice(0, 1),
      keyPairId,
      privateKey: keyText("rsa2048.pkcs8.pem"),
    });
    expect(findings).toEqual([]);
    expect(missing).toEqual([
      "aws cloudfront get-key-group --id c88311fc-e0de-50c7-a123-7fa4a6b10610",
      "aws cloudfront get-cache-policy --id b3a1c0de-0000-4000-8000-00000000cafe",
      "aws cloudfront get-origin-access-control --id E2QWRUHAPOMQZL",
      `aws cloudfront get-public-key --id ${keyPairId}`,
    ]);
  });

  it("are not asked for with an ID that the AWS CLI reads as an option", async () => {
    const text = JSON.stringify(documentsOf("signing-parameter-listed").slice(0, 1));
    const documents = JSON.parse(text.replaceAll("c88311fc-e0de-50c7-a123-7fa4a6b10610", "--debug"));
    const { missing } = await diagnoseCloudFrontDistributions({ documents });
    expect(missing).toEqual([
      "aws cloudfront get-cache-policy --id b3a1c0de-0000-4000-8000-00000000cafe",
      "aws cloudfront get-origin-access-control --id E2QWRUHAPOMQZL",
    ]);
  });

  it("without a distribution ask for one", async () => {
    const { missing } = await diagnoseCloudFrontDistributions({ documents: others });
    expect(missing).toEqual(["aws cloudfront list-distributions"]);
  });

  it("that have no ID get the only one that is used", async () => {
    const config = { ETag: "E1UDXZGQDGNVZJ", KeyGroupConfig: { Name: "viewers", Items: [] } };
    expect(await idsOf({ documents: [distribution, config] })).toEqual(["key-group-empty"]);
  });
});

describe("the key that signs", () => {
  const documents = documentsOf("right");

  it("is found by the private key alone", async () => {
    expect(await idsOf({ documents, privateKey: keyText("rsa2048.pkcs8.pem") })).toEqual([]);
    expect(await idsOf({ documents, privateKey: keyText("rsa2048-b.pkcs8.pem") })).toEqual([
      "key-pair-mismatch",
    ]);
    const other = documentsOf("key-not-in-group");
    expect(await idsOf({ documents: other, privateKey: keyText("rsa2048.pkcs8.pem") })).toEqual([
      "key-not-in-group",
    ]);
    expect(await idsOf({ documents: other, privateKey: keyText("ecp256.pkcs8.pem") })).toEqual([]);
  });

  it("may be encrypted, or a CryptoKey that cannot be exported", async () => {
    const privateKey = keyText("rsa2048.enc-aes256-sha256.pkcs8.pem");
    expect(await idsOf({ documents, keyPairId, privateKey, passphrase: "correct horse" })).toEqual([]);
    const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", modulusLength: 2048 };
    const publicExponent = new Uint8Array([1, 0, 1]);
    const pair = await crypto.subtle.generateKey({ ...algorithm, publicExponent }, false, ["sign", "verify"]);
    expect(await idsOf({ documents, keyPairId, privateKey: pair.privateKey })).toEqual(["key-pair-mismatch"]);
  });

  it.each([
    ["EDFDVBD632BHDS", "the key pair ID is the ID of a distribution in the documents"],
    ["E2QWRUHAPOMQZ1", "the key pair ID looks like the ID of a distribution"],
    ["AKIAIOSFODNN7EXAMPLE", "the key pair ID looks like the ID of an access key of IAM"],
    ["0f6d4f0e-8a5b-4d53-9a3c-7f1f3f5a2b10", "the key pair ID looks like the ID of a key group"],
    ["viewers", `the key pair ID is the name of the public key ${keyPairId}`],
    ["arn:aws:cloudfront::123456789012:distribution/x", "the key pair ID looks like an ARN"],
  ])("has another ID than %s", async (wrongId, evidence) => {
    const { findings } = await diagnoseCloudFrontDistributions({ documents, keyPairId: wrongId });
    expect(findings.map((finding) => [finding.id, finding.evidence])).toEqual([
      ["key-pair-id-wrong", evidence],
    ]);
  });
});
