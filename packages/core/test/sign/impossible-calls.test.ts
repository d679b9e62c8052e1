import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  end,
  host,
  keyPairId,
  momentSeconds,
  recorder,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  type CloudFrontSignErrorCode,
  cloudFrontUrl,
  createCloudFrontPresignedUrl,
} from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

/** What no request can match, whatever its program: it is refused, with the code of its reason. */

type Row = readonly [name: string, code: CloudFrontSignErrorCode, run: () => Promise<unknown>];

const file = `${host}/a.jpg`;
const signUrl = (url: unknown, terms: object = { dateLessThan: end }) =>
  recorder().signer.signUrl(url as string, terms as never);
const signCookies = (terms: object) => recorder().signer.signCookies(terms as never);
const signResource = (resource: unknown) => signCookies({ resource, dateLessThan: end });
const policyOf = (resource: string | undefined, condition: object = {}) =>
  JSON.stringify({
    Statement: [{ Resource: resource, Condition: { DateLessThan: { "AWS:EpochTime": end }, ...condition } }],
  });
const signPolicy = (resource: string | undefined, condition?: object) =>
  signCookies({ policy: policyOf(resource, condition) });

const urls: readonly Row[] = [
  ["a path", "ERR_URL_INVALID", () => signUrl("/a.jpg")],
  ["no scheme", "ERR_URL_INVALID", () => signUrl("cdn.example.com/a.jpg")],
  ["another scheme", "ERR_URL_INVALID", () => signUrl("ftp://cdn.example.com/a.jpg")],
  ["no text", "ERR_URL_INVALID", () => signUrl(undefined)],
  ["the host undefined", "ERR_URL_INVALID", () => signUrl("https://undefined/a.jpg")],
  ["an object as text", "ERR_URL_INVALID", () => signUrl(`${host}/[object Object]/a.jpg`)],
  ["a host of S3", "ERR_URL_INVALID", () => signUrl("https://bucket.s3.amazonaws.com/a.jpg")],
  ["a user", "ERR_URL_INVALID", () => signUrl("https://user:pass@cdn.example.com/a.jpg")],
  ["a tab", "ERR_URL_INVALID", () => signUrl(`${host}/a\tb.jpg`)],
  ["a line break", "ERR_URL_INVALID", () => signUrl(`${host}/a.jpg\n`)],
  ["a backslash", "ERR_URL_INVALID", () => signUrl(`${host}/a\\b.jpg`)],
  ["dot segments", "ERR_URL_INVALID", () => signUrl(`${host}/a/../b.jpg`)],
  ["encoded dot segments", "ERR_URL_INVALID", () => signUrl(`${host}/a/%2e%2e/b.jpg`)],
  // Whoever gets the signature of a canned policy can send it with a custom policy of the same bytes.
  ["a * in the path of one URL", "ERR_RESOURCE_INVALID", () => signUrl(`${host}/a*b.jpg`)],
  ["a reserved parameter", "ERR_URL_ALREADY_SIGNED", () => signUrl(`${file}?Expires=1`)],
  ["more than 8,192 bytes", "ERR_URL_TOO_LONG", () => signUrl(`${host}/${"a".repeat(8192)}`)],
  ["a key with dot segments", "ERR_URL_INVALID", async () => cloudFrontUrl(host, "../a.jpg")],
];

