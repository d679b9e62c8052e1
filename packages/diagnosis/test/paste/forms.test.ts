import { repeated } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { end, host, moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial, readPastedRequest } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

const signed = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
const query = signed.slice(signed.indexOf("?") + 1);
const cookies = (
  await rsaSigner().signCookies({ resource: `${host}/v/*`, dateLessThan: end })
).toCookieHeader();
const pairs = cookies.split("; ").map((pair) => {
  const at = pair.indexOf("=");
  return { name: pair.slice(0, at), value: pair.slice(at + 1) };
});
const segment = `${host}/v/1.ts`;
const inHtml = signed.replaceAll("&", "&amp;");
const read = readPastedRequest;

const decodedEntities = "Entities of HTML (&amp;) were decoded, as a browser does with an attribute.";
const fromLog = "The request is from a log of CloudFront, which does not have the body of the response.";
const unquoted =
  "The URL is not in quotes here: a shell ends the command at the first &, and never sends the rest.";

const appended = "The parameters were appended to the requested URL.";
const values = query.split("&").map((pair) => pair.split("=") as [string, string]);
const apart = [
  values.map(([name, value]) => `<input name="${name}" type="hidden" value="${value}">`).join("\n"),
  values.map(([name, value]) => `${name}\t${value}`).join("\n"),
  `params=${JSON.stringify(Object.fromEntries(values)).replaceAll('"', "'")})`,
  values.map(([name, value]) => `-d '${name}=${value}'`).join(" "),
  values.map(([name, value]) => `${name}==${value}`).join(" "),
  JSON.stringify(values.map(([name, value]) => ({ name, value }))),
].map((parameters) => `GET ${host}/a.jpg\n${parameters}`);

describe("a URL is taken out of", () => {
  it.each<[string, string, ...string[]]>([
    ["Slack's source", `<${signed}|the file>`],
    ["Slack's source, in which & is an entity", `see <${inHtml}|the file> please`],
    ["an attribute of HTML", `<a href="${inHtml}">file</a>`, decodedEntities],
    ["an attribute in single quotes", `<video src='${inHtml}' controls>`, decodedEntities],
    ["Markdown", `[the file](${signed} "title")`],
    ["Markdown whose text is the URL", `[${signed}](${signed})`],
    ["a sentence that ends there", `I get 403 for ${signed}.`],
    ["a sentence with a comma", `I opened ${signed}, and got 403`],
    ["parentheses in a sentence", `The link (${signed}), as you sent it, fails.`],
    ["an .env file", `FOO=1\nCDN_URL=${signed}\nREGION=eu-west-1`],
    ["an .env file with quotes", `export CDN_URL="${signed}"\nREGION=eu-west-1`],
    ["YAML", `video:\n  url: '${signed}'\n  title: A day`],
    ["Python", `import requests\nr = requests.get("${signed}")\nprint(r.status_code)`],
    [
      "the error of requests",
      `requests.exceptions.HTTPError: 403 Client Error: Forbidden for url: ${signed}`,
    ],
    ["the console of a browser", `GET ${signed} 403 (Forbidden)`],
    [
      "the output of wget",
      `--2026-03-02 09:00:00--  ${signed}\nHTTP request sent, awaiting response... 403 Forbidden`,
    ],
    ["the output of ffmpeg", `${signed}: Server returned 403 Forbidden (access denied)`],
    ["a list of Java", `DataSpec[${signed}, 0, -1]`],
    ["the value of a form", `<input type="hidden" name="next" value="${inHtml}">`, decodedEntities],
    ...apart.map((text) => ["parameters that stand apart", text, appended] as [string, string, string]),
    ["wget", `wget -O a.jpg '${signed}'`],
    ["wget without quotes", `$ wget ${signed}`, unquoted],
    ["HTTPie", `http GET '${signed}' Accept:image/jpeg`],
    ["ffmpeg", `ffmpeg -i "${signed}" -c copy out.mp4`],
    ["yt-dlp", `yt-dlp "${signed}"`],
    [
      "the source of a mail",
      `Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<p><a href=3D"${inHtml
        .replaceAll("=", "=3D")
        .replace(/.{60}/g, "$&=\r\n")}">caf=C3=A9</a>`,
      decodedEntities,
    ],
  ])("%s", (_, paste, ...notes) => {
    expect(read(paste)).toMatchObject({ url: signed, cookies: undefined, notes });
  });

  it("Markdown with parentheses in its path", async () => {
    const url = await rsaSigner().signUrl(`${host}/a(1).jpg`, { dateLessThan: end });
    expect(read(`[the file](${url})`)?.url).toBe(url);
  });
});

