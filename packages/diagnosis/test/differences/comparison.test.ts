import {
  plainToSee,
  provenByKey,
  withPolicy,
} from "@cloudfront-sign-webcrypto/testing/support/broken-requests.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { end, host, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { type CloudFrontComparison, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

const verifier = verifierOf({ KSECOND: keyText("rsa2048-b.pub.spki.pem") });

/** A comparison with the character that its position is at, between bars. */
function marked(comparison: CloudFrontComparison | undefined): string[] {
  if (!comparison) return [];
  const { signed, requested, position } = comparison;
  return [signed, requested].map(
    (text) => `${text.slice(0, position)}|${text.slice(position, position + 1)}|${text.slice(position + 1)}`,
  );
}

/** The comparison of a policy for one resource with the request for a URL. */
async function compared(resource: string, url: string): Promise<string[]> {
  const policy = JSON.stringify({
    Statement: [{ Resource: resource, Condition: { DateLessThan: { "AWS:EpochTime": end } } }],
  });
  const findings = await explainCloudFrontDenial({ url: await withPolicy(policy, url), time: moment });
  return marked(findings.find(({ comparison }) => comparison)?.comparison);
}

describe("the comparison", () => {
  it.each<[string, string, string]>([
    ["http was signed", "http|:|//d111111abcdef8.cl…", "http|s|://d111111abcdef8.c…"],
    ["a raw space was signed", "…ef8.cloudfront.net/a|␣|b.jpg", "…ef8.cloudfront.net/a|%|20b.jpg"],
    ["raw UTF-8 was signed", "…8.cloudfront.net/caf|é|.jpg", "…8.cloudfront.net/caf|%|C3%A9.jpg"],
    ["small hexadecimal digits", "…ef8.cloudfront.net/a|%|2fb", "…ef8.cloudfront.net/a|%|2Fb"],
    ["no slash behind the host", "…cdef8.cloudfront.net||", "…cdef8.cloudfront.net|/|"],
    ["indented JSON", '{|\\|n  "Statement": [\\n…', '{|"|Statement":[{"Resou…'],
    ["a trailing newline (OpenSSL by hand)", '…ime":1900000000}}}]}|\\|n', '…ime":1900000000}}}]}||'],
    ["the end in India's local time", "Expires=19000|1|9800", "Expires=19000|0|0000"],
  ])("of %s", async (name, signed, requested) => {
    const [, question] = [...provenByKey, ...plainToSee].find(([one]) => one === name) ?? expect.fail(name);
    const [finding] = await explainCloudFrontDenial({ time: moment, ...question, verifier });
    expect(marked(finding?.comparison)).toEqual([signed, requested]);
  });

  it.each<[string, string, string, string, string]>([
    ["a path", "/v/*", "/w/1.ts", "…def8.cloudfront.net/|v|/*", "…def8.cloudfront.net/|w|/1.ts"],
    ["what follows a *", "/*/a.ts", "/x/b.ts", "…f8.cloudfront.net/*/|a|.ts", "…f8.cloudfront.net/x/|b|.ts"],
    ["an extension", "/v/*.ts", "/v/1.mp4", "….cloudfront.net/v/*.|t|s", "….cloudfront.net/v/1.|m|p4"],
    [
      "a query that is not covered",
      "/v/*.ts",
      "/v/1.ts?x=1",
      "…loudfront.net/v/*.ts||",
      "…loudfront.net/v/1.ts|?|x=…",
    ],
    [
      "what follows a ? for one character",
      "/v?d=?/*/b",
      "/v?d=1/1/c",
      "…udfront.net/v?d=?/*/|b|",
      "…udfront.net/v?d=1/1/|c|",
    ],
  ])(
    "of a pattern is at the first character that no longer fits: %s",
    async (_, resource, path, ...lines) => {
      expect(await compared(host + resource, host + path)).toEqual(lines);
    },
  );

  it("is aligned where a * is shorter than what it stands for", async () => {
    expect(await compared("https://a.b/*/x", "https://a.b/longer/y")).toEqual([
      "     https://a.b/*/|x|",
      "https://a.b/longer/|y|",
    ]);
  });

  it("has no value of a parameter that is as it was signed", async () => {
    const secret = "tokentokentokentoken1234567890";
    const [signed, requested] = await compared(
      `${host}/a b?token=${secret}&q=x%2Cy`,
      `${host}/a%20b?token=${secret}&q=x,y`,
    );
    expect(signed).toBe("…ef8.cloudfront.net/a|␣|b?token=…&q=…");
    expect(requested).toBe("…ef8.cloudfront.net/a|%|20b?token=…&q=…");
    expect(await compared(`${host}/a?token=${secret}&q=x%2Cy`, `${host}/a?token=${secret}&q=x,y`)).toEqual([
      "…nt.net/a?token=…&q=x|%|2Cy",
      "…nt.net/a?token=…&q=x|,|y",
    ]);
  });

  it("has a few characters of the value that differs", async () => {
    const value = "abcdefghijklmnop";
    expect(
      await compared(`${host}/a?token=${value}%2C${value}`, `${host}/a?token=${value},${value}`),
    ).toEqual(["…et/a?token=…ijklmnop|%|2Cabcde…", "…et/a?token=…ijklmnop|,|abcdefg…"]);
  });

  it("shows what cannot be seen as escapes", async () => {
    const [signed] = await compared(`${host}/cafe\u0301.jpg`, `${host}/caf%C3%A9.jpg`);
    expect(signed).toBe("…8.cloudfront.net/caf|e|\\u0301.jpg");
    const [withMark] = await compared(`${host}/\u200e\u05d0\u3000.jpg`, `${host}/a.jpg`);
    expect(withMark).toBe("…def8.cloudfront.net/|\\|u200e\\u05d0\\u3000.j…");
  });

  it("cuts no surrogate pair and no escape", async () => {
    const faces = "\u{1f600}".repeat(30);
    const [signed] = await compared(`${host}/a${faces}`, `${host}/a${encodeURIComponent(faces)}`);
    expect(signed).toBe(`…ef8.cloudfront.net/a|\ud83d|\ude00${"\u{1f600}".repeat(9)}…`);
    const [, requested] = await compared(`${host}/a\u{1f600}`, `${host}/a%F0%9F%98%80%F0%9F%98%80`);
    expect(requested).toBe("…ef8.cloudfront.net/a|%|F0%9F%98%80%F0%9F…");
  });

  it("is short, whatever was requested", async () => {
    for (const [, question] of [...provenByKey, ...plainToSee]) {
      for (const { comparison } of await explainCloudFrontDenial({ time: moment, ...question, verifier })) {
        if (!comparison) continue;
        const { signed, requested, position } = comparison;
        expect(Math.max(signed.length, requested.length)).toBeLessThanOrEqual(42);
        expect(signed.slice(position)).not.toBe(requested.slice(position));
      }
    }
  });
});
