import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { repeated, runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { end, host, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { readPastedRequest } from "cloudfront-sign-diagnosis";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/**
 * A request as browsers copy it from their network panel. Written after the behavior of Chrome 140 and
 * Firefox 143; nothing here is a part of the library.
 */

interface CopiedRequest {
  readonly url: string;
  readonly cookies?: string;
}

const headers = { accept: "*/*", referer: "https://app.example.com/", "if-none-match": '"a^b"' };

type Quote = (text: string) => string;

/** "Copy as cURL (bash)" of Chrome: $'…' as soon as there is a ' or a !. */
const inBash: Quote = (text) =>
  /['!]/.test(text)
    ? `$'${text.replace(/\\/g, "\\\\").replace(/'/g, "\\'").replace(/!/g, "\\u0021")}'`
    : `'${text}'`;

/** "Copy as cURL (cmd)" of Chrome, and of Firefox for Windows: ^ before all that cmd.exe may read. */
const inCmd: Quote = (text) =>
  `^"${text
    .replace(/\\/g, "\\\\")
    .replace(/"/g, '\\"')
    .replace(/[^\w\s\-:=+~'/.,?;()*`]/g, "^$&")
    .replace(/%(?=\w)/g, "%^")}^"`;

/** The same in browsers up to 2023: quotes are doubled, and % stands outside of them. */
const inOldCmd: Quote = (text) => `"${text.replace(/"/g, '""').replace(/%/g, '"^%"')}"`;

const inPowerShell: Quote = (text) => `"${text.replace(/[`"$]/g, "`$&")}"`;

function curl(quote: Quote, lineEnd: string, cookieOption: "-b" | "-H"): (request: CopiedRequest) => string {
  return ({ url, cookies }) => {
    const cookie = cookies && (cookieOption === "-b" ? cookies : `Cookie: ${cookies}`);
    return [
      `curl ${quote(url)}`,
      ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
      ...(cookie ? [`${cookieOption} ${quote(cookie)}`] : []),
      "--compressed",
    ].join(lineEnd);
  };
}

const copiedByBrowsers: readonly (readonly [string, (request: CopiedRequest) => string])[] = [
  ["Chrome's cURL (bash)", curl(inBash, " \\\n  ", "-b")],
  ["Chrome's cURL (cmd)", curl(inCmd, " ^\n  ", "-b")],
  ["an older Chrome's cURL (cmd)", curl(inOldCmd, " ^\r\n  ", "-H")],
  ["Firefox's cURL (POSIX)", curl(inBash, " ", "-H")],
  ["Firefox's cURL (Windows)", curl(inCmd, " ^\r\n  ", "-H")],
  [
    "Chrome's PowerShell",
    ({ url, cookies }) =>
      [
        "$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession",
        '$session.UserAgent = "Mozilla/5.0 (X11; Linux x86_64)"',
        ...(cookies ?? "").split("; ").flatMap((pair) => {
          const [name = "", value = ""] = pair.split("=", 2);
          if (!name) return [];
          const words = [name, value, "/", "d111111abcdef8.cloudfront.net"].map(inPowerShell).join(", ");
          return `$session.Cookies.Add((New-Object System.Net.Cookie(${words})))`;
        }),
        `Invoke-WebRequest -UseBasicParsing -Uri ${inPowerShell(url)} \``,
        "-WebSession $session `",
        "-Headers @{",
        ...Object.entries(headers).map(([name, value]) => `  ${inPowerShell(name)}=${inPowerShell(value)}`),
        "}",
      ].join("\n"),
  ],
  [
    "Chrome's fetch (Node.js)",
    ({ url, cookies }) =>
      `fetch(${JSON.stringify(url)}, ${JSON.stringify({ headers: { ...headers, ...(cookies && { cookie: cookies }) }, body: null, method: "GET" }, null, 2)});`,
  ],
  [
    "Firefox's fetch",
    ({ url, cookies }) =>
      `await fetch(${JSON.stringify(url)}, ${JSON.stringify({ credentials: "include", headers: { ...headers, ...(cookies && { Cookie: cookies }) }, method: "GET", mode: "cors" }, null, 4)});`,
  ],
];

const signed = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
const escaped = await rsaSigner().signUrl(`${host}/it's%20new!%20(1).jpg?$x=\`"&%5e`, { dateLessThan: end });
const cookies = await rsaSigner().signCookies({ resource: `${host}/course/42/*`, dateLessThan: end });
const cookieHeader = cookies.toCookieHeader();
const cookieLines = cookieHeader.split("; ");
const segment = `${host}/course/42/a.ts`;
const read = (text: string, requestedUrl?: string) => readPastedRequest(text, { requestedUrl });