describe("a fault that may be the cause stays in the question, and is found:", () => {
  it.each([segment, inHtml])("ffmpeg's last line, whatever is wrong with its parameters: %s", (url) => {
    const text = `[https @ 0x55d] HTTP error 403 Forbidden\n${url}: Server returned 403 Forbidden (access denied)`;
    expect(read(text)?.url).toBe(url);
  });

  it.each([
    ["a full stop after the URL alone", `${signed}.`, "stray-characters"],
    ["a URL in typographic quotes that one is missing of", `${signed}\u201d`, "stray-characters"],
    ["an invisible space within the URL", signed.replace("&Key", "\u200b&Key"), "stray-characters"],
    ["\\u0026 outside of a string", signed.replaceAll("&", "\\u0026"), "parameters-escaped"],
    ["&amp; outside of HTML", inHtml, "html-escaped"],
    ["=3D without the head of a mail", signed.replaceAll("=", "=3D"), "quoted-printable"],
    [
      "=3D in the lines of a mail without its head",
      signed.replaceAll("=", "=3D").replace(/.{70}/g, "$&=\n"),
      "quoted-printable",
    ],
    ["%3D in curl", `curl '${signed.replaceAll("=", "%3D")}'`, "parameters-escaped"],
    ["a URL that is cut in curl", `curl '${signed.slice(0, 90)}'`, "url-truncated"],
    [
      "undefined in a command",
      `wget '${signed.replace(/Key-Pair-Id=.*/, "Key-Pair-Id=undefined")}'`,
      "key-id-not-a-key-id",
    ],
  ])("%s", async (_, paste, cause) => {
    const { url, cookies: found, status } = read(paste) ?? expect.fail("nothing was read");
    for (const known of [{}, { verifier: verifierOf() }]) {
      const [first] = await explainCloudFrontDenial({ url, cookies: found, status, time: moment, ...known });
      expect(first?.id).toBe(cause);
    }
  });
});

describe("signed cookies are read from", () => {
  it.each([
    ["wget", `wget --header='Cookie: ${cookies}' ${segment}`],
    ["HTTPie", `http ${segment} 'Cookie:${cookies}'`],
    ["ffmpeg", `ffmpeg -headers $'Accept: */*\\r\\nCookie: ${cookies}\\r\\n' -i "${segment}" out.mp4`],
    ["yt-dlp", `yt-dlp --add-header "Cookie:${cookies}" "${segment}"`],
    [
      "a dictionary of Python",
      `requests.get("${segment}", cookies=${JSON.stringify(Object.fromEntries(pairs.map(({ name, value }) => [name, value])))})`,
    ],
    ["a header in Python", `requests.get('${segment}', headers={'Cookie': '${cookies}'})`],
    ["fetch in a script", `await fetch("${segment}", { headers: { cookie: "${cookies}" } })`],
  ])("%s", (_, paste) => {
    expect(read(paste)).toMatchObject({ url: segment, cookies, notes: [] });
  });
});

describe("a HAR file", () => {
  const entry = {
    startedDateTime: "2026-03-02T09:00:00.000Z",
    request: {
      method: "GET",
      url: segment,
      headers: [
        { name: "Referer", value: "https://app.example.com/" },
        { name: "Cookie", value: cookies },
      ],
      cookies: pairs,
      queryString: [],
    },
    response: {
      status: 403,
      headers: [
        { name: "X-Cache", value: "Error from cloudfront" },
        { name: "Set-Cookie", value: "theme=dark" },
      ],
      content: { text: "<Error><Code>AccessDenied</Code></Error>" },
      redirectURL: "",
    },
  };
  const ofEntry = {
    url: segment,
    cookies,
    setCookie: ["theme=dark"],
    method: "GET",
    status: 403,
    date: new Date("2026-03-02T09:00:00Z"),
    responseBody: "<Error><Code>AccessDenied</Code></Error>",
    responseHeaders: { "x-cache": "Error from cloudfront" },
    notes: [],
  };

  it("keeps the signature of another entry out of a denied one without any", () => {
    const segmentDenied = { ...entry, request: { method: "GET", url: segment, headers: [] } };
    const playlist = { ...entry, request: { ...entry.request, url: signed }, response: { status: 200 } };
    expect(read(JSON.stringify({ log: { entries: [playlist, segmentDenied] } }))?.url).toBe(segment);
  });

  it("has the request and the response, the cookies once", () => {
    expect(read(JSON.stringify(entry))).toEqual(ofEntry);
    expect(read(JSON.stringify({ log: { entries: [entry] } }))).toEqual(ofEntry);
  });

  it("has the cookies in a list, without a header", () => {
    const request = { ...entry.request, headers: [] };
    expect(read(JSON.stringify({ ...entry, request }))?.cookies).toBe(cookies);
  });

  it("of several requests has the denied one", () => {
    const allowed = { ...entry, request: { ...entry.request, url: signed }, response: { status: 200 } };
    const other = { ...entry, request: { method: "GET", url: `${host}/favicon.ico` } };
    expect(read(JSON.stringify({ log: { entries: [allowed, other, entry, allowed] } }))).toEqual({
      ...ofEntry,
      notes: ["There are several requests; one that was denied is explained."],
    });
  });

  it("of another form is read without an error", () => {
    for (const value of [
      { log: null },
      { entries: [null, 1, {}] },
      { request: { url: 1 } },
      { request: null },
    ])
      expect(read(JSON.stringify(value))).toBeUndefined();
  });
});