const times: readonly Row[] = [
  ["no end", "ERR_OPTION_MISSING", () => signUrl(file, {})],
  ["two ends", "ERR_OPTION_CONFLICT", () => signUrl(file, { dateLessThan: end, expiresIn: "1h" })],
  ["an end that has passed", "ERR_DATE_PAST", () => signUrl(file, { dateLessThan: momentSeconds - 1 })],
  ["an end in this second", "ERR_DATE_PAST", () => signUrl(file, { dateLessThan: momentSeconds })],
  ["a length of time as an end", "ERR_DATE_PAST", () => signUrl(file, { dateLessThan: 3600 })],
  ["milliseconds", "ERR_DATE_INVALID", () => signUrl(file, { dateLessThan: end * 1000 })],
  [
    "a second after the year 9999",
    "ERR_DATE_INVALID",
    () => signUrl(file, { dateLessThan: 253_402_300_800 }),
  ],
  [
    "a lifetime beyond the year 9999",
    "ERR_DATE_INVALID",
    () => signUrl(file, { expiresIn: 253_402_300_799 }),
  ],
  ["milliseconds as a lifetime", "ERR_DATE_INVALID", () => signUrl(file, { expiresIn: end * 1000 })],
  ["no time at all", "ERR_DATE_INVALID", () => signUrl(file, { expiresIn: 0 })],
  ["a text that is no duration", "ERR_DATE_INVALID", () => signUrl(file, { expiresIn: "5 lightyears" })],
  ["a text that is no date", "ERR_DATE_INVALID", () => signUrl(file, { dateLessThan: "tomorrow" })],
  ["a time without a zone", "ERR_DATE_INVALID", () => signUrl(file, { dateLessThan: "2030-01-01T00:00" })],
  ["a day that does not exist", "ERR_DATE_INVALID", () => signUrl(file, { dateLessThan: "2030-02-30" })],
  ["an invalid Date", "ERR_DATE_INVALID", () => signUrl(file, { dateLessThan: new Date(Number.NaN) })],
  [
    "a start after the end",
    "ERR_DATE_ORDER",
    () => signUrl(file, { dateGreaterThan: end + 1, dateLessThan: end }),
  ],
  ["a start at the end", "ERR_DATE_ORDER", () => signUrl(file, { dateGreaterThan: end, dateLessThan: end })],
  [
    "seconds for milliseconds, in one call",
    "ERR_DATE_PAST",
    () =>
      createCloudFrontPresignedUrl({
        policy: { url: file, expireTimeEpochMs: end },
        key: { keyPairId, content: keyText("rsa2048.pkcs8.pem") },
      }),
  ],
];

const restrictions: readonly Row[] = [
  [
    "an address that got lost",
    "ERR_OPTION_INVALID",
    () => signUrl(file, { dateLessThan: end, ipAddress: undefined }),
  ],
  [
    "an address of null",
    "ERR_IP_ADDRESS_INVALID",
    () => signUrl(file, { dateLessThan: end, ipAddress: null }),
  ],
  [
    "a start that got lost",
    "ERR_OPTION_INVALID",
    () => signUrl(file, { dateLessThan: end, dateGreaterThan: undefined }),
  ],
  [
    "a resource that got lost",
    "ERR_OPTION_INVALID",
    () => signUrl(file, { dateLessThan: end, resource: undefined }),
  ],
  [
    "an address by IPv6",
    "ERR_IP_ADDRESS_INVALID",
    () => signUrl(file, { dateLessThan: end, ipAddress: "2001:db8::1" }),
  ],
  [
    "a network of 33 bits",
    "ERR_IP_ADDRESS_INVALID",
    () => signUrl(file, { dateLessThan: end, ipAddress: "10.0.0.0/33" }),
  ],
  ["an unknown option", "ERR_OPTION_UNKNOWN", () => signUrl(file, { dateLessThan: end, ip: "192.0.2.1" })],
  [
    "a resource that does not cover the URL",
    "ERR_RESOURCE_MISMATCH",
    () => signUrl(file, { dateLessThan: end, resource: `${host}/b/*` }),
  ],
  [
    "an ID beside a ? that has two readings",
    "ERR_RESOURCE_INVALID",
    () => recorder().signer.grant({ resource: `${host}/a?v=1`, dateLessThan: end, grantId: "7" }),
  ],
];

const resources: readonly Row[] = [
  ["a path as a pattern", "ERR_RESOURCE_INVALID", () => signResource("/course/*")],
  ["a pattern without a scheme", "ERR_RESOURCE_INVALID", () => signResource("cdn.example.com/*")],
  ["a pattern of another scheme", "ERR_RESOURCE_INVALID", () => signResource("ftp://cdn.example.com/*")],
  ["a fragment", "ERR_RESOURCE_INVALID", () => signResource(`${host}/*#top`)],
  ["an escaped ? outside of a ready policy", "ERR_RESOURCE_INVALID", () => signResource(`${host}/a\\?b=*`)],
  ["dot segments in a pattern", "ERR_RESOURCE_INVALID", () => signResource(`${host}/a/../*`)],
  ["a pattern of the host undefined", "ERR_URL_INVALID", () => signResource("https://undefined/*")],
  ["a pattern of a bucket", "ERR_URL_INVALID", () => signResource("https://bucket.s3.amazonaws.com/*")],
  [
    "a port that clients leave out behind a *",
    "ERR_RESOURCE_INVALID",
    () => signResource("https://*:443/a/*"),
  ],
];

