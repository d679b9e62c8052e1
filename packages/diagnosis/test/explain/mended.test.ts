import { host, moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** A fault of form hides nothing: what else is wrong with the request is found in the same answer. */

const verifier = verifierOf();
const signer = rsaSigner();
const day = 86_400_000;
const end = new Date(moment.getTime() + day);
const canned = await signer.signUrl(`${host}/v/1.mp4?size=1`, { dateLessThan: end });
const segment = await signer.signUrl(`${host}/v/1.ts`, { dateLessThan: end });
const custom = await signer.signUrl(`${host}/v/1.mp4`, { resource: `${host}/v/*`, dateLessThan: end });
const { values } = await signer.signCookies({ resource: `${host}/v/*`, dateLessThan: end });
const jar = Object.entries(values).map(([name, value]) => `${name}=${value}`);

const value = (text: string, name: string, change: (old: string) => string): string =>
  text.replace(
    new RegExp(`((?:^|[?&;] ?)(?:CloudFront-)?${name}=)([^&;]*)`),
    (_, start, old) => start + change(old),
  );
const standard = (old: string): string => old.replaceAll("-", "+").replaceAll("_", "=").replaceAll("~", "/");
const urlSafe = (old: string): string => old.replace(/_+$/, "").replaceAll("~", "_");
const json = (change: (policy: string) => string) => (old: string) => {
  const policy = atob(old.replaceAll("-", "+").replaceAll("_", "=").replaceAll("~", "/"));
  return btoa(change(policy)).replaceAll("+", "-").replaceAll("=", "_").replaceAll("/", "~");
};

const bytesOf = (old: string): string => atob(standard(old));
const hexadecimal = (old: string): string =>
  Array.from(bytesOf(old), (char) => char.charCodeAt(0).toString(16).padStart(2, "0")).join("");
const twice = (encode: (old: string) => string) => (text: string) =>
  value(text, "Signature", (old) =>
    btoa(encode(old)).replaceAll("+", "-").replaceAll("=", "_").replaceAll("/", "~"),
  );

type Change = (text: string) => string;
type Row = readonly [name: string, cause: string, change: Change];

const ofValues: readonly Row[] = [
  ["plain base64", "signature-undecodable", (text) => value(text, "Signature", standard)],
  ["base64url", "signature-undecodable", (text) => value(text, "Signature", urlSafe)],
  ["an ID in quotes", "stray-characters", (text) => value(text, "Key-Pair-Id", (id) => `%22${id}%22`)],
  [
    "the ID of a key group",
    "key-id-not-a-key-id",
    (text) => value(text, "Key-Pair-Id", () => "c2f0b6e1-1111-4222-8333-444455556666"),
  ],
  [
    "a hash in small letters",
    "hash-unknown",
    (text) => `${text}${text.startsWith("http") ? "&" : "; CloudFront-"}Hash-Algorithm=sha1`,
  ],
  ["a name in small letters", "parameter-names", (text) => text.replace("Key-Pair-Id=", "key-pair-id=")],
  ["hexadecimal digits", "signature-wrong-format", (text) => value(text, "Signature", hexadecimal)],
  ["base64 of hexadecimal digits", "signature-wrong-format", twice(hexadecimal)],
  ["base64 of base64", "signature-wrong-format", twice(standard)],
];
const ofUrls: readonly Row[] = [
  ["&amp;", "html-escaped", (url) => url.replaceAll("&", "&amp;")],
  ["a fragment", "parameters-in-fragment", (url) => url.replace("?", "#?")],
  ["%26", "parameters-escaped", (url) => url.replaceAll("&", "%26")],
  ["an ID twice", "parameter-repeated", (url) => `${url}&Key-Pair-Id=KOTHER1234567X`],
];
const ofPolicies: readonly Row[] = [
  [
    "a policy in plain base64",
    "policy-undecodable",
    (text) => value(text, "Policy", (old) => `${standard(old)}==`),
  ],
  [
    "a list of addresses",
    "policy-schema",
    (text) =>
      value(
        text,
        "Policy",
        json((policy) => policy.replace("}}}]", '},"IpAddress":{"AWS:SourceIp":["192.0.2.1"]}}}]')),
      ),
  ],
  [
    "a time as text",
    "policy-schema",
    (text) =>
      value(
        text,
        "Policy",
        json((policy) => policy.replace(/:(\d+)/, ':"$1"')),
      ),
  ],
  [
    "single quotes",
    "policy-not-json",
    (text) =>
      value(
        text,
        "Policy",
        json((policy) => policy.replaceAll('"', "'")),
      ),
  ],
];

describe("after a fault of form, the rest is found, too:", () => {
  const later = new Date(end.getTime() + day);
  const found = async (url: string, now: Date, cookies?: string): Promise<string[]> => {
    const findings = await explainCloudFrontDenial({ url, cookies, time: now, verifier });
    return findings.map(({ id }) => id);
  };

  it.each([...ofValues, ...ofUrls])(
    "%s, in a URL that has expired and has one more parameter",
    async (_, cause, change) => {
      const [first, ...others] = await found(change(canned.replace("?", "?utm_source=x&")), later);
      expect([first, ...others]).toContain(cause);
      expect([first, ...others]).toEqual(expect.arrayContaining(["expired", "url-parameter-added"]));
    },
  );

  it.each([...ofValues, ...ofUrls, ...ofPolicies])(
    "%s, in a URL whose policy is for another folder",
    async (_, cause, change) => {
      const ids = await found(change(custom.replace("/v/1.mp4", "/w/1.mp4")), later);
      expect(ids[0]).toBe(cause);
      expect(ids).toEqual(expect.arrayContaining(["expired", "resource-mismatch"]));
    },
  );

  it.each([...ofValues, ...ofPolicies])("%s, in cookies for another folder", async (_, cause, change) => {
    const cookies = change(jar.join("; "));
    const ids = await found(`${host}/w/1.mp4`, later, cookies);
    expect(ids).toContain(cause);
    expect(ids).toEqual(expect.arrayContaining(["expired", "resource-mismatch"]));
  });

  it.each([...ofValues, ...ofUrls])(
    "%s: nothing more is said where nothing more is wrong",
    async (_, cause, change) => {
      expect(await found(change(canned), moment)).toEqual([cause]);
    },
  );

  it.each([...ofUrls, ...ofValues.filter(([, cause]) => cause === "parameter-names")])(
    "%s, in the URL of a segment: that it is not signed follows from it",
    async (_, cause, change) => {
      expect(await found(change(segment), moment)).toEqual([cause]);
    },
  );

  it("a policy without an end, for another folder and before its start", async () => {
    const start = Math.floor(end.getTime() / 1000);
    const url = value(
      custom.replace("/v/1.mp4", "/w/1.mp4"),
      "Policy",
      json((policy) =>
        policy.replace(/"DateLessThan":\{"AWS:EpochTime":\d+/, `"DateGreaterThan":{"AWS:EpochTime":${start}`),
      ),
    );
    const ids = await found(url, moment);
    expect(ids[0]).toBe("policy-schema");
    expect(ids).toEqual(expect.arrayContaining(["resource-mismatch", "not-yet-valid"]));
    expect(ids).not.toContain("expired");
  });

  it("several faults of form, one in each parameter", async () => {
    const changes = ofValues.slice(0, 1).concat(ofValues.slice(3, 5));
    const url = changes.reduce(
      (text, [, , change]) => change(text),
      value(canned, "Expires", (old) => `${old}000`),
    );
    const ids = await found(url, later);
    const causes = [
      "signature-undecodable",
      "key-id-not-a-key-id",
      "hash-unknown",
      "milliseconds",
      "expired",
    ];
    expect(ids).toEqual(expect.arrayContaining(causes));
  });

  it("what was assumed stands in the evidence, and nothing of it is proven", async () => {
    const findings = await explainCloudFrontDenial({
      url: value(canned.replace("?", "?utm_source=x&"), "Signature", standard),
      time: moment,
      verifier,
    });
    expect(findings.map(({ id, certainty, evidence }) => [certainty, id, evidence])).toEqual([
      ["proven", "signature-undecodable", expect.stringContaining("plain base64")],
      ["likely", "url-parameter-added", "not signed: the parameter utm_source (with Signature repaired)"],
    ]);
  });
});

it("a URL in capital letters, as simple QR codes have it, is not mended by other names", async () => {
  const [finding] = await explainCloudFrontDenial({ url: canned.toUpperCase(), time: moment, verifier });
  expect(finding).toMatchObject({
    id: "parameter-names",
    evidence: "all letters of the query are capital letters",
    fix: expect.stringContaining("with the letters that were signed"),
  });
});

it("a URL that was cut in its signature is one fault", async () => {
  const cut = canned.slice(0, canned.indexOf("&Key-Pair-Id") - 60);
  const findings = await explainCloudFrontDenial({ url: cut, time: moment, verifier });
  expect(findings.map(({ id, certainty }) => `${certainty} ${id}`)).toEqual(["likely url-truncated"]);
});
