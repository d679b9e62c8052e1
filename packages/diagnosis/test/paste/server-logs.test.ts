import { repeated } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { end, host, moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial, readPastedRequest } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** What servers, load balancers and clients log of a request, in the form in which each of them writes it. */

const signed = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
const name = host.slice("https://".length);
const target = signed.slice(host.length);
const date = new Date("2026-03-02T09:00:00Z");
const nginx = (behind: string, referer = "-"): string =>
  `192.0.2.7 - - [02/Mar/2026:10:00:00 +0100] "GET ${target} HTTP/1.1" 403 110 "${referer}" "okhttp/4.12.0"${behind}`;
const body = "<Error><Code>AccessDenied</Code><Message>Access denied</Message></Error>";

describe("the host of a request line is that of", () => {
  it.each<[string, string, object?]>([
    [
      "the server that nginx asked",
      nginx(` upstream=${name}:443 rt=0.071`),
      { date, status: 403, notes: [] },
    ],
    ["the scheme beside it", nginx(` upstream_host=${name} scheme=https`), { date, notes: [] }],
    [
      "the only origin in the text",
      `${nginx("", "https://app.example.com/page")}\n403 from ${host} (CloudFront)`,
      { date },
    ],
    [
      "a line of Rails",
      `Started GET "${target}" for 203.0.113.9 at 2026-03-02 10:00:00 +0100\n403 from ${host} (AccessDenied)`,
      { date, method: "GET", notes: [] },
    ],
    [
      "the fields of HTTP/2",
      `:method: GET\n:path: ${target}\n:authority: ${name}\n:scheme: https`,
      { notes: [] },
    ],
  ])("%s", (_, paste, expected = {}) => {
    expect(readPastedRequest(paste)).toMatchObject({ url: signed, cookies: undefined, ...expected });
  });

  it("nothing, which is said: only the signing parameters are read, and no others become cookies", async () => {
    const paste = nginx("", "https://app.example.com/page").replace("/a.jpg?", "/a.jpg?token=7&");
    const read = readPastedRequest(paste) ?? expect.fail("nothing was read");
    expect(read.url).toBeUndefined();
    expect(read.cookies).not.toContain("token");
    expect(read.notes).toEqual([
      "The paste has no host name: only the signing parameters were read. Pass the requested URL to compare them with it.",
    ]);
    const { date: time, notes, ...request } = read;
    const findings = await explainCloudFrontDenial({ ...request, time, verifier: verifierOf() });
    expect(findings.filter(({ certainty }) => certainty === "proven")).toEqual([]);
  });
});

it("a URL with nothing but a host ends in front of the words", () => {
  expect(readPastedRequest(`It is 403 from ${host} (CloudFront, AccessDenied)\nwhy?`)?.url).toBe(host);
});

describe("a load balancer", () => {
  const line = (status: string, byTarget: string): string =>
    `https 2026-03-02T09:00:00.101Z app/web/50dc6c495c0c9188 192.0.2.7:41302 10.0.1.20:8080 0.001 0.012 0.000 ${status} ${byTarget} 412 298 "GET ${host}:443${target} HTTP/1.1" "Amazon CloudFront" TLS TLSv1.2 arn:aws:x "Root=1-0" "${name}" "arn" 0 2026-03-02T09:00:00.087Z "forward"`;

  it.each([
    [
      "403",
      "403",
      "The request is from a log of a load balancer: CloudFront has sent it on, and the target has written the status.",
    ],
    ["502", "-", "The request is from a log of a load balancer: CloudFront has sent it on."],
  ])("writes the port of each request, and who has answered: %s by %s", (status, byTarget, note) => {
    const read = readPastedRequest(line(status, byTarget));
    expect(read).toMatchObject({ url: signed, method: "GET", status: Number(status), notes: [note] });
    expect(read?.date?.getTime()).toBe(date.getTime());
  });
});

it("CloudFront's log has the address of the viewer", async () => {
  const url = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end, ipAddress: "192.0.2.7" });
  const log = (address: string): string =>
    `#Fields: date time c-ip cs-method cs(Host) cs-uri-stem cs-uri-query cs-protocol sc-status\n2026-03-02\t09:00:00\t${address}\tGET\t${name}\t/a.jpg\t${url.slice(url.indexOf("?") + 1)}\thttps\t403`;
  const { date: time, notes, ...request } = readPastedRequest(log("192.0.2.8")) ?? expect.fail("nothing");
  expect(request.ipAddress).toBe("192.0.2.8");
  const [first] = await explainCloudFrontDenial({ ...request, time: moment, verifier: verifierOf() });
  expect(first?.id).toBe("ip-mismatch");
});