const policies: readonly Row[] = [
  ["no Resource", "ERR_POLICY_INVALID", () => signPolicy(undefined)],
  ["a policy of null", "ERR_POLICY_INVALID", () => signCookies({ policy: null })],
  ["no JSON", "ERR_POLICY_INVALID", () => signCookies({ policy: "Resource" })],
  ["an unknown condition", "ERR_POLICY_INVALID", () => signPolicy(`${host}/*`, { StringEquals: {} })],
  [
    "an end in milliseconds",
    "ERR_DATE_INVALID",
    () => signPolicy(`${host}/*`, { DateLessThan: { "AWS:EpochTime": end * 1000 } }),
  ],
  [
    "a policy that has ended",
    "ERR_DATE_PAST",
    () => signPolicy(`${host}/*`, { DateLessThan: { "AWS:EpochTime": 1 } }),
  ],
  [
    "a policy that ends before it starts",
    "ERR_DATE_ORDER",
    () => signPolicy(`${host}/*`, { DateGreaterThan: { "AWS:EpochTime": end } }),
  ],
  ["a Resource without a scheme", "ERR_RESOURCE_INVALID", () => signPolicy("cdn.example.com/*")],
  ["a Resource of another scheme", "ERR_RESOURCE_INVALID", () => signPolicy("ftp://cdn.example.com/*")],
  ["a line break at the end of Resource", "ERR_RESOURCE_INVALID", () => signPolicy(`${host}/*\n`)],
  ["a space at the end of Resource", "ERR_RESOURCE_INVALID", () => signPolicy(`${host}/* `)],
  ["a space within Resource", "ERR_RESOURCE_INVALID", () => signPolicy(`${host}/my dir/*`)],
  ["a letter beyond ASCII", "ERR_RESOURCE_INVALID", () => signPolicy(`${host}/\u00e4/*`)],
  ["a host in capitals", "ERR_RESOURCE_INVALID", () => signPolicy("https://CDN.example.com/*")],
  ["a domain with a * in capitals", "ERR_RESOURCE_INVALID", () => signPolicy("https://*.Example.com/*")],
  ["the port of the scheme", "ERR_RESOURCE_INVALID", () => signPolicy("https://cdn.example.com:443/*")],
  ["dot segments in Resource", "ERR_RESOURCE_INVALID", () => signPolicy(`${host}/a/../*`)],
  ["a fragment in Resource", "ERR_RESOURCE_INVALID", () => signPolicy(`${host}/*#top`)],
  ["a Resource of the host undefined", "ERR_URL_INVALID", () => signPolicy("https://undefined/*")],
  ["a Resource of a bucket", "ERR_URL_INVALID", () => signPolicy("https://bucket.s3.amazonaws.com/*")],
  ["a backslash", "ERR_RESOURCE_INVALID", () => signPolicy(`${host}/a\\b/*`)],
  ["a quote", "ERR_RESOURCE_INVALID", () => signPolicy(`${host}/"/*`)],
  ["a <", "ERR_RESOURCE_INVALID", () => signPolicy(`${host}/<id>/*`)],
  ["NUL", "ERR_RESOURCE_INVALID", () => signPolicy(`${host}/\0*`)],
  ["a user in Resource", "ERR_URL_INVALID", () => signPolicy("https://user:pass@cdn.example.com/*")],
  ["an object as text in Resource", "ERR_RESOURCE_INVALID", () => signPolicy(`${host}/[object Object]/*`)],
  ["a reserved parameter in Resource", "ERR_URL_ALREADY_SIGNED", () => signPolicy(`${host}/a?Expires=*`)],
  [
    "a Resource of more than 8,192 bytes",
    "ERR_URL_TOO_LONG",
    () => signPolicy(`${host}/${"a".repeat(8192)}*`),
  ],
];

describe("a call that cannot be right", () => {
  it.each([...urls, ...times, ...restrictions, ...resources, ...policies])("%s: %s", async (_, code, run) => {
    expect((await refusal(run)).code).toBe(code);
  });
});
