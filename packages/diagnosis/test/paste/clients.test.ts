import { end, host, moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial, readPastedRequest } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** What clients and people write around a request, and where the request ends there. */

const signed = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
const sdk = signed.replace(/(&Signature=[^&]+)(&Key-Pair-Id=[^&]+)/, "$2$1");
const cookies = (
  await rsaSigner().signCookies({ resource: `${host}/v/*`, dateLessThan: end })
).toCookieHeader();
const segment = `${host}/v/1.ts`;
const name = host.slice("https://".length);
const target = (url: string): string => url.slice(host.length);

/** The findings for a paste. */
async function found(text: string, requestedUrl?: string) {
  const { date, notes, ...request } = readPastedRequest(text, { requestedUrl }) ?? {
    date: undefined,
    notes: [],
  };
  return await explainCloudFrontDenial({ ...request, time: moment, verifier: verifierOf() });
}

describe.each([
  ["with the ID last", signed],
  ["with the signature last", sdk],
])("a URL %s ends where the text goes on in", (_, url) => {
  it.each([
    ["Guzzle", `ClientException: Client error: \`GET ${url}\` resulted in a \`403 Forbidden\` response:`],
    ["text of which a quote is missing", `error GET ${url}\` resulted in 403`],
    ["JSON in JSON", JSON.stringify({ message: JSON.stringify({ url }) })],
    ["a string in a string", `msg ${JSON.stringify(JSON.stringify({ url, status: 403 }))}`],
    ["Go's JSON in JSON", `log: ${JSON.stringify(JSON.stringify({ url }).replaceAll("&", "\\u0026"))}`],
    ["an object of Ruby", `#<URI::HTTPS ${url}> 403`],
    ["an object of Python", `Error(url=URL('${url}'), status=403)`],
    ["aiohttp", `ClientResponseError: 403, message='Forbidden', url='${url}'`],
    ["Swift", `Optional(${url}) 403`],
    ["a map of Java", `{url=${url}, status=403}`],
    ["a table", `|${url}| 403 |`],
    ["French quotes", `L'adresse \u00ab${url}\u00bb : 403`],
    ["German quotes", `Die Adresse \u201e${url}\u201c geht nicht`],
    ["LaTeX", `\\href{${url}}{film} fails`],
    ["urllib3", `DEBUG:urllib3.connectionpool:${host}:443 "GET ${target(url)} HTTP/1.1" 403 None`],
    [
      "an error of urllib3",
      `HTTPSConnectionPool(host='${name}', port=443): Max retries exceeded with url: ${target(url)} (Caused by ResponseError('too many 403 error responses'))`,
    ],
    ["Go", `2026/01/01 00:00:00 fetch: Get "${url}": unexpected status 403`],
    ["OkHttp", `D/OkHttp: --> GET ${url} http/1.1\nD/OkHttp: --> END GET\nD/OkHttp: <-- 403 ${url} (23ms)`],
    ["NSURLSession", `<NSHTTPURLResponse: 0x600> { URL: ${url} } { Status Code: 403, Headers {\n} }`],
  ])("%s", (_, paste) => {
    expect(readPastedRequest(paste)?.url).toBe(url);
  });

  it.each([
    ["alone", `${url})`],
    ["with a full stop alone", `${url}.`],
    ["behind a label", `URL: ${url},`],
    ["behind a method", `GET ${url})`],
    ["in front of its status", `${url})\n403 Forbidden`],
    ["in front of its answer", `${url}),\nHTTP/1.1 403 Forbidden\nServer: CloudFront`],
    ["in a sentence that opens no bracket", `I opened ${url}) and got 403`, "likely"],
  ])("but has what was copied into it: %s", async (_, paste, certainty = "proven") => {
    expect((await found(paste))[0]).toMatchObject({ id: "stray-characters", certainty });
  });
});

it.each([
  ["HTTP/1.1", `--> GET ${segment} http/1.1\nCookie: ${cookies}\n--> END GET\n<-- 403 ${segment} (23ms)`],
  [
    "HTTP/2",
    `--> GET ${segment} h2\nCookie: ${cookies}\n--> END GET\n<-- 403 Forbidden ${segment} (23ms, 110-byte body)`,
  ],
])("a URL without parameters ends in front of what OkHttp says of %s", (_, paste) => {
  expect(readPastedRequest(paste)).toMatchObject({ url: segment, cookies });
});

it("a port of its own stays in the URL", () => {
  const paste = `http://localhost:8080 "GET ${target(signed)} HTTP/1.1" 403 110`;
  expect(readPastedRequest(paste)?.url).toBe(`http://localhost:8080${target(signed)}`);
});
