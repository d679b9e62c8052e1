import {
  end,
  host,
  keyPairId,
  moment,
  rsaSigner,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontBase64, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** What programs write in the place of the base64 of a signature. */
const forms: readonly (readonly [name: string, value: string, said: string])[] = [
  ["bytes of Python", "b'kZ3uQ1dGVzdA=='", "as Python writes them"],
  ["bytes of Python, escaped", "b%27kZ3uQ1dGVzdA%3D%3D%27", "as Python writes them"],
  ["a format of Go without its value", "%25!s(MISSING)", "has the placeholder"],
  ["an array of Java", "%5BB@1b6d3586", "an array in Java"],
  ["an array of .NET", "System.Byte%5B%5D", "a type in .NET"],
  ["a buffer of Node.js", "%3CBuffer%203a%204f%3E", "an object was written as text"],
  ["a list of bytes", "%5B12,%20200,%2034,%2056%5D", "a list of the numbers of bytes"],
  ["a list with negative bytes", "-12,-100,34,56,7,8", "a list of the numbers of bytes"],
  ["hexadecimal digits with colons", "3a:4f:00:11:22:33", "hexadecimal digits"],
  ["hexadecimal digits with 0x", "0x3a4f00112233", "hexadecimal digits"],
  ["an en dash", "kZ3uQ1dG\u2013zdA_", "look-alike U+2013"],
  ["a small tilde", "kZ3uQ1dG\u02dczdA_", "look-alike U+02DC"],
  ["a letter of full width", "kZ3uQ1dG\uff21zdA_", "look-alike U+FF21"],
];

describe("a signature that is not base64 is named by its form", () => {
  it.each(forms)("%s", async (_, value, said) => {
    const url = `${host}/a.jpg?Expires=${end}&Signature=${value}&Key-Pair-Id=${keyPairId}`;
    const findings = await explainCloudFrontDenial({ url, time: moment });
    const finding = findings.find(({ id }) => id === "signature-undecodable");
    expect(finding?.evidence).toContain(said);
    expect(finding?.evidence).not.toContain("percent-encoded");
  });
});

it.each([
  ["small", (text: string) => text.toLowerCase()],
  ["capital", (text: string) => text.toUpperCase()],
])(
  "a signature whose letters were all made %s ones is named, with and without a key",
  async (letters, change) => {
    const signed = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
    const url = signed.replace(/Signature=[^&]*/, (pair) => `Signature=${change(pair.slice(10))}`);
    for (const known of [{}, { verifier: verifierOf() }]) {
      const [first] = await explainCloudFrontDenial({ url, time: moment, ...known });
      expect(first).toMatchObject({
        certainty: "proven",
        evidence: `all letters of Signature are ${letters} letters, and base64 of this length has both`,
      });
    }
  },
);

const plain: Readonly<Record<string, string>> = { "-": "+", "~": "/", _: "=" };
const bytesOf = (value: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(value.replace(/[-~_]/g, (one) => plain[one] ?? "")), (one) => one.charCodeAt(0));

it("a signature whose bytes are in reverse order is named, and what else is wrong with it", async () => {
  const signed = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
  const reversed = signed.replace(
    /Signature=[^&]*/,
    (pair) => `Signature=${cloudFrontBase64(bytesOf(pair.slice(10)).reverse())}`,
  );
  for (const [url, others] of [
    [reversed, []],
    [reversed.replace("/a.jpg", "/b/a.jpg"), ["url-path-changed"]],
  ] as const) {
    const [first, ...more] = await explainCloudFrontDenial({ url, time: moment, verifier: verifierOf() });
    expect(first).toMatchObject({
      id: "signature-wrong-format",
      evidence: "the key of the ID made the signature, but its bytes are in reverse order",
    });
    expect(more.map((one) => one.id)).toEqual(others);
  }
});

describe("a Resource that is no URL", () => {
  it.each(["arn:aws:s3:::media/a.jpg", "s3://media/a.jpg"])("%s", async (resource) => {
    const policy = `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${end}}}}]}`;
    const signed = await rsaSigner().signUrl(`${host}/a.jpg`, { resource: `${host}/*`, dateLessThan: end });
    const url = signed.replace(/Policy=[^&]*/, `Policy=${cloudFrontBase64(policy)}`);
    const findings = await explainCloudFrontDenial({ url, time: moment, verifier: verifierOf() });
    const finding = findings.find(({ id }) => id === "resource-mismatch");
    expect(finding?.evidence).toBe("Resource names an object or a bucket of S3, and not a URL");
    expect(finding?.fix).toContain(`${host}/a.jpg`);
  });
});
