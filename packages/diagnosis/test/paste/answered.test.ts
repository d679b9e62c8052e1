import { end, host, moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial, readPastedRequest } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** Of several requests, the one that the answer in the paste is for. */

const name = host.slice("https://".length);
const playlist = await rsaSigner().signUrl(`${host}/v/index.m3u8`, { dateLessThan: end });
const query = playlist.slice(playlist.indexOf("?"));
const denied = `${host}/v/1.ts${query}`;
const bare = `${host}/v/1.ts`;
const page = "https://app.example.com/watch";
const error = (code: string, message = "Access denied") =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
const missingKey = error("MissingKey", "Missing Key-Pair-Id query parameter or cookie value");
const chosen = "There are several URLs; the one that the answer is for is explained.";

describe("the denied request is explained, where it is", () => {
  it.each<[string, string, string, string]>([
    [
      "behind one that was allowed, with its status in the next line",
      `GET ${playlist}\n→ 200\nGET ${denied}\n→ 403 ${error("AccessDenied")}`,
      denied,
      chosen,
    ],
    [
      "the row of a table with its status in a column",
      `id;link;status\n1;"${playlist}";200\n2;"${denied}";403\n`,
      denied,
      chosen,
    ],
    [
      "in front of one that was allowed",
      `GET ${denied} -> 403\nGET ${playlist} -> 200\nPOST ${page} -> 200`,
      denied,
      chosen,
    ],
    [
      "the unsigned one that a player names in front of the answer",
      `playing ${playlist}\nResponse code: 403\nloadError dataSpec=DataSpec[GET ${bare}, null, 0]\n${missingKey}`,
      bare,
      chosen,
    ],
    [
      "the link as it was opened, behind the link as it was sent",
      `The link: <${playlist}>\n\nIt opens\n${playlist.slice(0, playlist.indexOf("&") + 5)}\nand then\n${missingKey}`,
      playlist.slice(0, playlist.indexOf("&") + 5),
      chosen,
    ],
    [
      "a breadcrumb, and not the page of the event",
      JSON.stringify({
        request: { url: page, headers: [["Referer", page]] },
        breadcrumbs: [
          { data: { url: playlist, status_code: 200 } },
          { data: { method: "GET", url: denied, status_code: 403 } },
        ],
      }),
      denied,
      chosen,
    ],
    [
      "an unsigned one beside a signed one that was allowed",
      JSON.stringify([
        { req: { url: playlist }, res: { statusCode: 206 } },
        { req: { url: bare }, res: { statusCode: 403 } },
      ]),
      bare,
      chosen,
    ],
    [
      "a line of JSON among others",
      [
        { url: playlist, status: 200 },
        { url: denied, status: 403 },
        { url: `${host}/favicon.ico`, status: 200 },
      ]
        .map((line) => JSON.stringify(line))
        .join("\n"),
      denied,
      chosen,
    ],
    [
      "among raw messages",
      [denied, playlist]
        .map(
          (url) =>
            `> GET ${url.slice(host.length)} HTTP/2\n> Host: ${name}\n>\n< HTTP/2 ${url === denied ? 403 : 200}\n<\n`,
        )
        .join("* TLS\n"),
      denied,
      "There are several requests; one that was denied is explained.",
    ],
  ])("%s", (_, paste, url, note) => {
    const read = readPastedRequest(paste);
    expect(read?.url).toBe(url);
    expect(read?.notes).toContain(note);
  });

  it("but another page behind a signed URL is not", () => {
    const paste = `${playlist}\nsee https://docs.aws.amazon.com/ for\n${error("AccessDenied")}`;
    expect(readPastedRequest(paste)?.url).toBe(playlist);
  });

  it("with the label of a link of Slack left out", () => {
    const paste = `here <${playlist.replaceAll("&", "&amp;")}|${host}/v/index.m3u8>\n"Access denied" 403`;
    expect(readPastedRequest(paste)).toMatchObject({
      url: playlist,
      urlAsPasted: playlist.replaceAll("&", "&amp;"),
      notes: [],
    });
  });

  it("with a failure of a server in front of CloudFront left out", () => {
    const paste = `GET /image?url=${playlist} 500 in 9ms\nupstream failed for ${bare}?Expires=1 403`;
    expect(readPastedRequest(paste)?.url).toBe(`${bare}?Expires=1`);
  });
});

describe("the request is the one that was sent, and not", () => {
  const devTools = (method: string, url: string, status: string): string =>
    `Request URL:\n${url}\nRequest Method:\n${method}\nStatus Code:\n${status}\nRemote Address:\n192.0.2.1:443`;
  it.each<[string, string, string, string?]>([
    [
      "the page in the line behind its label",
      `Request URL\n${bare}\nStatus Code\n403 Forbidden\nreferer\n${playlist}`,
      bare,
    ],
    ["the text of a link in Markdown", `[${playlist}](${denied}) does not open`, denied],
    ["the manifest of a segment", `manifest loaded: ${playlist}\nfragLoadError 403 ${bare}`, bare],
    ["what works", `works: ${playlist}\nfails: ${denied}`, denied],
    ["the page that a header names", `Referer: ${playlist}\nGET ${bare} 403`, bare, "GET"],
    [
      "the page in a log of nginx",
      `192.0.2.1 - - "GET ${bare} HTTP/1.1" 403 110 "${playlist}" "curl"`,
      bare,
      "GET",
    ],
    ["the page, in JSON", JSON.stringify({ "http.referer": playlist, url: bare, status: 403 }), bare],
    ["what was signed", `uri_signed=${playlist} uri_sent=${denied} status=403`, denied],
    ["what was signed, in lines", `signed url: ${playlist}\nfailed uri=${denied}`, denied],
    ["what was signed, in JSON", JSON.stringify({ signedUrl: playlist, requestedUrl: denied }), denied],
    ["a beacon that was accepted", `POST ${page} 204\nGET ${denied} 403`, denied, "GET"],
    [
      "a beacon that was accepted, in JSON",
      JSON.stringify([
        { method: "POST", url: page, status: 204 },
        { method: "GET", url: denied, status: 403 },
      ]),
      denied,
      "GET",
    ],
    [
      "a preflight that was accepted",
      `${devTools("OPTIONS", playlist, "200 OK")}\n${devTools("GET", denied, "403 Forbidden")}`,
      denied,
      "GET",
    ],
    [
      "a beacon in the panel of a browser",
      `${devTools("GET", denied, "403 Forbidden")}\n${devTools("POST", page, "204 No Content")}`,
      denied,
      "GET",
    ],
  ])("%s", (_, paste, url, method) => {
    expect(readPastedRequest(paste)).toMatchObject({ url, ...(method && { method, status: 403 }) });
  });
});

