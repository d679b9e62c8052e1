import { end, host, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { explainCloudFrontDenial, readPastedRequest } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** What browsers and players say and are told about cookies and CORS. */

const time = new Date("2026-03-02T09:00:00Z");
const playlist = "https://media.example.com/hls/a.m3u8";
const signed = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
const origin = "https://app.example.org";

async function found(text: string): Promise<string[]> {
  const { date: _, notes: __, ...pasted } = readPastedRequest(text) ?? expect.fail("nothing was read");
  const findings = await explainCloudFrontDenial({ ...pasted, time });
  return findings
    .filter(({ certainty }) => certainty !== "possible")
    .map(({ id, certainty }) => `${certainty} ${id}`);
}

describe("cookies are left out because of", () => {
  it.each([
    ["hls.js", `new Hls({ xhrSetup: (xhr) => { xhr.withCredentials = false; } })\nGET ${playlist} 403`],
    ["hls.js as it is", `const hls = new Hls();\nhls.loadSource("${playlist}");\nGET ${playlist} 403`],
    ["Shaka Player", `request.allowCrossSiteCredentials = false;\n1001 BAD_HTTP_STATUS 403 ${playlist}`],
    ["dash.js", `player.setXHRWithCredentialsForType('MPD', false)\nGET ${playlist} 403`],
    ["axios", `axios.get("${playlist}", { withCredentials: false })\nRequest failed with status code 403`],
    ["an element", `<video crossorigin="anonymous" src="${playlist}"></video> 403`],
    ["an element of React", `<img crossOrigin="anonymous" src={"${playlist}"} /> 403`],
    ["an attribute without a value", `<video crossorigin src="${playlist}"></video> 403`],
    [
      "fetch as it is",
      `await fetch("${playlist}") // 403\nThe login sent:\nSet-Cookie: CloudFront-Policy=a; Domain=example.com\nSet-Cookie: CloudFront-Signature=b; Domain=example.com\nSet-Cookie: CloudFront-Key-Pair-Id=K2JCJMDEHXQW5F; Domain=example.com`,
    ],
  ])("%s", async (_, text) => {
    const [cause, ...others] = await found(text);
    expect(cause).toBe("likely credentials-omitted");
    expect(others.join()).not.toMatch(/no-credentials|segment-not-signed/);
  });

  it.each([
    [
      "an option that sends them",
      `new Hls({ xhrSetup: (xhr) => { xhr.withCredentials = true; } })\nGET ${playlist} 403`,
    ],
    ["an element that sends them", `<video crossorigin="use-credentials" src="${playlist}"></video> 403`],
    ["a font", `<link rel="preload" crossorigin href="/a.woff2">\n${playlist} 403`],
    ["a signed URL", `<img crossorigin="anonymous" src="${signed}"> 403`],
    [
      "the page itself",
      `Access to fetch at '${playlist}' from origin 'https://media.example.com': 403\nwithCredentials = false`,
    ],
  ])("never because of %s", async (_, text) => {
    expect((await found(text)).join()).not.toContain("credentials-omitted");
  });
});

describe("CORS", () => {
  const blocked = (url: string): string =>
    `Access to fetch at '${url}' from origin '${origin}' has been blocked by CORS policy: No 'Access-Control-Allow-Origin' header is present on the requested resource.`;

  it("hides a response with success: the signature is right", async () => {
    const text = `${blocked(signed)}\nGET ${signed} net::ERR_FAILED 200 (OK)`;
    expect(readPastedRequest(text)).toMatchObject({ status: 200, pageOrigin: origin });
    expect(await found(text)).toEqual(["likely not-a-signing-error"]);
    const inFirefox = `Cross-Origin Request Blocked: The Same Origin Policy disallows reading the remote resource at ${signed}. (Reason: CORS header ‘Access-Control-Allow-Origin’ missing). Status code: 200.`;
    expect(await found(inFirefox)).toEqual(["likely not-a-signing-error"]);
  });

  it("is no cause beside a 403", async () => {
    expect(await found(`${blocked(signed)}\nGET ${signed} net::ERR_FAILED 403 (Forbidden)`)).toEqual([]);
  });
});

it.each([
  "Error: dateLessThan is invalid. Ensure the date value is compatible with the Date constructor.",
  "RangeError: Invalid time value\n    at Date.toISOString (<anonymous>)\n    at getSignedUrl (node_modules/@aws-sdk/cloudfront-signer/index.js:81:20)",
])("a signer that could not read the expiry time has signed nothing: %s", async (error) => {
  expect(await found(`${error}\n${host}/a.jpg`)).toEqual(["likely expires-invalid"]);
});

it("a Cookie header that a tool hides proves nothing", async () => {
  const text = `> GET /a.pdf HTTP/1.1\n> Host: media.example.com\n> Cookie: [redacted]\n>\n< HTTP/1.1 403 Forbidden\n`;
  expect(await found(text)).toEqual([]);
});
