import { type CloudFrontVerifier, createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";
import peers from "../vectors/peers.json";
import { type KeyFile, keyText } from "./support/keys.ts";

/** What ten other signers made of 136 inputs, judged for the request that a WHATWG client makes of it. */
interface Case {
  id: string;
  publicKey: string;
  keyPairId: string;
  input: { url: string };
  peers: Record<string, { policy?: string; url?: string; cookies?: Record<string, string | number>; acceptedOnTheWire?: boolean | null }>;
}

/** Where the signature alone does not decide, by case, or by case and signer. */
const forAnotherReason: Readonly<Record<string, string>> = {
  // Their signatures fit, and what they signed is denied all the same.
  "canned-exp-neg": "expires-invalid",
  "canned-exp-raw-ms js-v2": "expires-invalid",
  "canned-exp-raw-ms rust-cloudfront_sign": "expires-invalid",
  "canned-exp-frac-up js-v2": "expires-invalid",
  "canned-long-8k": "request-too-large",
  "custom-ip6": "policy-schema",
  "custom-ip-mask33": "policy-schema",
  "custom-ip-octet256": "policy-schema",
  // Signed with SHA-256, which the URL does not say.
  "sha256-canned botocore": "signature-mismatch",
  "sha256-canned-query botocore": "signature-mismatch",
  "sha256-custom botocore": "signature-mismatch",
  "ec-canned-sha256 botocore": "signature-mismatch",
  // A resource may lack the slash behind its domain.
  "canned-no-path aws-cloudfront-sign": "allowed",
};

const verifiers = new Map<string, CloudFrontVerifier>();
function verifierFor({ publicKey, keyPairId }: Case): CloudFrontVerifier {
  const id = `${publicKey} ${keyPairId}`;
  const verifier = verifiers.get(id) ?? createCloudFrontVerifier({ keyGroup: { [keyPairId]: keyText(publicKey as KeyFile) } });
  verifiers.set(id, verifier);
  return verifier;
}

/** A moment and an address that the policy allows. */
function allowedBy(policy: string) {
  const end = Number(/"DateLessThan": *\{ *"AWS:EpochTime": *(-?\d+)/.exec(policy)?.[1] ?? 1900000000);
  return { now: new Date(end * 1000 - 1), ipAddress: /"AWS:SourceIp": *"([\d.]+)/.exec(policy)?.[1] ?? "192.0.2.1" };
}

/** CloudFront registers no such key, so nobody can have signed with it. */
const unsupported = /p384|ed25519/;
const cases = (peers as unknown as Case[])
  .filter(({ publicKey }) => !unsupported.test(publicKey))
  .flatMap((one) => Object.entries(one.peers).map(([peer, output]) => ({ one, name: `${one.id} ${peer}`, output })));

describe("URLs of ten other signers", () => {
  it("are allowed when they are right, and denied for what is wrong with them", async () => {
    const outcomes: Record<string, number> = {};
    const wrong: string[] = [];
    for (const { one, name, output } of cases) {
      if (output.url === undefined) continue;
      const verdict = await verifierFor(one).verifyUrl(new URL(output.url), allowedBy(output.policy ?? ""));
      const outcome = verdict.allowed ? "allowed" : verdict.reason;
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      const expected = forAnotherReason[name] ?? forAnotherReason[one.id] ?? (output.acceptedOnTheWire ? "allowed" : undefined);
      if (expected ? outcome !== expected : outcome === "allowed") wrong.push(`${name} ${outcome}`);
    }
    expect(wrong).toEqual([]);
    expect(outcomes).toEqual({
      allowed: 750,
      "expires-invalid": 14,
      "no-credentials": 6,
      "parameter-repeated": 14,
      "policy-schema": 27,
      "request-invalid": 10,
      "request-too-large": 2,
      "resource-mismatch": 29,
      "signature-mismatch": 80,
    });
  });

  it("and their cookies", async () => {
    const outcomes: Record<string, number> = {};
    for (const { one, output } of cases) {
      if (output.cookies === undefined) continue;
      const url = new URL(one.input.url.replace(/^http\*/, "https").replaceAll("*", "x")).href;
      const verdict = await verifierFor(one).verifyCookies(url, output.cookies, allowedBy(output.policy ?? ""));
      const outcome = verdict.allowed ? "allowed" : `${one.id} ${verdict.reason}`;
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    expect(outcomes).toEqual({
      allowed: 78,
      // Signed with é where clients send %C3%A9.
      "cookies-nonascii resource-mismatch": 2,
      "cookies-nonascii signature-mismatch": 4,
      // A canned policy has no wildcards.
      "cookies-wild-as-url signature-mismatch": 4,
      "cookies-wild-scheme signature-mismatch": 3,
      // The request is for another host.
      "cookies-wild-scheme-resource resource-mismatch": 6,
    });
  });
});