describe("a URL", () => {
  it.each([
    ["as it is", signed],
    ["in quotes", `"${signed}"`],
    ["in typographic quotes", `the link \u201c${signed}\u201d gives 403`],
    ["in angle brackets, in a sentence", `Please look at <${signed}>, it does not work`],
    ["in a sentence", `The link ${signed} gives 403`],
    ["after another URL", `See https://docs.aws.amazon.com/cloudfront/ about ${signed} please`],
    ["broken by a terminal", signed.replace(/.{80}/g, "$&\n")],
    ["broken by a mail program", `> see:\n\n${signed.replace(/.{72}/g, "$&\r\n   ")}`],
    ["broken before a parameter", signed.replace(/&/g, "&\n")],
    ["in JSON", JSON.stringify({ url: signed }).replace(/&/g, "\\u0026").replace(/\//g, "\\/")],
    ["in a part of JSON", `"url":"${signed.replace(/&/g, "\\u0026").replace(/\//g, "\\/")}", "a`],
    ["in nested JSON", JSON.stringify({ log: { entries: [{ request: { method: "GET", url: signed } }] } })],
    ["with an invisible space", `\u200b${signed}\ufeff`],
    ["between marks of direction", `\u200e\u202a${signed}\u202c\u200f`],
    ["between isolates of direction", `\u2068${signed}\u2069`],
    ["in bold", `\u001b[1m${signed}\u001b[0m`],
    ["in curl", `curl -sS -o /dev/null -w '%{http_code}' '${signed}'`],
    ["in curl after a prompt", `me@laptop:~$ curl -I '${signed}'`],
    ["in curl after a sentence", `I ran this:\n\n  curl -H 'accept: */*' "${signed}" | head\n`],
    [
      "in curl with short options together",
      `curl -sSfLo/dev/null -XGET -e https://app.example.com '${signed}'`,
    ],
    ["in curl with --url", `curl --referer https://app.example.com/ --url ${signed.replace(/&/g, "\\&")}`],
    ["in curl, broken within its quotes", `curl '${signed.replace(/.{80}/g, "$&\n")}'`],
    ["in curl before another command", `curl '${signed}'; echo https://a.example/`],
    ["after a word that only looks like a command", `curl doesn't work for ${signed}`],
    ["in fetch", `fetch("${signed}", { "headers": { "accept": "*/*" } });`],
    ["in a request line", `GET ${signed} HTTP/1.1`],
    [
      "in a raw request",
      `GET ${signed.slice(host.length)} HTTP/1.1\r\nHost: ${host.slice(8)}\r\nAccept: */*\r\n\r\n`,
    ],
    ["in a line of a log", `192.0.2.1 "GET ${signed} HTTP/1.1" 403 110`],
    ["in Markdown", `[the file](${signed})`],
    [
      "in the headers of a browser",
      `Request URL:\n${signed}\nRequest Method:\nGET\nStatus Code:\n403 Forbidden`,
    ],
    ["in HTML", `<html><body><a href="${signed}">file</a></body></html>`],
    ["after the name of an error", `AccessDenied at ${signed}`],
  ])("is found %s", (_, paste) => {
    expect(read(paste)?.url).toBe(signed);
  });

  it("gets a note when a shell would split the unquoted URL", () => {
    const note = /not in quotes/;
    expect(read(`curl -I ${signed}`)?.notes.join()).toMatch(note);
    expect(read(`curl -I ${signed}`)?.url).toBe(signed);
    for (const quote of ["'", '"']) expect(read(`curl -I ${quote}${signed}${quote}`)?.notes).toEqual([]);
    expect(read(`curl -I ${signed.replace(/&/g, "^&")}`)).toMatchObject({ url: signed, notes: [] });
  });

  it("is not repaired where the repair could hide the cause", () => {
    const withSpace = "https://d1.cloudfront.net/opening day.mp4?a=1&Expires=1";
    expect(read(withSpace)?.url).toBe(withSpace);
    const inHtml = signed.replaceAll("&", "&amp;");
    expect(read(inHtml)?.url).toBe(inHtml);
    const withoutScheme = signed.slice("https://".length);
    expect(read(withoutScheme)?.url).toBe(withoutScheme);
    expect(read(`curl '${withoutScheme}'`)?.url).toBe(withoutScheme);
  });

  it("gets a note for each thing that was left out or assumed", () => {
    expect(read(`https://a.example/ and ${signed}`)?.notes).toEqual([
      "There are several URLs; the first one with signing parameters is explained.",
    ]);
    expect(read(`see ${signed}\n403 for ${signed}`)?.notes).toEqual([]);
    // The page of the request is none.
    for (const blocked of [
      `Access to fetch at '${signed}' from origin 'https://app.example.com' has been blocked by CORS policy: No 'Access-Control-Allow-Origin' header is present on the requested resource.`,
      `Access to fetch at '${signed}' from origin 'https://app.example.com' has been blocked by CORS policy: The 'Access-Control-Allow-Origin' header has a value 'https://example.com' that is not equal to the supplied origin.`,
      `Origin https://app.example.com is not allowed by Access-Control-Allow-Origin. Status code: 403\nFetch API cannot load ${signed} due to access control checks.`,
    ])
      expect(read(blocked)).toMatchObject({ url: signed, notes: [] });
    for (const invisible of [..."\u00ad\u200b\u200e\u200f\u202a\u202e\u2066\u2069", "\u001b[1m"]) {
      const found = read(`see ${invisible}${signed}${invisible} please`);
      expect(found).toMatchObject({ url: signed, notes: ["Invisible characters were removed."] });
    }
    expect(read(signed.replace("?", "\u001b[1m?"))?.url).toBe(signed);
    expect(read(signed.replace(/&/g, "&\n"))).toMatchObject({
      url: signed,
      urlAsPasted: signed.replace(/&/g, "&\n"),
      notes: [],
    });
    expect(read(`"${signed.replace(/&/g, "\\u0026")}"`)?.notes).toEqual([
      "Escapes of JSON or Markdown (\\u0026, \\/, \\_) were decoded.",
    ]);
    expect(read(`${signed} ${"x".repeat(100_000)}`)?.notes).toEqual([
      "Only the first 100,000 characters were read.",
    ]);
  });

  it("of the paste counts more than the requested URL, which gets a note", () => {
    expect(read(signed, segment)).toMatchObject({
      url: signed,
      notes: ["The paste has a URL of its own, which is explained instead of the requested URL."],
    });
    expect(read(signed, `${host}/a.jpg`)?.notes).toEqual([]);
    expect(read(signed, `${host}/a.jpg#t=10`)?.notes).toEqual([]);
  });
});

describe("a request that a browser copies", () => {
  describe.each(copiedByBrowsers)("as %s", (_, copy) => {
    it.each([signed, escaped])("has its URL: %#", (url) => {
      expect(read(copy({ url }))).toMatchObject({ url, cookies: undefined, notes: [] });
    });

    it("has its cookies", () => {
      const withOthers = `theme=dark; ${cookieHeader}`;
      expect(read(copy({ url: segment, cookies: withOthers }))).toMatchObject({
        url: segment,
        cookies: withOthers,
      });
    });
  });
});

describe("cookies", () => {
  it.each([
    ["a Cookie header", `Cookie: ${cookieHeader}`],
    ["its value", cookieHeader],
    ["a line each", cookieLines.join("\n")],
    ["an object", JSON.stringify(cookies.values, null, 2)],
    ["an object of a console", JSON.stringify(cookies.values, null, 2).replaceAll('"', "'")],
    [
      "a list of objects",
      JSON.stringify(Object.entries(cookies.values).map(([name, value]) => ({ name, value, path: "/" }))),
    ],
    ["a table", cookieLines.map((line) => line.replace("=", "\t")).join("\n")],
    ["a list", cookieLines.map((line) => line.replace("=", ": ")).join("\n")],
    ["Set-Cookie lines", cookieLines.map((line) => `set-cookie: ${line}; Path=/; Secure`).join("\r\n")],
    ["curl", `curl ${segment} -b '${cookieHeader}'`],
    ["a header of curl", `curl -H 'Cookie: ${cookieHeader}' ${segment}`],
    ["a URL and a header", `${segment}\nCookie: ${cookieHeader}`],
    ["bare parameters", cookieHeader.replaceAll("CloudFront-", "").replaceAll("; ", "&")],
    ["values alone", cookieLines.map((line) => line.replace(/^[^=]+=/, "")).join("\n")],
    ["a wrapped header", `Cookie: ${cookieHeader.replace(/.{76}/g, "$&\n")}`],
    ["a raw request", `GET /course/42/a.ts HTTP/1.1\nHost: d1.example\nCookie: ${cookieHeader}\n`],
  ])("are read from %s", (_, paste) => {
    expect(read(paste)?.cookies?.split("; ").sort()).toEqual([...cookieLines].sort());
  });

  it("come with their Set-Cookie lines and attributes", () => {
    const line = "CloudFront-Key-Pair-Id=K1; Domain=d1.cloudfront.net; Secure";
    for (const paste of [`Set-Cookie: ${line}`, line])
      expect(read(paste)).toMatchObject({ setCookie: [line], cookies: "CloudFront-Key-Pair-Id=K1" });
  });

  it("belong to the requested URL", () => {
    expect(read(`Cookie: ${cookieHeader}`, segment)).toMatchObject({ url: segment, cookies: cookieHeader });
    expect(read(`Cookie: ${cookieHeader}`)?.url).toBeUndefined();
  });

  it.each(["", "?", "&"])("are what parameters without a URL are read as, after %j", (start) => {
    const query = signed.slice(signed.indexOf("?") + 1);
    expect(read(start + query, `${host}/a.jpg`)?.url).toBe(signed);
    expect(read(start + query, `${host}/a.jpg?a=1`)?.url).toBe(`${host}/a.jpg?a=1&${query}`);
    expect(read(start + query, `${host}/a.jpg#t?`)?.url).toBe(signed);
    expect(read(start + query, `${host}/a.jpg?a=1#t`)?.url).toBe(`${host}/a.jpg?a=1&${query}`);
    expect(read(start + query)).toMatchObject({
      url: undefined,
      cookies: query
        .split("&")
        .map((pair) => `CloudFront-${pair}`)
        .join("; "),
      notes: [
        "The paste has no host name: only the signing parameters were read. Pass the requested URL to compare them with it.",
      ],
    });
  });
});

describe("a response", () => {
  const nothing = { url: undefined, cookies: undefined, setCookie: undefined, date: undefined, notes: [] };

  it("is read with its headers", () => {
    expect(read("< HTTP/2 403 \n< date: Mon, 02 Mar 2026 09:00:00 GMT\n<\n<?xml?><Error>")).toEqual({
      ...nothing,
      responseHeaders: { date: "Mon, 02 Mar 2026 09:00:00 GMT" },
      status: 403,
      date: new Date("2026-03-02T09:00:00Z"),
      responseBody: "<?xml?><Error>",
    });
  });

  it.each([
    ["403", 403, undefined],
    ["403 Forbidden", 403, undefined],
    ["Status Code: 404 Not Found", 404, undefined],
    ["Status Code:\n403 Forbidden", 403, undefined],
    ["403 <Error><Code>AccessDenied</Code></Error>", 403, "<Error><Code>AccessDenied</Code></Error>"],
    ["<html>", undefined, "<html>"],
    ["AccessDenied Access denied", undefined, "AccessDenied Access denied"],
    [
      "403 ERROR\nThe request could not be satisfied.\nRequest blocked.",
      403,
      "The request could not be satisfied.\nRequest blocked.",
    ],
    ["HTTP/1.1 301 Moved\nLocation: /b\n\nHTTP/1.1 403 Forbidden\n\n<Error/>", 403, "<Error/>"],
    [
      "HTTP/1.1 100 Continue\n\nHTTP/1.1 403 Forbidden\nServer: CloudFront",
      403,
      undefined,
      { server: "CloudFront" },
    ],
  ])("alone is read from %j", (paste, status, responseBody, responseHeaders?: object) => {
    expect(read(paste)).toEqual({ ...nothing, status, responseBody, responseHeaders });
  });

  it("is read after a URL", () => {
    for (const status of ["403", "403 Forbidden", "HTTP/2 403", "Status: 403"])
      expect(read(`${signed}\n${status}\n\n<Error><Code>AccessDenied</Code></Error>`)).toMatchObject({
        url: signed,
        status: 403,
        responseBody: "<Error><Code>AccessDenied</Code></Error>",
      });
  });

  it("has no date if its Date is none", () => {
    for (const date of ["yesterday", "Mon, 99 Mar 2026 99:00:00 GMT", "", "2026-03-02"])
      expect(read(`HTTP/2 403\ndate: ${date}\n`)).toMatchObject({ status: 403, date: undefined });
  });
});

describe("any text", () => {
  it.each([
    ...["", "hello", "{}", "null", "\0", "%%%", "d111111abcdef8.cloudfront.net/a.jpg", "200 people saw this"],
    ...[
      "Set-Cookie:",
      "Set-Cookie: ;",
      "Set-Cookie: ; Path=/",
      "Cookie: ;",
      "curl",
      "GET / HTTP/1.1",
      "fetch(",
    ],
  ])("has nothing in it: %j", (text) => {
    expect(read(text)).toBeUndefined();
    expect(read(text, `${host}/a.jpg`)?.cookies).toBeUndefined();
  });

  it("of another type has nothing in it", () => {
    for (const value of [undefined, null, {}, [], Symbol("a"), () => signed])
      expect(readPastedRequest(value as never)).toBeUndefined();
  });

  it("throws for options that are none", async () => {
    const call = async (options: unknown) => readPastedRequest(signed, options as never);
    expect((await refusal(() => call({ requestUrl: signed }))).code).toBe("ERR_OPTION_UNKNOWN");
    expect((await refusal(() => call(null))).code).toBe("ERR_OPTION_INVALID");
  });

  const pieces = [
    ...["https://", "curl ", "'", '"', "\\", "\n", "\r\n", " ", "<", ">", "(", "&", "?", "=", ";", "%", "#"],
    ...["\0", "\ud800", "^", "`", "$'", "{", "[", "\u200b", "eyJ", "a.jpg", "\u001b[1m", "* ", "> ", "< "],
    ...["Cookie: ", "Set-Cookie: ", "CloudFront-Policy=", "CloudFront-Signature", "Expires=", "Signature="],
    ...["Key-Pair-Id=K1", "-H ", "-b ", "HTTP/2 403", "GET /a?", " HTTP/1.1", "Host: a.example", "date: "],
    ...[
      "<Error>",
      "Invoke-WebRequest ",
      "System.Net.Cookie(",
      'fetch("',
      '{"cookie":"',
      "403",
      "AccessDenied",
    ],
  ];
  const anyText = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 30 })
    .map((parts) => parts.join(""));

  it("is read without an error, and nothing found in it is empty", () => {
    fc.assert(
      fc.property(anyText, anyText, (paste, requestedUrl) => {
        const found = read(paste, requestedUrl);
        if (!found) return;
        const { url, cookies, setCookie = [], status, date, responseBody, notes } = found;
        const texts = [url, cookies, ...setCookie, responseBody].filter((text) => text !== undefined);
        expect(texts.length > 0 || status !== undefined).toBe(true);
        expect(texts.filter((text) => text.trim() === "")).toEqual([]);
        expect(status ?? 100).toBeGreaterThan(99);
        expect(date?.getTime()).not.toBeNaN();
        expect(notes.filter((note) => !/^[A-Z].+\.$/.test(note))).toEqual([]);
      }),
      runs(20261122, 3000),
    );
  });

  const characters = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i));
  it("as a quoted value of curl is read as it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...characters) }), (value) => {
        const url = `https://a.example/${value}`;
        for (const [name, copy] of copiedByBrowsers) {
          // Browsers write two backslashes for Windows, which reads two there.
          if (/cmd|Windows/.test(name) && url.includes("\\")) continue;
          expect([name, read(copy({ url }))?.url]).toEqual([name, url]);
        }
      }),
      runs(20261122, 300),
    );
  });

  // What is quadratic runs into the limit of the test; what is linear takes a hundredth of it.
  it.each([
    ...[
      "https://",
      "cloudfront-a",
      "'",
      '\\"',
      "a=b&",
      "\n ",
      "Cookie: ",
      "CloudFront-Policy=",
      "<",
      "curl 'a",
    ],
    ...[
      "* ",
      "> GET / HTTP/2\n",
      "< HTTP/2 403\n",
      "^\n",
      " ",
      "\r",
      "\t\n",
      '{"a":',
      "[",
      "0:00:00 ",
      "--:--:-- ",
    ],
    ...["\ncurl ", "$ ", "cloudfront-a =", "https://a ", "&Expires=", "\na", "\u001b[1m", "date:"],
  ])("is read in a time that grows with its length only: %j", (part) => {
    for (const start of ["", "curl ", "> GET / HTTP/2\n", "HTTP/2 403\n", "cloudfront-a", "Cookie: a"])
      expect(read(`${start}${part.repeat(repeated(100_000))}b`)?.url ?? "").not.toContain("\n");
  });
});
