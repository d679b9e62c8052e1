import { isSignatureValid } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import type { KeyFile } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import {
  peerCases as cases,
  type PeerCase,
  requestOf,
  signCase,
} from "@cloudfront-sign-webcrypto/testing/support/peer-signing.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { type Expectation, expectations } from "@cloudfront-sign-webcrypto/testing/vectors/expectations.ts";
import { describe, expect, it } from "vitest";

/** The documented policy for a resource and the case's own conditions. */
function policyFor(resource: string, { input }: PeerCase): string {
  const condition: Record<string, unknown> = {
    DateLessThan: { "AWS:EpochTime": Math.floor(input.dateLessThan ?? Number.NaN) },
  };
  if (input.dateGreaterThan !== undefined)
    condition.DateGreaterThan = { "AWS:EpochTime": input.dateGreaterThan };
  if (input.ipAddress !== undefined) {
    condition.IpAddress = {
      "AWS:SourceIp": input.ipAddress.includes("/") ? input.ipAddress : `${input.ipAddress}/32`,
    };
  }
  return JSON.stringify({ Statement: [{ Resource: resource, Condition: condition }] });
}

/** Canned whenever only an end is given for the URL itself; `?` in the resource of cookies is a wildcard to some readers. */
function kindFor({ kind, input }: PeerCase): "canned" | "custom" {
  const restricted =
    input.dateGreaterThan !== undefined || input.ipAddress !== undefined || input.rawPolicy !== undefined;
  const elsewhere = input.resource !== undefined && input.resource !== input.url;
  const pattern = kind === "cookies" && /[*?]/.test(input.resource ?? input.url);
  return restricted || elsewhere || pattern ? "custom" : "canned";
}

/** The signatures of all peers that signed this very policy: RSASSA-PKCS1-v1_5 has one signature for one policy. */
function peerSignatures(testCase: PeerCase, policy: string): string[] {
  return Object.values(testCase.peers).flatMap((peer) => {
    if (peer.policy !== policy) return [];
    const signature =
      peer.cookies?.["CloudFront-Signature"]?.toString() ??
      /[?&]Signature=([^&#]*)/.exec(peer.url ?? "")?.[1];
    return signature === undefined ? [] : [decodeURIComponent(signature)];
  });
}

const isRsa = (testCase: PeerCase) => testCase.key.startsWith("rsa");

async function check(testCase: PeerCase, expectation: Expectation): Promise<void> {
  if (expectation.as === "refused") {
    const error = await refusal(() => signCase(testCase));
    expect(error.code).toBe(expectation.code);
    return;
  }
  const { credentials, request, fragment } = requestOf(testCase, await signCase(testCase));
  const { consensus } = testCase;
  if (testCase.kind === "url") expect(fragment).toBe(new URL(testCase.input.url).hash);
  expect(credentials.keyPairId).toBe(testCase.keyPairId);
  expect(credentials.hashAlgorithm).toBe(testCase.hash);
  expect(credentials.kind).toBe(kindFor(testCase));
  if (expectation.as === "wire") {
    // The row is honest only while no consensus says the same: where one does, the case belongs to it.
    expect(consensus?.policy).not.toBe(credentials.policy);
    expect(credentials.policy).toBe(policyFor(expectation.resource, testCase));
    if (testCase.kind === "url") expect(request).toBe(expectation.resource);
  } else {
    expect(credentials.policy).toBe(consensus?.policy);
    if (isRsa(testCase)) expect(credentials.signature).toBe(consensus?.signature);
    else expect(consensus?.signature).toBeNull();
  }
  expect(await isSignatureValid(testCase.publicKey as KeyFile, credentials)).toBe(true);
  if (isRsa(testCase))
    for (const signature of peerSignatures(testCase, credentials.policy))
      expect(credentials.signature).toBe(signature);
}

it("has one expectation for each case, and no other", () => {
  expect(cases).toHaveLength(136);
  expect(Object.keys(expectations)).toEqual(cases.map(({ id }) => id));
});

describe("cases of other implementations", () => {
  for (const testCase of cases) {
    const expectation = expectations[testCase.id] ?? expect.fail(`no expectation for ${testCase.id}`);
    const because = expectation.as === "consensus" ? "" : `: ${expectation.because}`;
    it(`${testCase.id}, ${expectation.as}${because}`, () => check(testCase, expectation));
  }
});
