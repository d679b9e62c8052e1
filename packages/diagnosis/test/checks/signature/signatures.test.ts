import {
  policyOf,
  sent,
  withCustomPolicy,
  withOneFault,
  withoutKey,
  withTwoFaults,
} from "@cloudfront-sign-webcrypto/testing/support/broken-signatures.ts";
import { rsaSignature, utf8 } from "@cloudfront-sign-webcrypto/testing/support/hand-made-signatures.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { host, keyPairId, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontBase64, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { type CloudFrontDenialQuestion, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { type CloudFrontVerifier, createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";
import { findingCases } from "../cases.ts";

const verifier = verifierOf({ KSECOND: keyText("rsa2048-b.pub.spki.pem") });

/** As others may write a verifier: with nothing but checks of a signature. */
const { exportPublicKey, ...foreignVerifier } = verifier;

async function findingsOf(question: CloudFrontDenialQuestion, known?: CloudFrontVerifier) {
  const findings = await explainCloudFrontDenial({ time: moment, ...question, verifier: known });
  for (const { evidence } of findings) expect(evidence.length).toBeLessThan(140);
  return findings.map(({ id, certainty }) => `${certainty} ${id}`);
}

const allProven = (causes: readonly string[]) => causes.map((cause) => `proven ${cause}`);

it("a key under another ID than the request names is not also called untrusted", async () => {
  const { question } = findingCases["key-id-wrong"].example;
  const other = createCloudFrontVerifier({
    publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") },
    now: () => moment,
  });
  expect(await findingsOf(question, other)).toEqual(["proven key-id-wrong"]);
});

describe("every fault of a signature is named", () => {
  it.each([...withOneFault, ...withTwoFaults])("%s", async (_, question, causes) => {
    expect(await findingsOf(question, verifier)).toEqual(allProven(causes));
  });

  it.each(withCustomPolicy)("of a custom policy: %s", async (_, question, causes) => {
    expect(await findingsOf(question, verifier)).toEqual(allProven(causes));
  });

  it.each(withoutKey)("without a key: %s", async (name, question, causes) => {
    // Base64 that was cut off after 64, 128 or 176 characters has these sizes, too.
    const certainty = /raw signature on|SHA-384 digest/.test(name) ? "likely" : "proven";
    expect((await findingsOf(question))[0]).toBe(`${certainty} ${causes[0]}`);
  });
});

it("a signature that is shorter than those of its key was likely cut off", async () => {
  const [, { url = "" }] = withOneFault.find(([name]) => name === "no scheme") ?? expect.fail();
  const cut = `${url}`.replace(/Signature=([^&]{256})[^&]*/, "Signature=$1");
  expect(await findingsOf({ url: cut }, verifier)).toEqual(["likely signature-truncated"]);
});

it.each(["/v/", "/v/1/"])(
  "a canned signature for the folder %s is for another path, and lacks a *",
  async (folder) => {
    const url = sent(`${host}/v/1/a.ts`, await rsaSignature(policyOf(host + folder)));
    const [finding, ...others] = await explainCloudFrontDenial({ url, time: moment, verifier });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      id: "url-path-changed",
      certainty: "proven",
      summary: "The signature is for a folder without *, so it covers no file in it.",
      fix: `Sign ${host}${folder}* as Resource and send this custom policy: a canned policy has no wildcards.`,
    });
  },
);

it("a long policy with escaped slashes that was signed as UTF-16 is said to be so", async () => {
  const escaped = policyOf(`${host}/${"folder/".repeat(18)}*`).replaceAll("/", "\\/");
  const policy = `${escaped}${" ".repeat(12_000)}`;
  const utf16 = Uint8Array.from(policy.split("").flatMap((character) => [character.charCodeAt(0), 0]));
  const cookies = {
    "CloudFront-Policy": cloudFrontBase64(utf8(policy)),
    "CloudFront-Signature": cloudFrontBase64(await rsaSignature(utf16)),
    "CloudFront-Key-Pair-Id": keyPairId,
  };
  const url = `${host}/${"folder/".repeat(18)}a.jpg`;
  expect(await findingsOf({ url, cookies }, verifier)).toEqual(["proven policy-json-differs"]);
});

describe("a verifier of another making", () => {
  it.each(withTwoFaults.slice(0, 6))(
    "that exports no key finds the same: %s",
    async (_, question, causes) => {
      expect(await findingsOf(question, foreignVerifier)).toEqual(allProven(causes));
    },
  );
});
