import { agents } from "@cloudfront-sign-webcrypto/testing/support/access-logs.ts";
import { type AccessLogDiagnosis, diagnoseAccessLog } from "cloudfront-sign-diagnosis/logs";
import { describe, expect, it } from "vitest";

/** Denials that are less than one in a hundred requests: what stands out among them, and what every day has. */

interface Visits {
  readonly count: number;
  /** The hours of the day between which they come evenly. */
  readonly hours?: readonly [number, number];
  readonly path: (i: number) => string;
  readonly query?: (i: number, time: number) => string;
  readonly isDenied?: boolean;
  /** The number of addresses; without it, each request has its own. */
  readonly addresses?: number;
  readonly userAgent?: string;
}

const day = Date.parse("2026-11-24T00:00:00Z");
const hour = 3_600_000;
const key = "K2JCJMDEHXQW5F";
const otherKey = "K1NEWKEYEXAMPL";
const signedUntil = (time: number, i: number, keyPairId = key): string =>
  `Expires=${Math.floor(time / 1000)}&Signature=AAAA${i.toString(36).padStart(8, "A")}&Key-Pair-Id=${keyPairId}`;
const valid = (i: number, time: number): string => signedUntil(time + hour, i);
/** Links that expired hours ago, each at another time. */
const late = (i: number, time: number): string => signedUntil(time - (2 + (i % 7)) * hour, i);
/** An HTML page that was mailed as text. */
const escaped = (i: number, time: number): string => valid(i, time).replaceAll("&", "&amp;");

let firstAddress = 0;

