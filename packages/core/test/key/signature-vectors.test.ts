import { base64ToBytes } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import nistGroups from "@cloudfront-sign-webcrypto/testing/vectors/nist-sha1.json";
import wycheproofFiles from "@cloudfront-sign-webcrypto/testing/vectors/wycheproof.json";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";

/**
 * Signatures that other projects made to deceive verifiers: Project Wycheproof for SHA-256, NIST's CAVP for
 * SHA-1, which Wycheproof does not have. Sources and licences: packages/testing/vectors/README.md.
 */

type Answer = (signature: Uint8Array, bytes: Uint8Array) => Promise<boolean>;

function answerOf(publicKey: string, hash: "SHA1" | "SHA256"): Answer {
  const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: base64ToBytes(publicKey) } });
  return (signature, bytes) => verifier.isSignatureValid(keyPairId, hash, signature, bytes);
}

type WycheproofTest = readonly [
  id: number,
  result: "valid" | "invalid" | "acceptable",
  comment: string,
  flags: readonly string[],
  message: string,
  signature: string,
];
interface WycheproofGroup {
  readonly publicKey: string;
  readonly tests: readonly WycheproofTest[];
}
const wycheproof = wycheproofFiles as unknown as Record<
  keyof typeof wycheproofFiles,
  readonly WycheproofGroup[]
>;

/** What is answered to each test of a file. */
async function wycheproofAnswers(file: keyof typeof wycheproof): Promise<[WycheproofTest, boolean][]> {
  const answers: [WycheproofTest, boolean][] = [];
  for (const { publicKey, tests } of wycheproof[file]) {
    const answer = answerOf(publicKey, "SHA256");
    for (const test of tests) {
      const [, , , , message, signature] = test;
      answers.push([test, await answer(base64ToBytes(signature), base64ToBytes(message))]);
    }
  }
  return answers;
}

describe("a signature of Project Wycheproof", () => {
  it.each([
    ["rsa_signature_2048_sha256_test.json", 259],
    ["rsa_signature_3072_sha256_test.json", 259],
    ["rsa_signature_4096_sha256_test.json", 258],
    ["ecdsa_secp256r1_sha256_test.json", 484],
  ] as const)("is accepted exactly when it is valid: %s", async (file, count) => {
    const answers = await wycheproofAnswers(file);
    expect(answers).toHaveLength(count);
    const judged = answers.filter(([[, result]]) => result !== "acceptable");
    expect(judged.filter(([[, result], answer]) => answer !== (result === "valid"))).toEqual([]);
    // The rest is left to the runtime's WebCrypto: one test of each RSA file, a DigestInfo without NULL.
    const acceptable = answers.filter(([[, result]]) => result === "acceptable");
    expect(acceptable.flatMap(([[, , , flags]]) => flags)).toEqual(
      file.startsWith("rsa") ? ["MissingNull"] : [],
    );
    for (const [, answer] of acceptable) expect(typeof answer).toBe("boolean");
  });

  it("is refused when it is r‖s of ECDSA (P1363), also a valid one: CloudFront reads DER only", async () => {
    const answers = await wycheproofAnswers("ecdsa_secp256r1_sha256_p1363_test.json");
    expect(answers).toHaveLength(262);
    expect(answers.filter(([, answer]) => answer)).toEqual([]);
  });
});

describe("a signature with SHA-1 of NIST's CAVP", () => {
  const kinds = [...new Set(nistGroups.map(({ kind }) => kind))];

  it("is there for every length of RSA key, and for P-256", () => {
    expect(kinds).toEqual(["RSA 1024", "RSA 1536", "RSA 2048", "RSA 3072", "RSA 4096", "EC P-256"]);
  });

  it.each(kinds)("is accepted exactly when it passes: %s", async (kind) => {
    const wrong: unknown[] = [];
    for (const { publicKey, tests } of nistGroups.filter((group) => group.kind === kind)) {
      const answer = answerOf(publicKey, "SHA1");
      for (const [result = "", message = "", signature = ""] of tests) {
        const accepted = await answer(base64ToBytes(signature), base64ToBytes(message));
        if (accepted !== result.startsWith("P")) wrong.push([result, accepted, signature]);
      }
    }
    expect(wrong).toEqual([]);
  });
});
