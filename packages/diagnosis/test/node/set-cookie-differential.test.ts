import { getDomain, getPublicSuffix } from "tldts";
import { CookieJar, parseDate } from "tough-cookie";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { domainFault, lineFaults } from "../../src/checks/cookies/set-cookie-lines.ts";
import type { Finding } from "../../src/findings/finding.ts";
import { isKnownPublicSuffix, siteRelation } from "../../src/request/cookie-scope.ts";
import { readPage, readTarget } from "../../src/request/request-target.ts";
import { parseCookieDate, readSetCookieLine } from "../../src/request/set-cookie-line.ts";

/** Hosts of many customers. */
const platformsOfTests = [
  "github.io",
  "herokuapp.com",
  "vercel.app",
  "pages.dev",
  "myshopify.com",
  "s3.amazonaws.com",
  "cloudfront.net",
];

/** What a browser does with cookies, decided by tough-cookie and by the Public Suffix List of tldts. */

const now = new Date("2026-01-01T00:00:00Z");

/** A generator with a fixed seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const hosts = [
  "d111111abcdef8.cloudfront.net",
  "d222222abcdef8.cloudfront.net",
  "cdn.example.com",
  "example.com",
  "app.example.com",
  "a.b.example.co.uk",
  "media.example.org",
  "localhost",
  "app.localhost",
  "127.0.0.1",
  "192.0.2.7",
  "[::1]",
];
const domains = [
  ...hosts,
  "cloudfront.net",
  ".cloudfront.net",
  ".example.com",
  "EXAMPLE.com",
  "com",
  "example.co.uk",
  "co.uk",
  "other.org",
  "ample.com",
  "0.2.7",
  "https://cdn.example.com",
  "*.example.com",
  "cdn.example.com:443",
  "",
];
const paths = ["/", "/v", "/v/", "/v/*", "/v/1", "/V", "/vi", "/v/1/2", "v", "", "/v/%31", "/*"];
const requested = ["/", "/v", "/v/", "/v/1", "/v/1/2", "/w/v", "/v/1.ts", "/v/*"];
const dates = [
  "Wed, 31 Dec 2025 23:59:59 GMT",
  "Thu, 01 Jan 2026 00:00:00 GMT",
  "Thu, 01 Jan 2026 00:00:01 GMT",
  "Thu, 01 Jan 1970 00:00:00 GMT",
  "Thursday, 31-Dec-37 23:55:55 GMT",
  "Thu Dec 31 23:59:59 2037",
  "Thu, 31-Dec-2037 23:59:59 GMT",
  "Sun, 30 Feb 2027 10:00:00 GMT",
  "1900000000",
  "2037-12-31T23:59:59Z",
  "0",
  "soon",
];
const maxAges = ["0", "-1", "1", "3600", "abc", "", "1.5", "+5", "99999999999"];
const sameSites = ["Strict", "lax", "None", "none", "Other", ""];

/** What tldts says: the registrable domain with the private part of the list, or the host itself. */
function siteOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}

function isSameSite(one: string, other: string): boolean {
  return one === other || siteOf(one) === siteOf(other);
}

/** Whether a jar sends a cookie to a URL whose own host set it over https: the best that can be for the cookie. */
async function isSent(text: string, url: string, page: string | undefined): Promise<boolean> {
  const jar = new CookieJar();
  const isCrossSite = page !== undefined && !isSameSite(new URL(page).hostname, new URL(url).hostname);
  await jar.setCookie(text, url.replace("http:", "https:"), { ignoreError: true });
  const cookies = await jar.getCookies(url, { sameSiteContext: isCrossSite ? "none" : "strict" });
  return cookies.length > 0;
}

/** Where tough-cookie 6.1.0 does not do what RFC 6265bis and browsers do. */
const deviations: readonly [why: string, applies: (fault: Finding, host: string) => boolean][] = [
  ["it has no limit for name and value", ({ id }) => id === "cookie-too-large"],
  [
    "it stores SameSite=None without Secure",
    ({ evidence }) => evidence === "browsers refuse SameSite=None without Secure",
  ],
  [
    "it stores cookies of app.localhost for localhost, which is not a public suffix for it",
    ({ id }, host) => id === "cookie-domain" && host.endsWith(".localhost"),
  ],
];

