import { policyOf, sent } from "@cloudfront-sign-webcrypto/testing/support/broken-signatures.ts";
import { rsaSignature } from "@cloudfront-sign-webcrypto/testing/support/hand-made-signatures.ts";
import { host, keyPairId, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontBase64, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { type CloudFrontFinding, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** Letters of a URL that became others before or after it was signed. */

const verifier = verifierOf();

/** The findings for a URL that is requested with the signature of another one. */
async function findingsOf(signed: string, requested: string): Promise<CloudFrontFinding[]> {
  const url = sent(requested, await rsaSignature(policyOf(signed)));
  return explainCloudFrontDenial({ url, time: moment, verifier });
}

describe("the letters of the host", () => {
  it.each([
    ["Cdn.Example.Com", "cdn.example.com"],
    ["cdn.Example.com", "cdn.example.com"],
    ["My-Cdn.Example.Com", "my-cdn.example.com"],
  ])("%s is found", async (signed, requested) => {
    const findings = await findingsOf(`https://${signed}/a.mp4`, `https://${requested}/a.mp4`);
    expect(findings).toMatchObject([
      {
        id: "url-host-changed",
        certainty: "proven",
        fix: `Sign the host name in small letters, ${requested}: clients send it so.`,
      },
    ]);
  });

  it.each([
    ["b\u00fccher.example.com", "xn--bcher-kva.example.com"],
    ["\u4f8b\u3048.\u30c6\u30b9\u30c8.example", "xn--r8jz45g.xn--zckzah.example"],
    ["ma\u00f1ana.example:8080", "xn--maana-pta.example:8080"],
  ])("%s is found behind Punycode", async (signed, requested) => {
    const findings = await findingsOf(`https://${signed}/a.mp4`, `https://${requested}/a.mp4`);
    expect(findings).toMatchObject([
      {
        id: "url-host-changed",
        fix: `Sign the host name in Punycode, ${requested}, as new URL(url).host writes it: clients send it so.`,
      },
    ]);
  });

  it("in capitals in a Resource are not requested from there", async () => {
    const policy = policyOf("https://Media.Example.com/*");
    const url = `https://media.example.com/a.mp4?Policy=${cloudFrontBase64(policy)}&Signature=${cloudFrontBase64(await rsaSignature(policy))}&Key-Pair-Id=${keyPairId}`;
    expect(await explainCloudFrontDenial({ url, time: moment, verifier })).toMatchObject([
      {
        id: "resource-mismatch",
        fix: "Sign the host name in small letters, media.example.com: clients send it so.",
      },
    ]);
  });
});

it.each([
  ["one for each letter", "caf?-?", "caf%C3%A9-%E6%97%A5"],
  ["one for each unit of UTF-16", "??", "%F0%9F%8E%AC"],
  ["one for each byte", "caf??", "caf%C3%A9"],
])("? for letters beyond ASCII is found: %s", async (_, signed, requested) => {
  expect(await findingsOf(`${host}/${signed}.mp4`, `${host}/${requested}.mp4`)).toMatchObject([
    {
      id: "url-encoding-changed",
      certainty: "proven",
      summary: "Letters beyond ASCII became ? before the URL was signed.",
      evidence: "the signature is for a Resource with ? in the place of letters beyond ASCII",
      fix: "Percent-encode the path as UTF-8 before you sign it: an encoding without these letters, such as ASCII or Latin-1, writes ? for them.",
    },
  ]);
});

describe("a character that HTML read out of & and the name of a parameter", () => {
  it.each([
    ["&reg", "\u00ae"],
    ["&copy", "%C2%A9"],
    ["&sect", "\u00a7"],
    ["&lt", "%3C"],
  ])("%s is found by the key", async (entity, character) => {
    const signed = `${host}/f?a=1${entity}ion=2`;
    const findings = await findingsOf(signed, signed.replace(entity, character));
    expect(findings).toMatchObject([
      {
        id: "html-escaped",
        certainty: "proven",
        summary: `HTML read ${entity} in the URL as a character.`,
        fix: `Write &amp; instead of & where the URL stands in HTML: without it, ${entity} is a character reference.`,
      },
    ]);
  });

  it("is likely without the key, and nothing if the signature is valid for it", async () => {
    const url = sent(`${host}/f?a=1%C2%AEion=2`, await rsaSignature(policyOf(`${host}/f?a=1%C2%AEion=2`)));
    const [finding] = await explainCloudFrontDenial({ url, time: moment });
    expect(finding).toMatchObject({ id: "html-escaped", certainty: "likely" });
    expect(await explainCloudFrontDenial({ url, time: moment, verifier })).toEqual([]);
  });
});

it("? in the place of a letter of the requested path is said as a possibility", async () => {
  const url = sent(`${host}/caf%C3%A9.mp4`, await rsaSignature(policyOf(`${host}/caf%C3%A9.mp4`)));
  const [finding] = await explainCloudFrontDenial({ url: url.replace("%C3%A9", "?"), time: moment });
  expect(finding).toMatchObject({
    id: "parameters-escaped",
    certainty: "likely",
    fix: expect.stringContaining("If it stands for a letter beyond ASCII"),
  });
});

it.each([
  ["gbk", "%D6%D0%CE%C4", "%E4%B8%AD%E6%96%87"],
  ["shift_jis", "%93%FA%96%7B", "%E6%97%A5%E6%9C%AC"],
  ["euc-kr", "%C7%D1%B1%DB", "%ED%95%9C%EA%B8%80"],
])("letters that are escaped in %s on one side are found", async (encoding, escaped, utf8) => {
  const [signed, requested] = [`${host}/${escaped}.mp4`, `${host}/${utf8}.mp4`];
  for (const [one, other, evidence] of [
    [signed, requested, `in ${encoding} where it was signed and in UTF-8 in the request`],
    [requested, signed, `in UTF-8 where it was signed and in ${encoding} in the request`],
  ] as const)
    expect(await findingsOf(one, other)).toMatchObject([
      { id: "url-encoding-changed", evidence: `its letters beyond ASCII are escaped ${evidence}` },
    ]);
});
