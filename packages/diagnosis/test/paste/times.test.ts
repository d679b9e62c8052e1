import { host, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { explainCloudFrontDenial, readPastedRequest } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/**
 * A paste is of the past: whether its URL had expired is told by the time that the paste names. Without one, an expiry that has
 * passed by now proves nothing.
 */

/** The URL of each paste ends at 12:00; most pastes are of 10:00, so that it is another cause that they ask for. */
const end = new Date("2025-11-30T12:00:00Z");
const url = await rsaSigner({ now: () => new Date("2025-11-30T09:00:00Z") }).signUrl(`${host}/a.jpg`, {
  dateLessThan: end,
});
const target = url.slice(host.length);
const epoch = Date.UTC(2025, 10, 30, 10) / 1000;

async function expiryOf(paste: string): Promise<string | undefined> {
  const { date, notes, ...request } = readPastedRequest(paste) ?? expect.fail("nothing was read");
  const findings = await explainCloudFrontDenial({ ...request, time: date });
  const expired = findings.find(({ id }) => id === "expired");
  return expired && `${expired.certainty}: ${expired.summary}`;
}

const forms: readonly (readonly [name: string, paste: string])[] = [
  [
    "wget -S, whose header fields are indented",
    `$ wget -S '${url}'\n--2025-11-30 10:00:00--  ${url}\nHTTP request sent, awaiting response... \n  HTTP/1.1 403 Forbidden\n  Server: CloudFront\n  Date: Sun, 30 Nov 2025 10:00:00 GMT\n2025-11-30 10:00:01 ERROR 403: Forbidden.`,
  ],
  ["a header behind a command", `curl '${url}'\n403\nDate: Sun, 30 Nov 2025 10:00:00 GMT`],
  ["words behind a URL", `${url} - clicked at 2025-11-30 10:00 UTC, access denied`],
  ["words in front of a URL", `Opened on 30 November 2025 at 10:00 UTC: ${url} => Access Denied`],
  ["words of Americans", `Nov 30, 2025 at 3:30 PM GMT+0530 it did not open: ${url}`],
  ["words of Germans", `Am 30.11.2025, 11:00 GMT+1 ging es nicht: ${url}`],
  [
    "a message of Slack",
    JSON.stringify({ type: "message", ts: `${epoch}.000200`, text: `403 for <${url}>` }),
  ],
  ["a member of JSON", JSON.stringify({ at: "2025-11-30T10:00:00Z", failed: url })],
  [
    "a member of JSON beside a status",
    JSON.stringify({ logged_at: "2025-11-30T10:00:00Z", url, status: 403 }),
  ],
  ["milliseconds", JSON.stringify({ url, requestTime: epoch * 1000, error: "Forbidden" })],
  [
    "date -u",
    `$ date -u\nSun Nov 30 10:00:00 UTC 2025\n$ curl -s '${url}'\n<Error><Code>AccessDenied</Code></Error>`,
  ],
  ["a column of CSV", `id,requested_at,url,status\n17,2025-11-30T10:00:00Z,${url},403`],
  ["a column of numbers", `time,url,status\n${epoch},${url},403`],
  [
    "a log of Squid",
    `${epoch}.123   5006 10.0.0.1 TCP_MISS/403 412 GET ${url} - HIER_DIRECT/1.2.3.4 text/xml`,
  ],
  [
    "a log of CI",
    [
      `##[group]Run curl -v`,
      `* Host d111111abcdef8.cloudfront.net:443 was resolved.`,
      `> GET ${target} HTTP/2`,
      `> Host: d111111abcdef8.cloudfront.net`,
      `> `,
      `< HTTP/2 403 `,
      `< server: CloudFront`,
      `< `,
    ]
      .map((line) => `2025-11-30T10:00:00.1234567Z ${line}`)
      .join("\n"),
  ],
  [
    "a command in a log of CI",
    `2025-11-30T10:00:00.1234567Z curl -fsS '${url}'\n2025-11-30T10:00:00.2234567Z curl: (22) The requested URL returned error: 403`,
  ],
  ["a log of Apache with a whole URL", `192.0.2.1 - - [30/Nov/2025:11:00:00 +0100] fetch of ${url} failed`],
  ["syslog (RFC 5424)", `<165>1 2025-11-30T10:00:00.003Z web1 fetcher - - - GET ${url} forbidden`],
  ["a log of Go", `2025/11/29 10:00:00 Get "${url}": 403`],
  ["a time without a zone, the day before", `[2025-11-29 10:00:00] fetch failed ${url}`],
];

describe("a URL that has expired by now had not at the time of", () => {
  it.each(forms)("%s", async (_, paste) => {
    expect(readPastedRequest(paste)?.url).toBe(url);
    expect(await expiryOf(paste)).toBeUndefined();
  });
});

describe("a URL had expired at the time of", () => {
  it.each(forms.filter(([, paste]) => !paste.includes("30 PM") && !paste.includes("GMT+1")))(
    "%s, if that is two days later",
    async (_, paste) => {
      const later = paste
        .replaceAll("30 Nov 2025", "02 Dec 2025")
        .replaceAll("2025-11-30", "2025-12-02")
        .replaceAll("2025-11-29", "2025-12-02")
        .replaceAll("2025/11/29", "2025/12/02")
        .replaceAll("30/Nov/2025", "02/Dec/2025")
        .replaceAll("30 November", "2 December")
        .replaceAll("Nov 30", "Dec 02")
        .replaceAll(`${epoch}`, `${epoch + 2 * 86_400}`);
      expect(await expiryOf(later)).toMatch(
        /^(?:likely|proven): The signature had expired 1 day \d+ hours before/,
      );
    },
  );
});

describe("an expiry that has passed by now is likely, and said to be of now, for", () => {
  const byNow = "likely: The signature has expired by now. The time of the request is not known.";
  it.each([
    ["words", `why does ${url} not open?`],
    ["a time without a zone, on the same day", `[2025-11-30 10:00:00] fetch failed ${url}`],
    ["a time of the link", `${url} (valid until 2025-11-30 12:00 UTC)`],
    ["a time of the signing", `signed at 2025-11-30T09:00:00Z: ${url}`],
    ["two times, before and after the end", `2025-11-30T10:00:00Z a\n2025-11-30T13:00:00Z b\n${url}`],
    ["JSON without a time", JSON.stringify({ url, expires_at: "2025-11-30T12:00:00Z" })],
    [
      "an answer that hands it out",
      JSON.stringify({ code: 200, timestamp: "2025-11-30T11:00:00Z", data: { url } }),
    ],
    ["a raw request", `GET ${target} HTTP/1.1\nHost: d111111abcdef8.cloudfront.net\n`],
    ["syslog without a year", `Nov 30 10:00:00 web1 fetcher[99]: fetch failed ${url}`],
  ])("%s", async (_, paste) => {
    expect(await expiryOf(paste)).toBe(byNow);
  });
});

describe("of several times, those count of which the text says that it was requested then", () => {
  it.each([
    ["opened", `Made the link 2025-11-30 13:00 UTC, opened at 2025-11-30 10:00 UTC: ${url}`],
    [
      "signed",
      `signed 2025-11-30T09:00:00Z, got 403 at 2025-11-30T10:00:00Z, posted 2025-11-30T15:00:00Z: ${url}`,
    ],
  ])("%s", async (_, paste) => {
    expect(await expiryOf(paste)).toBeUndefined();
  });
});

it.each([
  ["a URL", url],
  ["a command", `curl -I '${url}'`],
  ["a command of wget", `wget '${url}'`],
])("what somebody may request now has expired by now: %s", async (_, paste) => {
  expect(await expiryOf(paste)).toMatch(/^proven: The signature expired .* ago\.$/);
});

it("a time without a zone is said to be taken as UTC", () => {
  expect(readPastedRequest(`[2025-11-29 10:00:00] fetch failed ${url}`)).toMatchObject({
    date: new Date("2025-11-29T10:00:00Z"),
    isTimeUncertain: true,
    notes: ["The paste does not show the zone of its time: UTC is assumed."],
  });
});

it.each(["1111-11-11T", "30 Nov 2025 ", "Nov 30 ", "at: 1", `at ${epoch}\n`, "2025-11-30T10:00:00Z "])(
  "times of many %j are read in a time that grows with the length only",
  (part) => {
    readPastedRequest(`${url}\n${part.repeat(100_000 / part.length)}`);
  },
);

it("a cookie that has expired by now may have been there", async () => {
  const setCookie = ["CloudFront-Policy=eyJ; Path=/; Expires=Sun, 30 Nov 2025 12:00:00 GMT"];
  const findings = await explainCloudFrontDenial({ url: `${host}/a.jpg`, setCookie, status: 403 });
  expect(findings.find(({ id }) => id === "cookie-expired")?.certainty).toBe("likely");
});