describe("the answer is read from", () => {
  it.each([
    [
      "a log of zap",
      JSON.stringify({
        ts: "2026-03-02T09:00:00.5Z",
        url: playlist,
        status: 403,
        body: error("AccessDenied"),
      }),
    ],
    [
      "a log of pino",
      JSON.stringify({
        time: 1772442000000,
        req: { url: playlist },
        res: { status: 403, body: error("AccessDenied"), headers: { "X-Cache": "Error from cloudfront" } },
      }),
    ],
    [
      "a log of winston",
      JSON.stringify({
        timestamp: "2026-03-02T10:00:00+01:00",
        message: error("AccessDenied"),
        url: playlist,
        status: 403,
      }),
    ],
    [
      "an event with its time in seconds",
      JSON.stringify({
        timestamp: 1772442000.5,
        data: { url: playlist, status_code: 403, response_body: error("AccessDenied") },
      }),
    ],
  ])("%s", (_, paste) => {
    const read = readPastedRequest(paste);
    expect(read).toMatchObject({ url: playlist, status: 403, responseBody: error("AccessDenied") });
    expect(Math.floor((read?.date?.getTime() ?? 0) / 1000)).toBe(1772442000);
  });

  it.each([
    [
      "the headers that Node.js prints",
      `{\n  status: 403,\n  url: '${playlist}',\n  headers: Headers {\n    date: 'Mon, 02 Mar 2026 09:00:00 GMT',\n    'x-cache': 'Error from cloudfront',\n  }\n}`,
    ],
    [
      "the headers of a collection of Postman",
      JSON.stringify({
        request: { url: { raw: playlist } },
        response: [
          {
            code: 403,
            header: [
              { key: "Date", value: "Mon, 02 Mar 2026 09:00:00 GMT" },
              { key: "X-Cache", value: "Error from cloudfront" },
            ],
          },
        ],
      }),
    ],
  ])("%s", (_, paste) => {
    expect(readPastedRequest(paste)).toMatchObject({
      url: playlist,
      status: 403,
      date: new Date("2026-03-02T09:00:00Z"),
      responseHeaders: { "x-cache": "Error from cloudfront" },
    });
  });

  it("no answer of an API that has the URL in it", () => {
    const paste = JSON.stringify({ code: 200, timestamp: "2026-03-02T09:00:00Z", data: { url: playlist } });
    expect(readPastedRequest(paste)).toMatchObject({ url: playlist, status: undefined, date: undefined });
  });

  it("a page that lost its line breaks, and the URL behind it", async () => {
    const text =
      "A customer sees: ERROR: The request could not be satisfied 403 ERROR The Amazon CloudFront distribution is configured to block access from your country. Generated by cloudfront (CloudFront) Request ID: 8HIA1UPjP3noLuI0QNFrB3tTVEMaJkyE5lXBwaCc8ViOuJQab2ApqA==";
    const { date, notes, ...request } =
      readPastedRequest(`${text}\nURL: ${playlist}`) ?? expect.fail("nothing");
    expect(request.url).toBe(playlist);
    const [first] = await explainCloudFrontDenial({ ...request, time: moment, verifier: verifierOf() });
    expect(first?.id).toBe("country-blocked");
  });

  it("a request behind the answer", () => {
    const answer = `HTTP/1.1 403 Forbidden\nServer: CloudFront\n\n${error("AccessDenied")}\n`;
    expect(readPastedRequest(`${answer}\nGET ${playlist}`)).toMatchObject({ url: playlist, status: 403 });
    expect(readPastedRequest(`${answer}--\n(it worked later)\n${playlist}`)).toMatchObject({
      url: playlist,
      status: 403,
    });
  });

  it("an error behind an arrow, without the text after it", () => {
    expect(readPastedRequest(`${playlist}\n→ AccessDenied Access denied`)?.responseBody).toBe(
      "→ AccessDenied Access denied",
    );
    expect(readPastedRequest(`${playlist}\n${error("AccessDenied")}\nany idea?`)?.responseBody).toBe(
      error("AccessDenied"),
    );
  });

  it.each([
    ["MissingKey", 'It does not work: "Missing Key-Pair-Id query parameter or cookie value".'],
    ["MissingKey", "Der Link geht nicht – 403 MissingKey."],
    ["InvalidKey", 'Oma: geht nicht, "Unknown Key"'],
    ["MalformedSignature", "the player says Could not unencode Signature"],
    ["MalformedPolicy", "I get Malformed Policy since today"],
    [undefined, "I get AccessDenied since today"],
  ])("an error %s that is told in a sentence", (code, sentence) => {
    expect(readPastedRequest(`The link is ${playlist}\n\n${sentence}`)?.responseBody).toBe(code);
  });
});