describe("CloudFront's standard log", () => {
  const line = [
    ...["2026-03-02", "09:00:00", "FRA56-C1", "520", "192.0.2.7", "GET", "d111111abcdef8.cloudfront.net"],
    ...["/a.jpg", "403", "-", "curl/8.5.0", query, "-", "Error", "RXF==", "cdn.example.com", "https", "300"],
    ...["0.001", "-", "TLSv1.3", "TLS_AES_128_GCM_SHA256", "Error", "HTTP/2.0", "-", "-", "50000", "0.001"],
    ...["Error", "text/xml", "110", "-", "-"],
  ].join("\t");
  const ofLine = {
    url: `https://cdn.example.com/a.jpg?${query}`,
    cookies: undefined,
    method: "GET",
    status: 403,
    date: new Date("2026-03-02T09:00:00Z"),
    responseHeaders: {
      "x-cache": "Error from cloudfront",
      "x-amz-cf-id": "RXF==",
      "content-type": "text/xml",
    },
    notes: [fromLog],
  };

  it("has the request and what the answer was", () => {
    expect(read(line)).toMatchObject(ofLine);
    expect(read(`#Version: 1.0\n${line}\n`)).toMatchObject(ofLine);
  });

  it("has its fields in the order of its header", () => {
    const log = `#Version: 1.0\n#Fields: date time cs-method cs(Host) cs-uri-stem cs-uri-query cs(Cookie) sc-status\n2026-03-02\t09:00:00\tHEAD\t${host.slice(8)}\t/a.jpg\t${query}\ttheme=dark\t403`;
    expect(read(log)).toMatchObject({
      url: signed,
      cookies: "theme=dark",
      method: "HEAD",
      responseHeaders: undefined,
      notes: [fromLog, "The paste does not show whether the request used http or https: https is assumed."],
    });
  });

  it("has cookies as the viewer sent them", () => {
    const log = `#Fields: date time cs(Host) cs-uri-stem cs(Cookie) sc-status\n2026-03-02\t09:00:00\t${host.slice(8)}\t/a.jpg\ta=1;%20CloudFront-Signature=a%7Eb%2b\t403`;
    expect(read(log)?.cookies).toBe("a=1; CloudFront-Signature=a~b%2b");
  });

  it("of several lines has the last denied one", () => {
    const allowed = line.replace("\t403\t", "\t200\t").replace("/a.jpg", "/b.jpg");
    expect(read(`${allowed}\n${line}\n${allowed}`)).toMatchObject({
      url: ofLine.url,
      notes: ["There are several requests; one that was denied is explained.", fromLog],
    });
  });

  it.each([
    ["objects that cannot become text", '{"a":{"toString":1,"valueOf":1},"sc-status":{"toString":null}}'],
    ["deep lists", `{"a":${"[".repeat(40_000)}${"]".repeat(40_000)}}`],
    ["deep lists alone", `${"[".repeat(49_000)}${"]".repeat(49_000)}`],
  ])("is not read from other JSON: %s", (_, text) => {
    expect(read(text)).toBeUndefined();
  });

  it("is read from JSON, too", () => {
    const fields = {
      "cs-uri-stem": "/a.jpg",
      "cs-uri-query": query,
      "x-host-header": host.slice(8),
      "sc-status": 403,
      "cs-protocol": "https",
    };
    expect(read(JSON.stringify(fields))).toMatchObject({ url: signed, status: 403, notes: [fromLog] });
  });

  it("of a server of your own has no host", () => {
    const paste = `192.0.2.1 - - [02/Mar/2026:09:00:00 +0000] "GET /a.jpg?${query} HTTP/1.1" 403 110 "-" "curl"`;
    expect(read(paste, { requestedUrl: `${host}/a.jpg` })).toMatchObject({ url: signed, method: "GET" });
  });
});

it("the fields of the response are read from what a browser shows", () => {
  const rows = [
    ["server", "CloudFront"],
    ["x-cache", "Error from cloudfront"],
    ["x-amz-cf-id", "abc=="],
  ];
  for (const separator of [":\n", ": "]) {
    const paste = `Request URL: ${signed}\nStatus Code: 403 Forbidden\n${rows.map((row) => row.join(separator)).join("\n")}`;
    expect(read(paste)).toMatchObject({
      url: signed,
      status: 403,
      responseHeaders: Object.fromEntries(rows),
    });
  }
});

describe("a hostile paste", () => {
  it.each([
    ...[
      "wget https://",
      "http ",
      "2026-03-02\t",
      "#Fields: a ",
      "\t",
      "=3D",
      "=\n",
      "(",
      "<https://a|",
      "href='https://a",
    ],
    ...[
      "&amp;",
      "\u200b",
      "a\u200b",
      "Request Method: ",
      "x-cache: ",
      '"GET /?',
      "method='",
      "'https://\\/",
      "content-transfer-encoding: quoted-printable\n",
    ],
  ])("of many %j is read in a time that grows with its length only", (part) => {
    for (const start of ["", "https://a/?Expires=", "content-transfer-encoding: quoted-printable\n", "wget "])
      read(`${start}${part.repeat(repeated(100_000))}b`);
  });
});