it("CloudFront's log has the name of the distribution, which may have been signed", async () => {
  const url = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
  const log = `#Fields: date time cs(Host) cs-uri-stem cs-uri-query x-host-header cs-protocol sc-status\n2026-03-02\t09:00:00\t${name}\t/a.jpg\t${url.slice(url.indexOf("?") + 1)}\tmedia.example.com\thttps\t403`;
  const { date: time, notes, ...request } = readPastedRequest(log) ?? expect.fail("nothing");
  expect([request.url?.split("?")[0], request.hostnames]).toEqual([
    "https://media.example.com/a.jpg",
    [name],
  ]);
  const [first] = await explainCloudFrontDenial({ ...request, time: moment, verifier: verifierOf() });
  expect([first?.id, first?.certainty]).toEqual(["url-host-changed", "proven"]);
});

describe("the log of a client has the request and its answer:", () => {
  const answer = ["HTTP/1.1 403 Forbidden", "X-Cache: Error from cloudfront", ""];
  const request = [`GET ${target} HTTP/1.1`, "Accept: */*", `Host: ${name}`, ""];
  const escaped = (lines: readonly string[]): string => lines.map((line) => `${line}\\r\\n`).join("");
  const apache = "2026-03-02 09:00:00,210 DEBUG [main] wire - http-outgoing-0";
  const android = (lines: readonly string[]): string => lines.map((line) => `D/OkHttp: ${line}`).join("\n");
  const logs: readonly (readonly [string, string])[] = [
    [
      "Net::HTTP of Ruby",
      [
        `opening connection to ${name}:443...`,
        `<- "${escaped(request)}"`,
        ...answer.map((line) => `-> "${line}\\r\\n"`),
        "reading 110 bytes...",
        `-> "<?xml version=\\"1.0\\"?>${body}"`,
        "Conn close",
      ].join("\n"),
    ],
    [
      "http.client of Python",
      [
        `DEBUG Starting new HTTPS connection (1): ${name}:443`,
        `send: b'${escaped(request)}'`,
        `reply: '${answer[0]}\\r\\n'`,
        `header: ${answer[1]}`,
        `403 {} ${body}`,
      ].join("\n"),
    ],
    [
      "Apache HttpClient",
      [
        ...request.map((line) => `${apache} >> "${line}[\\r][\\n]"`),
        ...answer.map((line) => `${apache} << "${line}[\\r][\\n]"`),
        `${apache} << "${body}[\\n]"`,
      ].join("\n"),
    ],
    [
      "OkHttp",
      android([
        `--> GET ${signed}`,
        "Accept: */*",
        "--> END GET",
        `<-- 403 ${signed} (88ms)`,
        answer[1] ?? "",
        body,
        "<-- END HTTP (110-byte body)",
      ]),
    ],
  ];
  it.each(logs)("%s", (_, paste) => {
    expect(readPastedRequest(paste)).toMatchObject({
      url: signed,
      method: "GET",
      status: 403,
      responseBody: expect.stringMatching(/^<(?:\?xml|Error).*<\/Error>/),
      responseHeaders: { "x-cache": "Error from cloudfront" },
    });
  });

  it("its headers are not cookies", async () => {
    const cookies = (await rsaSigner().signCookies({ resource: `${host}/v/*`, dateLessThan: end })).values;
    const paste = android([
      `--> GET ${host}/v/1.ts`,
      ...Object.entries(cookies).map((pair) => pair.join(": ")),
      "--> END GET",
      `<-- 403 ${host}/v/1.ts (88ms)`,
    ]);
    const read = readPastedRequest(paste);
    expect(read?.cookies).toBeUndefined();
    expect(Object.keys(read?.requestHeaders ?? {})).toContain("cloudfront-signature");
  });
});

describe("a hostile log", () => {
  it.each([
    ...[
      '"GET /?Signature=" ',
      "https 2026-01-01T00Z a ",
      '{"status":403,"url":"https://a"},',
      '{"url":"https://a/"}\n',
    ],
    ...[
      '-> "HTTP/1.1 403\\r\\n"\n',
      "--> GET https://a\n",
      "upstream=",
      '[{"a":',
      "https://a -> 403\n",
      "<?xml ",
    ],
    ...[
      "<Error></Error>",
      "Request ID: ",
      "[02/Mar/2026:",
      "\\r\\n",
      "[\\r][\\n]",
      "> GET / HTTP/2\n< HTTP/2 403\n",
    ],
  ])("of many %j is read in a time that grows with its length only", (part) => {
    for (const start of [
      "",
      "[",
      `fetch("https://a/", `,
      `"GET ${target} HTTP/1.1" `,
      "--> GET https://a\n",
      "GET / HTTP/1.1\\r\\n\n",
    ])
      expect(
        readPastedRequest(`${start}${part.repeat(repeated(100_000) / part.length)}`)?.url ?? "",
      ).not.toContain("\n");
  });
});
