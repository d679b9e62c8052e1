import { end, host, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { readPastedRequest } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** Requests that no absolute URL shows as they are: in parts, in frames, in other notations. */

const url = await rsaSigner().signUrl(`${host}/v/a.mp4`, { dateLessThan: end });
const name = host.slice("https://".length);
const target = url.slice(host.length);
const query = url.slice(url.indexOf("?") + 1);
const pairs = query
  .split("&")
  .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]);
const pieces = (text: string, width: number): string[] => text.match(new RegExp(`.{1,${width}}`, "g")) ?? [];
const escaped = url.replaceAll("&", "&amp;");

const pastes: readonly (readonly [name: string, paste: string, status?: number])[] = [
  ["a log of pino", JSON.stringify({ req: { method: "GET", url: target, headers: { host: name } } })],
  ["Wireshark", `    GET ${target} HTTP/1.1\\r\\n\n        Request Method: GET\n    Host: ${name}\\r\\n`],
  [
    "curl --trace-ascii",
    [
      "=> Send header, 500 bytes (0x1f4)",
      ...[`GET ${target} HTTP/1.1`, `Host: ${name}`]
        .flatMap((line) => pieces(line, 64))
        .map((line) => `0000: ${line}`),
      "01f2: ",
      "<= Recv header, 13 bytes (0xd)",
      "0000: HTTP/2 403 ",
    ].join("\n"),
    403,
  ],
  [
    "a table of Athena",
    `"date","cs_host","cs_uri_stem","cs_uri_query","sc_status"\n"2026-01-01","${name}","/v/a.mp4","${query}","403"`,
    403,
  ],
  ["an older table of Athena", `host,uri,query_string,status\n${name},/v/a.mp4,"${query}",403`, 403],
  ["lines with names", `Host: ${name}\nPath: ${target}\nStatus: 403`, 403],
  ["one line of a log", `DEBUG request host=${name} path=${target} status=403`, 403],
  ["the fields of HTTP/2", `:authority: ${name}\n:method: GET\n:path: ${target}\n:scheme: https`],
  ["the same in Chrome", `:authority\n${name}\n:method\nGET\n:path\n${target}\n:scheme\nhttps`],
  ["a quoted request line", `server_name: "${name}"\n"GET ${target} HTTP/1.1" 403`, 403],
  [
    "a struct of Go",
    `&url.URL{Scheme:"https", Host:"${name}", Path:"/v/a.mp4", RawQuery:"${query}", Fragment:""}`,
  ],
  [
    "SplitResult of Python",
    `SplitResult(scheme='https', netloc='${name}', path='/v/a.mp4', query='${query}')`,
  ],
  ["Sentry", JSON.stringify({ request: { url: `${host}/v/a.mp4`, method: "GET", query_string: query } })],
  ["Sentry with pairs", JSON.stringify({ request: { url: `${host}/v/a.mp4`, query_string: pairs } })],
  [
    "a breadcrumb",
    JSON.stringify({ data: { url: `${host}/v/a.mp4`, "http.query": query, status_code: 403 } }),
    403,
  ],
  ["XML", `<media:content type="video/mp4" url="${escaped}"/>`],
  [
    "tmux, a pane to the left",
    pieces(url, 76)
      .map((line) => `${line.padEnd(76)}│`)
      .join("\n"),
  ],
  ["a box", ["┌────┐", ...pieces(url, 76).map((line) => `│${line.padEnd(76)}│`), "└────┘"].join("\n")],
  ["psql, wrapped", ` id | url\n----+------\n  1 | ${url.slice(0, 100)}.\n    |.${url.slice(100)} \n(1 row)`],
  ["psql with line breaks", ` url\n------\n ${url.slice(0, 100)}+\n ${url.slice(100)}\n(1 row)`],
  ["ExoPlayer", `InvalidResponseCodeException: Response code: 403 DataSpec[GET ${url}, 0, -1, null, 0]`, 403],
  [
    "hls.js",
    `{type: 'networkError', details: 'fragLoadError', response: {url: '${url}', code: 403, text: ''}}`,
    403,
  ],
  [
    "CORS in Firefox",
    `Cross-Origin Request Blocked: the remote resource at ${url}. (Reason: …). Status code: 403.`,
    403,
  ],
];

describe("a request is put together from", () => {
  it.each(pastes.map(([one, paste, status]) => [one, { paste, status }] as const))(
    "%s",
    (_, { paste, status }) => {
      expect(readPastedRequest(paste)).toMatchObject({ url, status });
    },
  );
});

describe("Python's cookies are read from", () => {
  const { values } = {
    values: { "CloudFront-Policy": "eyJ", "CloudFront-Signature": "AAAA", "CloudFront-Key-Pair-Id": "K" },
  };
  const cookies = Object.entries(values);
  it.each([
    [
      "a list of Selenium",
      `[${cookies.map(([one, value]) => `{'domain': '${name}', 'httpOnly': True, 'name': '${one}', 'path': '/', 'value': '${value}'}`).join(", ")}]`,
    ],
    [
      "the cookies of a jar",
      `[${cookies.map(([one, value]) => `Cookie(version=0, name='${one}', value='${value}', port=None, domain='${name}')`).join(", ")}]`,
    ],
    ["a dict", `{${cookies.map(([one, value]) => `'${one}': '${value}'`).join(", ")}}`],
  ])("%s", (_, text) => {
    expect(readPastedRequest(`${host}/v/a.mp4\n${text}`)?.cookies).toBe(
      cookies.map((pair) => pair.join("=")).join("; "),
    );
  });
});

it("text of several lines never becomes a URL", () => {
  const pasted = readPastedRequest(`some words\n${target} and more\nlast`);
  expect(pasted?.url).toBeUndefined();
  expect(pasted?.notes).toContain(
    "The paste has no host name: only the signing parameters were read. Pass the requested URL to compare them with it.",
  );
});