function recordsOf(visits: Visits): Record<string, string>[] {
  const { count, hours = [0, 24], path, query = valid, isDenied = false, userAgent = agents.chrome } = visits;
  const addresses = visits.addresses ?? count;
  firstAddress += addresses;
  return Array.from({ length: count }, (_, i) => {
    const time = Math.floor(day + (hours[0] + ((hours[1] - hours[0]) * i) / count) * hour);
    const number = firstAddress + (i % addresses);
    const signed = query(i, time);
    return {
      timestamp: String(time / 1000),
      "c-ip": `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
      "cs-uri-stem": path(i),
      "cs-uri-query": signed,
      "cs-user-agent": userAgent.replaceAll(" ", "%20"),
      "x-host-header": "cdn.example.com",
      "sc-status": isDenied ? "403" : "200",
      ...(isDenied && { "sc-content-type": "text/xml", "sc-content-len": signed === "-" ? "146" : "110" }),
    };
  });
}

const lesson = (i: number): string => `/course/lesson-${i % 40}.mp4`;
/** Ten folders with about the same traffic. */
const anywhere = (i: number): string => `/${"abcdefghij"[i % 10]}/${i}.mp4`;
const none = (): string => "-";
const healthy: Visits = { count: 9000, path: (i) => (i % 2 ? lesson(i) : anywhere(i)), addresses: 700 };

async function diagnose(...visits: readonly Visits[]): Promise<AccessLogDiagnosis> {
  const records = [healthy, ...visits].flatMap(recordsOf);
  return diagnoseAccessLog(records.sort((one, other) => Number(one.timestamp) - Number(other.timestamp)));
}

describe("a log with few denials", () => {
  it.each<[string, readonly Visits[], string]>([
    [
      "a third of one path, whose links a newsletter has broken",
      [
        { count: 110, path: (i) => `/newsletter/${i}.html` },
        { count: 60, path: (i) => `/newsletter/${i}.html`, query: escaped, isDenied: true },
      ],
      "60 × html escaped, 35% of the requests for /newsletter/*.html",
    ],
    [
      "a third of one path, if readers try twice and most denials are elsewhere",
      [
        { count: 110, path: (i) => `/newsletter/${i}.html` },
        { count: 60, path: (i) => `/newsletter/${i}.html`, query: escaped, isDenied: true, addresses: 30 },
        { count: 80, path: anywhere, query: late, isDenied: true },
      ],
      "60 × html escaped, 35% of the requests for /newsletter/*.html",
    ],
    [
      "a part of one key",
      [
        { count: 90, path: anywhere, query: (i, time) => signedUntil(time + hour, i, otherKey) },
        {
          count: 40,
          path: anywhere,
          query: (i, time) => signedUntil(time - (2 + (i % 7)) * hour, i, otherKey),
          isDenied: true,
        },
      ],
      `40 × expired, 31% of the requests with key ${otherKey}`,
    ],
    [
      "a part of one client",
      [
        { count: 90, path: anywhere, userAgent: agents.exoPlayer },
        { count: 40, path: anywhere, query: late, isDenied: true, userAgent: agents.exoPlayer },
      ],
      "40 × expired, 31% of the requests from ExoPlayer",
    ],
    [
      "a sudden start everywhere",
      [
        { count: 4, path: anywhere, query: late, isDenied: true },
        { count: 60, hours: [14, 24], path: anywhere, query: late, isDenied: true },
      ],
      "64 × expired mostly since 13:",
    ],
    [
      "a sudden start without a signature",
      [
        { count: 4, path: lesson, query: none, isDenied: true },
        { count: 60, hours: [14, 24], path: lesson, query: none, isDenied: true },
      ],
      "64 × no credentials mostly since 13:",
    ],
    [
      "a sudden start in one path, while others are denied all day",
      [
        { count: 40, path: anywhere, query: late, isDenied: true },
        { count: 900, path: (i) => `/live/${i}.ts` },
        { count: 40, hours: [14, 24], path: (i) => `/live/${i}.ts`, query: late, isDenied: true },
      ],
      "80 × expired mostly since 13:",
    ],
  ])("tells of %s", async (_, visits, beginning) => {
    const { isHealthy, causes } = await diagnose(...visits);
    const [first] = causes;
    expect([isHealthy, first?.standsOut, first?.sentence.slice(0, beginning.length)]).toEqual([
      false,
      true,
      beginning,
    ]);
    expect(first?.share).toBeLessThan(0.01);
  });

  it("says what stands out, if most denials are others", async () => {
    const { sentence } = await diagnose(
      { count: 110, path: (i) => `/newsletter/${i}.html` },
      { count: 30, path: (i) => `/newsletter/${i}.html`, query: escaped, isDenied: true },
      { count: 80, path: anywhere, query: late, isDenied: true },
    );
    expect(sentence).toBe(
      "110 of 9,220 requests (1.2%) were denied. What stands out: 30 × html escaped, 21% of the requests for /newsletter/*.html",
    );
  });

  it.each<[string, readonly Visits[]]>([
    ["links that expire all day", [{ count: 85, path: anywhere, query: late, isDenied: true }]],
    ["visits without a signature all day", [{ count: 85, path: lesson, query: none, isDenied: true }]],
    [
      "an icon that browsers ask for",
      [{ count: 80, path: () => "/favicon.ico", query: none, isDenied: true }],
    ],
    [
      "a crawler with many addresses that comes at 14:00",
      [
        { count: 60, path: lesson, query: none, isDenied: true },
        { count: 25, hours: [14, 16], path: lesson, query: none, isDenied: true, userAgent: agents.bot },
      ],
    ],
    [
      "a crawler that calls itself a browser",
      [{ count: 85, hours: [14, 15], path: anywhere, query: none, isDenied: true, addresses: 4 }],
    ],
    [
      "one busy viewer at 14:00",
      [
        { count: 20, path: anywhere, query: late, isDenied: true },
        { count: 60, hours: [14, 15], path: () => "/a/1.mp4", query: late, isDenied: true, addresses: 1 },
      ],
    ],
    [
      "one busy viewer on a small path",
      [
        { count: 100, path: () => "/live/now.ts" },
        { count: 80, path: () => "/live/now.ts", query: late, isDenied: true, addresses: 2 },
      ],
    ],
    [
      "ten times the traffic by day",
      [
        { count: 20_000, hours: [8, 22], path: anywhere },
        { count: 10, hours: [0, 24], path: anywhere, query: late, isDenied: true },
        { count: 100, hours: [8, 22], path: anywhere, query: late, isDenied: true },
      ],
    ],
    [
      "the links of a mailing that expire at noon",
      [
        { count: 900, path: (i) => `/vouchers/${i}.pdf` },
        {
          count: 60,
          hours: [12, 24],
          path: (i) => `/vouchers/${i}.pdf`,
          query: (i) => signedUntil(day + 12 * hour, i),
          isDenied: true,
        },
      ],
    ],
    [
      "a link that was posted",
      [
        { count: 20, path: () => "/reports/annual.pdf" },
        {
          count: 70,
          hours: [14, 20],
          path: () => "/reports/annual.pdf",
          query: () => signedUntil(day + 10 * hour, 1),
          isDenied: true,
        },
      ],
    ],
  ])("is not alarmed by %s", async (_, visits) => {
    const { isHealthy, sentence } = await diagnose(...visits);
    expect([isHealthy, sentence]).toEqual([true, expect.stringMatching(/^Nothing /)]);
  });

  it("is not alarmed by a few denials of a short log", async () => {
    const records = [
      { count: 300, hours: [9, 10] as const, path: anywhere },
      { count: 2, hours: [9.5, 10] as const, path: () => "/live/now.ts", query: late, isDenied: true },
    ].flatMap(recordsOf);
    expect((await diagnoseAccessLog(records)).isHealthy).toBe(true);
  });
});
