import { end, host, keyPairId, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontBase64 } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { inspectCloudFrontCookies, inspectCloudFrontUrl } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";

/** What is known of a request without keys, also of one that cannot be decoded. */

const signature = cloudFrontBase64(new Uint8Array(256));
const statement = (resource: string) =>
  JSON.stringify({
    Statement: [{ Resource: resource, Condition: { DateLessThan: { "AWS:EpochTime": end } } }],
  });

describe("inspection", () => {
  it("shows the decoded parameters", () => {
    const policy = statement(`${host}/v/*`).replace(
      /\}\}\}\]/,
      '},"DateGreaterThan":{"AWS:EpochTime":1700000000}}}]',
    );
    const url = `${host}/a?Policy=${cloudFrontBase64(policy)}&Signature=${signature}&Key-Pair-Id=${keyPairId}`;
    expect(inspectCloudFrontUrl(url)).toMatchObject({
      source: "url",
      url: `${host}/a`,
      kind: "custom",
      keyPairId,
      hashAlgorithm: "SHA1",
      policy: { resource: `${host}/v/*`, dateLessThan: end, dateGreaterThan: 1700000000 },
      startsAt: new Date(1700000000000),
      expiresAt: new Date(end * 1000),
      signature: { bytes: 256, looksLike: "RSA 2048" },
      problem: undefined,
    });
    expect(inspectCloudFrontCookies({ "CloudFront-Expires": end }, `${host}/a`)).toMatchObject({
      source: "cookies",
      kind: "canned",
      policyText: statement(`${host}/a`),
      signature: undefined,
      problem: "key-id-missing",
    });
  });
});

describe("what cannot be decoded has a kind", () => {
  const query = `Signature=AAAA&Key-Pair-Id=${keyPairId}`;

  it.each([
    ["", "canned", "policy-missing"],
    ["Expires=soon&", "canned", "expires-invalid"],
    ["Policy=!&", "custom", "policy-undecodable"],
    [`Policy=${cloudFrontBase64(Uint8Array.of(0xff))}&`, "custom", "policy-not-json"],
    [`Policy=${cloudFrontBase64("{")}&`, "custom", "policy-not-json"],
    [`Policy=${cloudFrontBase64("{}")}&`, "custom", "policy-schema"],
  ])("%s", (policy, kind, problem) => {
    expect(inspectCloudFrontUrl(`${host}/a?${policy}${query}`)).toMatchObject({ kind, problem });
  });
});

it("cookies are decoded without a URL", async () => {
  const { values } = await rsaSigner().signCookies({ resource: `${host}/*`, dateLessThan: end });
  expect(inspectCloudFrontCookies(values)).toMatchObject({ source: "cookies", url: "", problem: undefined });
});

describe("a signature is told by its size", () => {
  const der = (length: number) => Uint8Array.of(0x30, length - 2, ...new Uint8Array(length - 2));
  it.each<[bytes: Uint8Array, looksLike: string]>([
    [new Uint8Array(64), "P-256 raw, not DER"],
    [der(72), "P-256"],
    [der(70), "P-256"],
    [der(70).fill(0x31, 0, 1), "unknown"],
    [der(73), "unknown"],
    [new Uint8Array(256), "RSA 2048"],
    [new Uint8Array(250), "unknown"],
    [new Uint8Array(128), "RSA 1024"],
    [new Uint8Array(512), "RSA 4096"],
  ])("%#", (bytes, looksLike) => {
    const signed = `${host}/a?Expires=1&Signature=${cloudFrontBase64(bytes)}&Key-Pair-Id=${keyPairId}`;
    expect(inspectCloudFrontUrl(signed).signature).toEqual({ bytes: bytes.length, looksLike });
  });
});