/** Where the library says nothing: it has no Public Suffix List, and tough-cookie refuses any Domain of IPv6. */
const silentDomains = ["co.uk", "[::1]"];

describe("Set-Cookie lines and tough-cookie", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now, toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("a cookie that is proven not to be sent is not sent, and one without fault is: 3,000 lines and URLs", async () => {
    const next = random(14);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
    const maybe = (chance: number, text: () => string): string => (next() < chance ? text() : "");
    const wrong: string[] = [];
    let provenCount = 0;
    let sentCount = 0;
    for (let i = 0; i < 3000; i++) {
      const host = pick(hosts);
      const url = `${pick(["https", "https", "http"])}://${host}${pick(["", "", ":8443"])}${pick(requested)}`;
      const attributes = [
        maybe(0.5, () => `${pick(["Domain", "domain"])}=${next() < 0.6 ? host : pick(domains)}`),
        maybe(0.5, () => `Path=${next() < 0.4 ? "/" : pick(paths)}`),
        maybe(0.2, () => `Path=${pick(paths)}`),
        maybe(0.2, () => `Expires=${pick(dates)}`),
        maybe(0.1, () => `expires=${pick(dates)}`),
        maybe(0.2, () => `Max-Age=${pick(maxAges)}`),
        maybe(0.1, () => `max-age=${pick(maxAges)}`),
        maybe(0.4, () => pick(["Secure", "secure", "Secure=1", " SECURE "])),
        maybe(0.3, () => "HttpOnly"),
        maybe(0.3, () => `SameSite=${pick(sameSites)}`),
      ].filter((text) => text !== "");
      attributes.sort(() => next() - 0.5);
      const value = next() < 0.05 ? "x".repeat(pick([4078, 4079, 4080, 5000])) : "eyJTdGF0ZW1lbnQi";
      const text = [`CloudFront-Policy=${value}`, ...attributes].join(pick(["; ", ";", " ;\t"]));
      const page = next() < 0.3 ? `https://${pick(hosts)}` : undefined;
      const line = readSetCookieLine(text, now.getTime());
      const target = readTarget(new URL(url).href);
      if (!line || !target) throw new Error(`unread: ${text} ${url}`);
      const faults = lineFaults(line, {
        target,
        page: readPage(page),
        request: { time: now.getTime(), isGiven: true, isCertain: true },
      });
      const proofs = faults.filter(({ certainty }) => certainty === "proven");
      const sent = await isSent(text, url, page);
      const isDeviation = proofs.every((fault) => deviations.some(([, applies]) => applies(fault, host)));
      const isSilent = silentDomains.includes(line.domain);
      if (sent ? proofs.length > 0 && !isDeviation : faults.length === 0 && !isSilent)
        wrong.push(
          `${sent ? "sent" : "not sent"}: ${text.slice(0, 200)} to ${url} from ${page} ${JSON.stringify(faults)}`,
        );
      if (proofs.length > 0) provenCount++;
      if (sent) sentCount++;
    }
    expect(wrong).toEqual([]);
    expect(provenCount).toBeGreaterThan(1000);
    expect(sentCount).toBeGreaterThan(500);
  });

  it("reads 3,000 dates as tough-cookie does", () => {
    const next = random(6265);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
    const number = (most: number): string => `${Math.floor(next() * most)}`;
    const months = ["Jan", "feb", "MARCH", "Sept", "dec", "Mai", "ja"];
    const wrong: string[] = [];
    let validCount = 0;
    for (let i = 0; i < 3000; i++) {
      const time = `${number(26)}:${number(62).padStart(pick([1, 2]), "0")}:${number(62)}${pick(["", "", "", "Z", "0", "+01"])}`;
      const year = pick(["2037", "37", "99", "70", "1601", "1600", "1999", "02037", number(10000)]);
      const tokens = [
        pick(["Wed,", "Wednesday,", "", "W"]),
        number(34),
        pick(months),
        year,
        time,
        pick(["GMT", "", "+0000"]),
      ];
      if (next() < 0.3) tokens.sort(() => next() - 0.5);
      const text = tokens.join(pick([" ", "-", ", ", "\t", "/"]));
      const read = parseCookieDate(text);
      if (read !== undefined) validCount++;
      if (read !== parseDate(text)?.getTime()) wrong.push(text);
    }
    expect(wrong).toEqual([]);
    expect(validCount).toBeGreaterThan(500);
  });
});

