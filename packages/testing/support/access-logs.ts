import type { CloudFrontSigner } from "cloudfront-sign-webcrypto";
import { type CloudFrontVerifier, createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { keyText } from "./keys.ts";
import { oneOf, type Random, seededRandom } from "./random.ts";
import { signerOf } from "./signers.ts";

/** Writes access logs: each request is decided by the verifier, and written as CloudFront documents it. */

export const site = "https://cdn.example.com";
/** The first moment of the logs. */
export const opening = Date.parse("2026-11-24T08:30:00Z");
export const minute = 60_000;

/** The keys of the logs. */
export const oldKey = { keyPairId: "K2JCJMDEHXQW5F", file: "ecp256" } as const;
export const newKey = { keyPairId: "K1NEWKEYEXAMPL", file: "rsa2048-b" } as const;
export type Key = typeof oldKey | typeof newKey;

export const signerAt = (key: Key, time: number): CloudFrontSigner =>
  signerOf(keyText(`${key.file}.pkcs8.pem`), { keyPairId: key.keyPairId, now: () => new Date(time) });

export const verifierOf = (...keys: readonly Key[]): CloudFrontVerifier =>
  createCloudFrontVerifier({
    publicKeys: Object.fromEntries(keys.map((key) => [key.keyPairId, keyText(`${key.file}.pub.spki.pem`)])),
  });

export const agents = {
  chrome:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  firefox: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
  safari:
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
  appleTv: "AppleCoreMedia/1.0.0.22J357 (Apple TV; U; CPU OS 18_0 like Mac OS X; en_us)",
  exoPlayer: "ExampleApp/2.4 (Linux;Android 15) AndroidXMedia3/1.8.0",
  python: "python-requests/2.32.3",
  bot: "Mozilla/5.0 (compatible; ExampleBot/1.0; +https://bot.example.com)",
} as const;

const browsers = [agents.chrome, agents.firefox, agents.safari] as const;

export interface Visit {
  readonly time: number;
  readonly url: string;
  readonly userAgent?: string;
  readonly address?: string;
  readonly cookies?: string;
  readonly country?: string;
}

/** The fields of a standard log that the tests need, in CloudFront's order, and the country of version 2. */
export const header =
  "#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len sc-range-start sc-range-end\n";

const encoder = new TextEncoder();

/**
 * Escapes what CloudFront escapes in its logs.
 *
 * Source: CloudFront Developer Guide, "Standard log file format".
 */
function logged(value: string): string {
  return value.replace(/[^!-~]|[<>"#{}|\\^~[\]`']/g, (character) =>
    Array.from(
      encoder.encode(character),
      (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
    ).join(""),
  );
}

/** The record of a visit, by the names of a standard log. */
export async function recordOf(visit: Visit, verifier: CloudFrontVerifier): Promise<Record<string, string>> {
  const { time, url, userAgent = agents.chrome, address = "192.0.2.7", cookies, country } = visit;
  const { host, pathname, search } = new URL(url);
  const at = { time: new Date(time), ipAddress: address };
  const verdict = await (cookies === undefined
    ? verifier.verifyUrl(url, at)
    : verifier.verifyCookies(url, cookies, at));
  const body = verdict.allowed
    ? undefined
    : `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${verdict.code}</Code><Message>${verdict.message}</Message></Error>`;
  const [date = "", clock = ""] = new Date(time).toISOString().split("T");
  const result = verdict.allowed ? "Miss" : "Error";
  return {
    date,
    time: clock.slice(0, 8),
    "x-edge-location": "FRA56-P1",
    "sc-bytes": "700",
    "c-ip": address,
    "cs-method": "GET",
    "cs(Host)": "d111111abcdef8.cloudfront.net",
    "cs-uri-stem": logged(pathname),
    "sc-status": verdict.allowed ? "200" : "403",
    "cs(Referer)": "-",
    "cs(User-Agent)": logged(userAgent),
    "cs-uri-query": logged(search.slice(1)) || "-",
    "cs(Cookie)": cookies === undefined ? "-" : logged(cookies),
    "x-edge-result-type": result,
    "x-edge-request-id": "aB3dE_example==",
    "x-host-header": host,
    "cs-protocol": "https",
    "cs-bytes": "50",
    "time-taken": "0.010",
    "x-forwarded-for": "-",
    "ssl-protocol": "TLSv1.3",
    "ssl-cipher": "TLS_AES_128_GCM_SHA256",
    "x-edge-response-result-type": result,
    "cs-protocol-version": "HTTP/2.0",
    "fle-status": "-",
    "fle-encrypted-fields": "-",
    "c-port": "40000",
    "time-to-first-byte": "0.010",
    "x-edge-detailed-result-type": result,
    "sc-content-type": body === undefined ? "video/mp4" : "text/xml",
    "sc-content-len": String(body?.length ?? 5000),
    "sc-range-start": "-",
    "sc-range-end": "-",
    ...(country && { "c-country": country }),
  };
}

export function standardLog(records: readonly Readonly<Record<string, string>>[]): string {
  return `${header}${records.map((record) => Object.values(record).slice(0, 33).join("\t")).join("\n")}\n`;
}

/** The visits of an hour in which nothing is wrong: signed links, a few that expired, and a few bots. */
export async function healthyVisits(
  random: Random,
  count = 400,
  keys: readonly Key[] = [oldKey],
): Promise<Visit[]> {
  const visits: Visit[] = [];
  for (let i = 0; i < count; i++) {
    const time = opening + Math.floor((i / count) * 60 * minute);
    const path = `${site}/course/lesson-${Math.floor(random() * 40)}.mp4`;
    const isLate = i % 180 === 90;
    const signed = await signerAt(oneOf(random, keys), time - (isLate ? 26 * 60 * minute : 30_000)).signUrl(
      path,
      {
        expiresIn: "1h",
      },
    );
    const isBot = i % 150 === 70;
    visits.push({
      time,
      url: isBot ? path : signed,
      userAgent: isBot ? agents.bot : oneOf(random, browsers),
      address: addressOf(Math.floor(random() * 60)),
    });
  }
  return visits;
}

export const addressOf = (number: number): string => `198.51.${number >> 8}.${number & 255}`;

/** An incident: the trusted keys by time, and the visits besides the healthy ones. */
export interface Incident {
  readonly visits: readonly Visit[];
  readonly verifierAt?: (time: number) => CloudFrontVerifier;
}

export async function recordsOf({ visits, verifierAt }: Incident): Promise<Record<string, string>[]> {
  const verifier = verifierOf(oldKey, newKey);
  const sorted = [...visits].sort((a, b) => a.time - b.time);
  return Promise.all(sorted.map((visit) => recordOf(visit, verifierAt?.(visit.time) ?? verifier)));
}

export const random = (): Random => seededRandom(33);
