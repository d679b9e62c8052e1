import { host, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial, readPastedRequest } from "cloudfront-sign-diagnosis";
import { expect, it } from "vitest";

/** What people copy out of tools, chats, CI, devices and proxies, with the cause that can be known from it. */

const name = host.slice("https://".length);
const signer = rsaSigner({ now: () => new Date("2025-11-30T09:00:00Z") });
/** It ended at 12:00; `fresh` has not ended. */
const old = await signer.signUrl(`${host}/a.mp4`, { dateLessThan: "2025-11-30T12:00:00Z" });
const fresh = await signer.signUrl(`${host}/a.mp4`, { dateLessThan: 1900000000 });
const oldTarget = old.slice(host.length);
const target = fresh.slice(host.length);
const page = "https://app.example.com/watch/7";
const byNow = "likely expired";
const denied = "<Error><Code>AccessDenied</Code><Message>Access denied</Message></Error>";

/** The paste, its URL (`undefined` if it has no host), and the findings that are more than possible. */
type Row = readonly [name: string, paste: string, url: string | undefined, findings: readonly string[]];

const rows: readonly Row[] = [
  [
    "logcat of ExoPlayer",
    `11-30 10:00:00.123  1234  5678 E ExoPlayerImplInternal: Playback error\n11-30 10:00:00.123  1234  5678 E ExoPlayerImplInternal:   Caused by: androidx.media3.datasource.HttpDataSource$InvalidResponseCodeException: Response code: 403\n11-30 10:00:00.124  1234  5678 D Media: url=${fresh}`,
    fresh,
    [],
  ],
  [
    "an NSError",
    `Error Domain=NSURLErrorDomain Code=-1102 "You do not have permission to access the requested resource." UserInfo={NSErrorFailingURLStringKey=${fresh}, NSErrorFailingURLKey=${fresh}, NSLocalizedDescription=You do not have permission}`,
    fresh,
    [],
  ],
  ["Flutter", `I/flutter ( 1234): HttpException: Invalid statusCode: 403, uri = ${fresh}`, fresh, []],
  [
    "requests, in Python's logging",
    `2025-11-29 10:00:00,123 ERROR sync requests.exceptions.HTTPError: 403 Client Error: Forbidden for url: ${old}`,
    old,
    [],
  ],
  [
    "kubectl logs",
    `2025-11-30T10:00:00.123456789Z stderr F time="2025-11-30T10:00:00Z" level=error msg="GET ${old}: 403 Forbidden"`,
    old,
    [],
  ],
  [
    "Datadog",
    JSON.stringify({
      timestamp: "2025-12-02T10:00:00Z",
      http: { url: old, status_code: 403, method: "GET", referer: page },
      message: "origin fetch failed",
    }),
    old,
    ["proven expired"],
  ],
  [
    "the error log of nginx",
    `2025/11/30 10:00:00 [error] 31#31: *1 upstream sent 403, client: 192.0.2.7, server: _, request: "GET ${oldTarget} HTTP/1.1", upstream: "https://192.0.2.1:443${oldTarget}", host: "${name}"`,
    old,
    [byNow],
  ],
  [
    "HAProxy",
    `Nov 30 10:00:00 lb haproxy[1]: 192.0.2.7:41302 [30/Nov/2025:10:00:00.123] http-in be/srv 0/0/1/2/3 403 212 - - ---- 1/1/0/0/0 0/0 "GET ${oldTarget} HTTP/2.0"`,
    undefined,
    [byNow],
  ],
  [
    "Envoy",
    `[2025-11-30T10:00:00.000Z] "GET ${oldTarget} HTTP/1.1" 403 - 0 110 12 11 "-" "okhttp/4" "6e0b" "${name}" "192.0.2.1:443"`,
    undefined,
    [],
  ],
  [
    "Caddy",
    JSON.stringify({
      level: "error",
      ts: 1764496800.123,
      request: { method: "GET", host: name, uri: oldTarget, headers: { Referer: [page] } },
      status: 403,
    }),
    old,
    [],
  ],
  [
    "Traefik",
    JSON.stringify({
      RequestMethod: "GET",
      RequestHost: name,
      RequestPath: oldTarget,
      DownstreamStatus: 403,
      time: "2025-12-02T10:00:00Z",
    }),
    old,
    ["proven expired"],
  ],
  ["a serverless log", `NOV 29 10:00:00.12 GET 403 ${name} [GET] ${fresh} status=403`, fresh, []],
  [
    "the console of Postman",
    `GET ${old}: {\n  "Network": {\n    "addresses": { "remote": { "address": "192.0.2.1" } }\n  },\n  "Response Headers": {\n    "server": "CloudFront",\n    "date": "Sun, 30 Nov 2025 10:00:00 GMT",\n    "x-cache": "Error from cloudfront"\n  },\n  "Response Body": "${denied}"\n}`,
    old,
    [],
  ],
  ["the console of Chrome", `GET ${fresh} net::ERR_HTTP_RESPONSE_CODE_FAILURE 403 (Forbidden)`, fresh, []],
  [
    "the console of Safari",
    `[Error] Failed to load resource: the server responded with a status of 403 (Forbidden) (a.mp4, line 0)\n${fresh}`,
    fresh,
    [],
  ],
  [
    "an issue on GitHub",
    `### What happened\nThe player shows 403 for \`${old}\` since yesterday.\n\n### Version\n1.2.3, released 2025-10-01T10:00:00Z\n\n### Expected\nIt plays.`,
    old,
    [byNow],
  ],
  [
    "a ticket of Jira",
    `VID-17 Download fails\nCreated: 30/Nov/2025 1:00 PM\nUpdated: 02/Dec/2025 9:00 AM\n\nSteps: open ${old}\nActual: Access Denied`,
    old,
    [byNow],
  ],
  [
    "a mail that was forwarded",
    `-----Original Message-----\nFrom: Ann\nSent: Sunday, November 30, 2025 10:00 AM\nTo: Support\n\n> Your link ${old} does not open.`,
    old,
    [byNow],
  ],
  ["WhatsApp", `[30/11/2025, 10:00:00] Bob: ${old}\n[30/11/2025, 10:00:10] Bob: 403?`, old, [byNow]],
  [
    "PowerShell",
    `PS C:\\> iwr '${fresh}'\niwr : The remote server returned an error: (403) Forbidden.\nAt line:1 char:1`,
    fresh,
    [],
  ],
  [
    "axios",
    `AxiosError: Request failed with status code 403\n  config: { url: '${old}', method: 'get' },\n  response: {\n    status: 403,\n    headers: { server: 'CloudFront', date: 'Sun, 30 Nov 2025 10:00:00 GMT' }\n  }`,
    old,
    [],
  ],
  ["reqwest", `Error: HTTP status client error (403 Forbidden) for url (${fresh})`, fresh, []],
  [
    "Faraday",
    `E, [2025-11-30T10:00:00.123456 #99] ERROR -- : Faraday::ForbiddenError: the server responded with status 403 for GET ${old}`,
    old,
    [byNow],
  ],
  ["CloudWatch Insights", `@timestamp,@message\n2025-11-29 10:00:00.123,"403 ${old}"`, old, []],
  ["docker compose", `web-1  | 2025-12-02T10:00:00Z GET ${old} 403`, old, ["likely expired"]],
  [
    "GitLab CI",
    `$ date -u\nTue Dec  2 10:00:00 UTC 2025\n$ curl -fsS "${old}" -o a.mp4\ncurl: (22) The requested URL returned error: 403\nCleaning up project directory and file based variables\nERROR: Job failed: exit code 22`,
    old,
    ["likely expired"],
  ],
  [
    "VLC",
    `[00007f1] http error: cannot resolve\n[00007f1] access stream error: HTTP 403 error for ${fresh}`,
    fresh,
    [],
  ],
  [
    "yt-dlp",
    `$ yt-dlp "${fresh}"\n[generic] Extracting URL: ${fresh}\nERROR: unable to download video data: HTTP Error 403: Forbidden`,
    fresh,
    [],
  ],
  [
    "an event of Sentry as text",
    `ForbiddenError\nurl\n${old}\nTimestamp: Nov 30, 2025 10:00:00 AM UTC\nRelease: 4.2.0 (deployed 2025-12-24 10:00 UTC)`,
    old,
    [],
  ],
  [
    "curl -v with the signature taken out",
    `* Connected to ${name} (192.0.2.1) port 443\n> GET ${oldTarget.replace(/Signature=[^&]*/, "Signature=[REDACTED]")} HTTP/2\n> Host: ${name}\n> \n< HTTP/2 403 \n< date: Sun, 30 Nov 2025 10:00:00 GMT\n< server: CloudFront\n< \n${denied}`,
    old.replace(/Signature=[^&]*/, "Signature=[REDACTED]"),
    [],
  ],
  [
    "a URL whose values somebody took out",
    `${host}/a.mp4?Expires=1900000000&Signature=<snip>&Key-Pair-Id=<snip> gives 403`,
    `${host}/a.mp4?Expires=1900000000&Signature=<snip>&Key-Pair-Id=<snip>`,
    [],
  ],
  [
    "a request of a CDN's own log",
    `level=warn signed_uri=${fresh} uri_sent=${fresh.replace("/a.mp4", "/A.mp4")} status=403`,
    fresh.replace("/a.mp4", "/A.mp4"),
    ["proven url-path-changed"],
  ],
  [
    "a preflight that was denied",
    `OPTIONS ${host}/v/1.ts 403\nAccess to fetch at '${host}/v/1.ts' from origin 'https://app.example.com' has been blocked by CORS policy`,
    `${host}/v/1.ts`,
    ["likely preflight-without-cookies", "likely segment-not-signed"],
  ],
  [
    "curl -v that was allowed",
    `> GET ${target} HTTP/2\n> Host: ${name}\n>\n< HTTP/2 200\n< date: Sun, 30 Nov 2025 10:00:00 GMT\n<\n`,
    fresh,
    [],
  ],
  [
    "a help desk",
    `Ticket #991\nRequested at: 2025-11-30T10:00:00+00:00\nPlan: Pro (valid until 2026-11-30T00:00:00Z)\nLink: ${old}\nError: Access Denied`,
    old,
    [],
  ],
  [
    "Loki",
    JSON.stringify({ stream: { app: "web" }, values: [["1764496800000000000", `GET ${old} 403`]] }),
    old,
    [byNow],
  ],
  [
    "a panel of a browser with a beacon",
    `Request URL: https://beacon.example.com/v1\nRequest Method: POST\nStatus Code: 204 No Content\n\nRequest URL: ${fresh}\nRequest Method: GET\nStatus Code: 403 Forbidden\nReferer: ${page}`,
    fresh,
    [],
  ],
  [
    "GitHub Actions",
    `2025-12-02T10:00:00.1234567Z ##[group]Run curl -sS -o a.mp4 "$URL"\n2025-12-02T10:00:00.2234567Z curl: (22) The requested URL returned error: 403\n2025-12-02T10:00:00.2234567Z ${old}`,
    old,
    ["likely expired"],
  ],
  [
    "Jenkins with timestamps",
    `[2025-11-30T10:00:00.123Z] + curl -fsS '${old}'\n[2025-11-30T10:00:01.123Z] curl: (22) The requested URL returned error: 403`,
    old,
    [],
  ],
  [
    "a mail that writes * for ~",
    `Hi, ${fresh.replaceAll("~", "*")} is broken, I get Access Denied`,
    fresh.replaceAll("~", "*"),
    ["likely stray-characters"],
  ],
  [
    "Slack",
    JSON.stringify({
      ok: true,
      messages: [
        {
          type: "message",
          user: "U1",
          ts: "1764496800.000200",
          text: `still 403: <${old.replaceAll("&", "&amp;")}>`,
        },
      ],
    }),
    old,
    [],
  ],
];

it.each(rows.map(([one, ...row]) => [one, row] as const))("%s", async (_, [paste, url, findings]) => {
  const { date, notes, ...request } = readPastedRequest(paste) ?? expect.fail("nothing was read");
  expect(request.url).toBe(url);
  for (const known of [{}, { verifier: verifierOf() }]) {
    const found = await explainCloudFrontDenial({ ...request, time: date, ...known });
    const said = found
      .filter(({ certainty, id }) => certainty !== "possible" && id !== "nothing-wrong-here")
      .map(({ id, certainty }) => `${certainty} ${id}`);
    // Only the key shows what was signed.
    const isKnown = "verifier" in known;
    expect(said).toEqual(findings.filter((one) => isKnown || one !== "proven url-path-changed"));
  }
});
