import {
  end,
  host,
  keyPairId,
  moment,
  rsaSigner,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { explainCloudFrontDenial, readPastedRequest } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** Signed cookies in headers that are not `Cookie`, as players in apps send them. */

const url = `${host}/v/1.ts`;
const { values } = await rsaSigner().signCookies({ resource: `${host}/v/*`, dateLessThan: end });
const fields = Object.entries(values).map(([name, value]) => `${name}: ${value}`);
const cookies = Object.entries(values).map((pair) => pair.join("="));
const line = cookies.join("; ");
const own = fields.map((field) => field.split(":", 1)[0]?.toLowerCase());
const request = (lines: string): string =>
  `GET /v/1.ts HTTP/1.1\r\nHost: d111111abcdef8.cloudfront.net\r\n${lines}\r\n\r\n`;

const pastes: readonly (readonly [name: string, paste: string, headers: readonly unknown[]])[] = [
  ["a raw request", request(fields.join("\r\n")), own],
  ["one header", request(`X-Cookie: ${line}`), ["x-cookie"]],
  ["Authorization", request(`Authorization: ${line}`), ["authorization"]],
  ["Set-Cookie in a request", request(`Set-Cookie: ${line}`), ["set-cookie"]],
  ["curl", `curl '${url}' ${fields.map((field) => `-H '${field}'`).join(" ")}`, own],
  ["wget", `wget ${fields.map((field) => `--header='${field}'`).join(" ")} ${url}`, own],
  ["ffmpeg", `ffmpeg -headers $'${fields.join("\\r\\n")}' -i ${url} out.mp4`, own],
  [
    "PowerShell",
    `Invoke-WebRequest -Uri "${url}" -Headers @{ ${fields.map((field) => field.replace(/(.*): (.*)/, '"$1"="$2"')).join("; ")} }`,
    own,
  ],
  ["JSON", JSON.stringify({ uri: url, headers: values }), Object.keys(values)],
  ["fetch", `fetch("${url}", ${JSON.stringify({ headers: values })});`, Object.keys(values)],
  [
    "a HAR file",
    JSON.stringify({
      request: {
        method: "GET",
        url,
        headers: Object.entries(values).map(([name, value]) => ({ name, value })),
      },
      response: { status: 403 },
    }),
    own,
  ],
  [
    "a program",
    `val source = "${url}"\n${Object.entries(values)
      .map(([name, value]) => `connection.setRequestProperty("${name}", "${value}")`)
      .join("\n")}`,
    Object.keys(values),
  ],
];

describe("signed cookies in headers of other names are found in", () => {
  it.each(pastes)("%s", async (_, paste, headers) => {
    const pasted = readPastedRequest(paste);
    expect(pasted?.cookies).toBeUndefined();
    expect(Object.keys(pasted?.requestHeaders ?? {})).toEqual(headers);
    const findings = await explainCloudFrontDenial({
      url: pasted?.url,
      requestHeaders: pasted?.requestHeaders,
      time: moment,
    });
    expect(findings.map(({ id, certainty }) => [id, certainty])).toEqual([["cookies-in-headers", "proven"]]);
  });
});

it("says how to send them", async () => {
  const [finding] = await explainCloudFrontDenial({
    url,
    requestHeaders: { "X-Cookie": line },
    time: moment,
  });
  expect(finding).toEqual({
    id: "cookies-in-headers",
    certainty: "proven",
    summary: "The signed cookies were sent in headers that CloudFront does not read.",
    evidence: "the header X-Cookie has signed cookies",
    fix: "Send all of them in one Cookie header: Cookie: CloudFront-Policy=…; CloudFront-Signature=…; CloudFront-Key-Pair-Id=…. Players take it with the other request headers; for AVPlayer, put them into HTTPCookieStorage or AVURLAssetHTTPCookiesKey. In a browser, set them as cookies, and fetch with credentials.",
  });
});

it("what else is wrong with them is found, too", async () => {
  const late = { "CloudFront-Policy": values["CloudFront-Policy"], "CloudFront-Signature": "undefined" };
  const findings = await explainCloudFrontDenial({
    url: `${host}/w/1.ts`,
    requestHeaders: { ...late, "CloudFront-Key-Pair-Id": [keyPairId] },
    time: moment,
  });
  expect(findings.map(({ id, certainty }) => [id, certainty])).toEqual([
    ["cookies-in-headers", "proven"],
    ["signature-undecodable", "likely"],
    ["resource-mismatch", "likely"],
  ]);
});

it.each([
  ["cookies that arrived", { cookies: line, requestHeaders: { "CloudFront-Policy": "x" } }],
  ["headers that CloudFront adds", { cookies: line, requestHeaders: { "CloudFront-Viewer-Country": "DE" } }],
  ["a signature", { cookies: line, requestHeaders: { Authorization: "Bearer x" } }],
])("says nothing of %s", async (_, question) => {
  const findings = await explainCloudFrontDenial({ url, time: moment, ...question });
  expect(findings.map(({ id }) => id)).toEqual(["signature-not-checked"]);
});

it("a Cookie header beside other words stays one", () => {
  const pasted = readPastedRequest(`Request Headers\nHost: d111111abcdef8.cloudfront.net\nCookie: ${line}`);
  expect(pasted).toMatchObject({ cookies: line, requestHeaders: undefined });
});
