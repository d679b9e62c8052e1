import { createCloudFrontSigner, type HashAlgorithm, type ResourceTerms } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";
import { type Expectation, expectations } from "../vectors/expectations.ts";
import peers from "../vectors/peers.json";
import { type Credentials, clientRequest, cookieRequest, isSignatureValid } from "./support/client.ts";
import { type KeyFile, keyText } from "./support/keys.ts";
import { refusal } from "./support/refusal.ts";

/** What ten other signers make of 136 inputs, and what this one makes of them, case by case. */
interface Case {
  id: string;
  kind: string;
  key: string;
  publicKey: string;
  keyPairId: string;
  hash: string;
  passphrase?: string | undefined;
  input: {
    url: string;
    dateLessThan?: number | undefined;
    dateInput?: { type: string; value: number | string } | undefined;
    dateGreaterThan?: number | undefined;
    ipAddress?: string | undefined;
    resource?: string | undefined;
    rawPolicy?: string | undefined;
  };
  consensus?: { policy: string; signature: string | null } | undefined;
  peers: object;
}
const cases: readonly Case[] = peers;

const now = () => new Date("2026-01-01T00:00:00Z");

/** The case's restrictions in this package's words; every one of them is handed over, `0` included. */
function termsOf({ kind, input }: Case): never {
  const terms: Record<string, unknown> = {};
  const end = input.dateInput?.value ?? input.dateLessThan;
  if (end !== undefined)
    terms.dateLessThan = typeof end === "number" && !Number.isInteger(end) ? new Date(end * 1000) : end;
  if (input.dateGreaterThan !== undefined) terms.dateGreaterThan = input.dateGreaterThan;
  if (input.ipAddress !== undefined) terms.ipAddress = input.ipAddress;
  if (input.rawPolicy !== undefined) terms.policy = input.rawPolicy;
  else if (input.resource !== undefined) terms.resource = input.resource;
  else if (kind === "cookies") terms.resource = input.url;
  return terms as never;
}

async function sign(testCase: Case): Promise<{ credentials: Credentials; request: string }> {
  const signer = createCloudFrontSigner({
    keyPairId: testCase.keyPairId,
    privateKey: keyText(testCase.key as KeyFile),
    hashAlgorithm: testCase.hash as HashAlgorithm,
    now,
    ...(testCase.passphrase === undefined ? {} : { passphrase: testCase.passphrase }),
  });
  const terms = termsOf(testCase);
  if (testCase.kind === "cookies") {
    const { values } = await signer.signCookies(terms as ResourceTerms);
    const request = new URL(testCase.input.url.replace("http*:", "https:")).href;
    return { credentials: cookieRequest(values, request), request };
  }
  const signed = clientRequest(await signer.signUrl(testCase.input.url, terms));
  expect(signed.fragment).toBe(new URL(testCase.input.url).hash);
  return { credentials: signed, request: signed.resource };
}

/** The documented policy for a resource and the case's own conditions. */
function policyFor(resource: string, { input }: Case): string {
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
function kindFor({ kind, input }: Case): "canned" | "custom" {
  const restricted =
    input.dateGreaterThan !== undefined || input.ipAddress !== undefined || input.rawPolicy !== undefined;
  const elsewhere = input.resource !== undefined && input.resource !== input.url;
  const pattern = kind === "cookies" && /[*?]/.test(input.resource ?? input.url);
  return restricted || elsewhere || pattern ? "custom" : "canned";
}

/** The signatures of all peers that signed this very policy: RSASSA-PKCS1-v1_5 has one signature for one policy. */
function peerSignatures(testCase: Case, policy: string): string[] {
  const results = Object.values(testCase.peers) as {
    policy?: string;
    url?: string;
    cookies?: Record<string, string>;
  }[];
  return results.flatMap((peer) => {
    if (peer.policy !== policy) return [];
    const signature =
      peer.cookies?.["CloudFront-Signature"] ?? /[?&]Signature=([^&#]*)/.exec(peer.url ?? "")?.[1];
    return signature === undefined ? [] : [decodeURIComponent(signature)];
  });
}

const isRsa = (testCase: Case) => testCase.key.startsWith("rsa");

async function check(testCase: Case, expectation: Expectation): Promise<void> {
  if (expectation.as === "refused") {
    const error = await refusal(() => sign(testCase));
    expect(error.code).toBe(expectation.code);
    return;
  }
  const { credentials, request } = await sign(testCase);
  const { consensus } = testCase;
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
