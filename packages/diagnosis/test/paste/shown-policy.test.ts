import { end, host, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { explainCloudFrontDenial, readPastedRequest } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** Policies and signed URLs that stand beside a request, in the notation of any language. */

const time = new Date("2026-03-02T09:00:00Z");
const seconds = time.getTime() / 1000;
const folder = `${host}/course/*`;
const signer = rsaSigner();
const signed = await signer.signUrl(`${host}/photos/cat.jpg`, { dateLessThan: end });
const query = signed.slice(signed.indexOf("?"));
const missingKey = "Missing Key-Pair-Id query parameter or cookie value";

async function found(text: string): Promise<string[]> {
  const { date: _, notes: __, ...pasted } = readPastedRequest(text) ?? expect.fail("nothing was read");
  const findings = await explainCloudFrontDenial({ ...pasted, time });
  return findings.map(({ id, certainty }) => `${certainty} ${id}`);
}

/** The same policy as programs write and print it. */
const notations: readonly (readonly [language: string, write: (end: number | string) => string])[] = [
  [
    "JSON",
    (end) => `{"Statement":[{"Resource":"${folder}","Condition":{"DateLessThan":{"AWS:EpochTime":${end}}}}]}`,
  ],
  [
    "Python",
    (end) =>
      `p = {'Statement': [{'Resource': '${folder}', 'Condition': {'DateLessThan': {'AWS:EpochTime': ${end}}}}]}`,
  ],
  [
    "Ruby",
    (end) =>
      `{"Statement"=>[{"Resource"=>"${folder}", "Condition"=>{"DateLessThan"=>{"AWS:EpochTime"=>${end}}}}]}`,
  ],
  [
    "PHP",
    (end) =>
      `['Statement' => [['Resource' => '${folder}', 'Condition' => ['DateLessThan' => ['AWS:EpochTime' => ${end}]]]]];`,
  ],
  [
    "print_r of PHP",
    (end) =>
      `Array\n(\n  [Statement] => Array\n    (\n      [0] => Array\n        (\n          [Resource] => ${folder}\n          [Condition] => Array\n            (\n              [DateLessThan] => Array\n                (\n                  [AWS:EpochTime] => ${end}\n                )\n            )\n        )\n    )\n)`,
  ],
  [
    "JavaScript",
    (end) =>
      `const p = { Statement: [{ Resource: '${folder}', Condition: { DateLessThan: { 'AWS:EpochTime': ${end} } } }] };`,
  ],
  [
    "a string in Java",
    (end) =>
      `p = "{\\"Statement\\":[{\\"Resource\\":\\"${folder}\\",\\"Condition\\":{\\"DateLessThan\\":{\\"AWS:EpochTime\\":${end}}}}]}";`,
  ],
  [
    "YAML",
    (end) =>
      `Statement:\n  - Resource: ${folder}\n    Condition:\n      DateLessThan:\n        AWS:EpochTime: ${end}`,
  ],
];

describe.each(notations)("a policy in %s", (_language, write) => {
  it.each([
    ["for another folder", write(end), "/lessons/1.mp4", "likely resource-mismatch"],
    ["that is over", write(seconds - 60), "/course/1.mp4", "likely expired"],
    ["in milliseconds", write(end * 1000), "/course/1.mp4", "likely milliseconds"],
  ])("%s is the cause", async (_, policy, path, cause) => {
    expect(await found(`requested ${host}${path}, got 403\n\n${policy}`)).toEqual([cause]);
  });

  it("that allows the request leaves open whether it was signed", async () => {
    expect(await found(`requested ${host}/course/1.mp4, got 403\n\n${write(end)}`)).toEqual([
      "possible no-credentials",
    ]);
  });

  it("does not hide that no signature arrived", async () => {
    expect((await found(`requested ${host}/lessons/1.mp4: ${missingKey}\n\n${write(end)}`))[0]).toMatch(
      /no-credentials$/,
    );
  });
});

describe("a policy in a text", () => {
  it("with a date instead of a number", async () => {
    const policy = `{'Statement': [{'Resource': '${folder}', 'Condition': {'DateLessThan': {'AWS:EpochTime': '2026-04-01T00:00:00Z'}}}]}`;
    expect(await found(`${host}/course/1.mp4 is a 403 with ${policy}`)).toEqual(["likely policy-schema"]);
  });

  it("with the address of a time in Go", async () => {
    const policy = `&{Statements:[{Resource:${folder} Condition:{DateGreaterThan:<nil> DateLessThan:0xc000012345}}]}`;
    expect(await found(`policy: ${policy}\nGET ${host}/live/1.mp4 403`)).toEqual([
      "likely resource-mismatch",
    ]);
  });

  it("beside cookies that were taken out", async () => {
    const [, write] = notations[0] ?? expect.fail();
    const text = `curl -v -H 'Cookie: CloudFront-Policy=<redacted>; CloudFront-Signature=<redacted>' ${host}/course/1.mp4\n< HTTP/2 403\n${write(seconds - 60)}`;
    expect((await found(text))[0]).toBe("likely expired");
  });

  it("counts less than the one that was sent", async () => {
    const url = await signer.signUrl(`${host}/v/1.mp4`, { resource: `${host}/v/*`, dateLessThan: end });
    const [, write] = notations[1] ?? expect.fail();
    expect(readPastedRequest(`${url}\n${write(end)}`)?.url).toBe(url);
    expect(await found(`${url}\n${write(end)}`)).toEqual(["possible signature-not-checked"]);
  });

  it("is none if it is that of a bucket", () => {
    const policy = '{"Statement":[{"Action":"s3:GetObject","Resource":"arn:aws:s3:::bucket/*"}]}';
    expect(readPastedRequest(`${signed}\n${policy}`)?.shownPolicy).toBeUndefined();
  });
});

describe("the URL that a text says was signed", () => {
  it.each([
    [
      "another host",
      `signed for: ${host}/photos/cat.jpg\narrived: GET https://images.example.com/photos/cat.jpg${query}`,
      "likely url-host-changed",
    ],
    [
      "another path",
      `signed url: ${signed}\nsent: GET ${host}/api/photos/cat.jpg${query} -> 403`,
      "likely url-path-changed",
    ],
    [
      "another scheme",
      `signedUrl = "${signed}"\nfailing request: ${signed.replace("https", "http")} 403`,
      "likely url-scheme-changed",
    ],
    [
      "a Host header",
      `Signed for ${host}/photos/cat.jpg, proxy_set_header Host cdn.example.com:\n\nGET /photos/cat.jpg${query} HTTP/1.1\nHost: cdn.example.com\n\nHTTP/1.1 403 Forbidden`,
      "likely url-host-changed",
    ],
  ])("shows %s", async (_, text, cause) => {
    expect((await found(text))[0]).toBe(cause);
  });

  it("says nothing of another file", async () => {
    const other = await signer.signUrl(`${host}/photos/dog.jpg`, { dateLessThan: end });
    expect(await found(`signed url: ${other}\nGET ${signed} 403`)).toEqual([
      "possible signature-not-checked",
    ]);
  });
});
