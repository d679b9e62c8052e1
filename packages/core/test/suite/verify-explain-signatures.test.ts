import {
  type CloudFrontDenialQuestion,
  type CloudFrontVerifier,
  explainCloudFrontDenial,
} from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";
import { withCustomPolicy, withOneFault, withoutKey, withTwoFaults } from "./support/broken-signatures.ts";
import { keyText } from "./support/keys.ts";
import { moment } from "./support/signers.ts";
import { verifierOf } from "./support/verifying.ts";

const verifier = verifierOf({ KSECOND: keyText("rsa2048-b.pub.spki.pem") });

/** As others may write a verifier: with nothing but checks of a signature. */
const { exportPublicKey, ...foreignVerifier } = verifier;

async function findingsOf(question: CloudFrontDenialQuestion, known?: CloudFrontVerifier) {
  const findings = await explainCloudFrontDenial({ now: moment, ...question, verifier: known });
  for (const { evidence } of findings) expect(evidence.length).toBeLessThan(140);
  return findings.map(({ id, certainty }) => `${certainty} ${id}`);
}

const allProven = (causes: readonly string[]) => causes.map((cause) => `proven ${cause}`);

describe("every fault of a signature is named", () => {
  it.each([...withOneFault, ...withTwoFaults])("%s", async (_, question, causes) => {
    expect(await findingsOf(question, verifier)).toEqual(allProven(causes));
  });

  it.each(withCustomPolicy)("of a custom policy: %s", async (_, question, causes) => {
    expect(await findingsOf(question, verifier)).toEqual(allProven(causes));
  });

  it.each(withoutKey)("without a key: %s", async (_, question, causes) => {
    expect(await findingsOf(question)).toEqual(allProven(causes));
  });
});

describe("a verifier of another making", () => {
  it.each(withTwoFaults.slice(0, 6))(
    "that exports no key finds the same: %s",
    async (_, question, causes) => {
      expect(await findingsOf(question, foreignVerifier)).toEqual(allProven(causes));
    },
  );
});