describe("domains, sites and the Public Suffix List", () => {
  it("what is called a public suffix is one, and of the labels below countries most are known", () => {
    const letters = "abcdefghijklmnopqrstuvwxyz".split("");
    const labels =
      "ac asn co com edu firm go gob gouv gov gv id info ltd me ne net nom or org pro sch web".split(" ");
    const countries = letters.flatMap((one) => letters.map((other) => one + other));
    const below = countries.flatMap((country) => labels.map((label) => `${label}.${country}`));
    const listed = ({ domain }: { domain: string }) =>
      getPublicSuffix(domain, { allowPrivateDomains: true }) === domain;
    const all = [...below, ...platformsOfTests].map((domain) => ({
      domain,
      isKnown: isKnownPublicSuffix(domain),
    }));
    expect(all.filter((one) => one.isKnown && !listed(one))).toEqual([]);
    const usual = all.filter((one) => listed(one) && /^(?:com|co|net|org|edu|gov|ac)\./.test(one.domain));
    expect(usual.filter(({ isKnown }) => isKnown).length / usual.length).toBeGreaterThan(0.6);
    expect(platformsOfTests.filter((domain) => !isKnownPublicSuffix(domain))).toEqual([]);
  });

  const listed = [
    ...hosts,
    "cloudfront.net",
    "d333333abcdef8.cloudfront.net",
    "www.example.net",
    "shop.example.net",
    "example.github.io",
    "other.github.io",
    "github.io",
    "a.co.uk",
    "b.co.uk",
    "x.y.a.co.uk",
    "bucket.s3.amazonaws.com",
    "my-site.pages.dev",
    "other.pages.dev",
    "xn--bcher-kva.example",
    "host",
    "www.city.kawasaki.jp",
    "other.city.kawasaki.jp",
    "example.com.au",
    "10.0.0.1",
  ];

  it("sites that are cross-site differ in their registrable domain, and one site has one: all pairs", () => {
    const wrong: string[] = [];
    for (const one of listed)
      for (const other of listed) {
        const [from, to] = [readTarget(`https://${one}/`), readTarget(`https://${other}/`)];
        if (!from || !to) throw new Error(`unread: ${one} ${other}`);
        const relation = siteRelation(from, to);
        const isSame = isSameSite(one, other);
        if ((relation === "cross-site" && isSame) || (relation === "same-site" && !isSame))
          wrong.push(`${one} ${other}: ${relation}`);
      }
    expect(wrong).toEqual([]);
  });

  it("a Domain that is proven wrong does not cover the host, or is a public suffix: all pairs", () => {
    const wrong: string[] = [];
    for (const host of listed)
      for (const domain of listed) {
        const target = readTarget(`https://${host}/`);
        const fault = domainFault({ domain }, { target });
        const isSuffix = getPublicSuffix(domain, { allowPrivateDomains: true }) === domain;
        const isCovered = host === domain || (host.endsWith(`.${domain}`) && !/^[\d.]+$|^\[/.test(host));
        const isRight = host === domain || (isCovered && !isSuffix);
        // Without the list, only cloudfront.net and names without a dot are known to be public suffixes.
        const isKnown = !isCovered || domain === "cloudfront.net" || !domain.includes(".");
        if (fault ? isRight : !isRight && isKnown) wrong.push(`Domain=${domain} for ${host}`);
      }
    expect(wrong).toEqual([]);
  });

  it("cloudfront.net is a public suffix, and the host of a distribution is none", () => {
    const options = { allowPrivateDomains: true };
    expect(getPublicSuffix("d111111abcdef8.cloudfront.net", options)).toBe("cloudfront.net");
    expect(getDomain("d111111abcdef8.cloudfront.net", options)).toBe("d111111abcdef8.cloudfront.net");
  });
});
