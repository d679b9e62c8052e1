import {
  end,
  host,
  moment,
  momentSeconds,
  rsaSigner,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { outcome, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import type { GrantOptions, SignCookiesOptions, SignUrlOptions } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

/** A call that somebody may write, and a request that it has to open. */
interface ValidCall {
  readonly name: string;
  readonly sign:
    | { readonly url: string; readonly terms: SignUrlOptions }
    | { readonly cookies: SignCookiesOptions }
    | { readonly grant: GrantOptions };
  /** The requested URL. Default: the one that was signed. */
  readonly requested?: string;
  /** The time of the request, in epoch seconds. Default: that of the suite. */
  readonly at?: number;
  readonly viewer?: string;
}

const later = { dateLessThan: end } as const;
const file = `${host}/image.jpg`;

const forUrl = (
  name: string,
  url: string,
  terms: object = later,
  more: Partial<ValidCall> = {},
): ValidCall => ({
  name,
  sign: { url, terms: terms as SignUrlOptions },
  ...more,
});
const forResource = (
  name: string,
  resource: string,
  requested: string,
  terms: object = later,
  more: Partial<ValidCall> = {},
): ValidCall => ({
  name,
  sign: { cookies: { resource, ...terms } as SignCookiesOptions },
  requested,
  ...more,
});
const policyOf = (resource: string, condition: object = {}) =>
  JSON.stringify({
    Statement: [{ Resource: resource, Condition: { DateLessThan: { "AWS:EpochTime": end }, ...condition } }],
  });
const forPolicy = (
  name: string,
  resource: string,
  requested: string,
  condition?: object,
  more: Partial<ValidCall> = {},
): ValidCall => ({ name, sign: { cookies: { policy: policyOf(resource, condition) } }, requested, ...more });

/** Times that programs give: the same line on another day, or for another user. */
const times: readonly ValidCall[] = [
  forUrl("a year in seconds", file, { expiresIn: 365 * 86_400 }),
  forUrl("a session with 900,000 seconds left", file, { expiresIn: 15 * 60 * 1000 }),
  forUrl("a session with a part of a second left", file, { expiresIn: 5400.75 }),
  forUrl("one second", file, { expiresIn: 1 }),
  forUrl("an hour and a half", file, { expiresIn: "1.5h" }, { at: momentSeconds + 5399 }),
  forUrl("until the end of the year 9999", file, { dateLessThan: new Date("9999-12-31T23:59:59Z") }),
  forUrl("a session that ends in five seconds", file, {
    dateLessThan: new Date(momentSeconds * 1000 + 5000),
  }),
  forUrl("a session that ends in one second", file, { dateLessThan: momentSeconds + 1 }),
  forUrl("Date.now() / 1000 + 3600", file, { dateLessThan: momentSeconds + 3600.123 }),
  forUrl("an offset without a colon", file, { dateLessThan: "2030-01-01T00:00:00+0000" }),
  forUrl("an offset in hours and minutes", file, { dateLessThan: "2030-01-01T05:30:00+0530" }),
  forUrl("a date, as in the samples of the SDK", file, { dateLessThan: "2030-01-01" }),
  forUrl("a start as a date", file, { dateGreaterThan: "2025-12-01", dateLessThan: "2030-01-01" }),
  forUrl(
    "a start in the future",
    file,
    { dateGreaterThan: momentSeconds + 86_400, dateLessThan: end },
    { at: momentSeconds + 86_401 },
  ),
  forUrl("a window longer than the lifetime", file, { expiresIn: "1h", cacheWindow: "1d" }),
  forUrl("a window of 60,000 seconds", file, { expiresIn: "2d", cacheWindow: 60_000 }),
  forUrl("no window to stagger", file, { expiresIn: "1h", staggerWindows: true }),
];

/** Names that people give to files and folders. */
const names: readonly ValidCall[] = [
  forUrl("a file called null", `${host}/null`),
  forUrl("a folder called null", `${host}/users/null/a.jpg`),
  forUrl("a folder called undefined", `${host}/docs/undefined/index.html`),
  forUrl("a folder called NaN", `${host}/js/NaN/`),
  forUrl("a placeholder of a template", `${host}/templates/\${name}.html`),
  forUrl("an encoded placeholder", `${host}/templates/$%7Bname%7D.html`),
  forUrl("a query that starts with a dot", `${host}/download?.pdf`),
  forUrl("a section of a page", `${host}/guide.html#section-1.2`, later, { requested: `${host}/guide.html` }),
  forUrl("a route with an extension", `${host}/index.html#/files/report.pdf`, later, {
    requested: `${host}/index.html`,
  }),
  forUrl("a fragment with a space", `${host}/book.html#chapter one`, later, {
    requested: `${host}/book.html`,
  }),
  forUrl(
    "a name for downloads in other languages",
    `${host}/a.pdf?response-content-disposition=attachment;%20filename*=UTF-8%27%27a.pdf`,
  ),
  forUrl("two slashes", `${host}//a.jpg`),
  forUrl("a folder", `${host}/course/`),
  forUrl("a query without a value", `${host}/a.jpg?download`),
  forUrl("a query without a name", `${host}/a.jpg?=1`),
  forUrl("a space in the path", `${host}/my file.pdf`, later, { requested: `${host}/my%20file.pdf` }),
  forUrl("letters beyond ASCII", `${host}/caf\u00e9.jpg`, later, { requested: `${host}/caf%C3%A9.jpg` }),
];

/** Hosts that are not what somebody expected, and are. */
const hosts: readonly ValidCall[] = [
  forUrl("a name that ends like a word", "https://example.comcourse/a.jpg"),
  forUrl("a name that ends like an extension", "https://cdn.example.mp4/a.jpg"),
  forUrl("a top-level domain that starts with net", "https://cdn.example.networks/a.jpg"),
  forUrl("a host called http", "http://http/a.jpg"),
  forUrl("a host of a private network", "http://files/a.jpg"),
  forUrl(
    "a distribution behind a port that is forwarded",
    "https://d111111abcdef8.cloudfront.net:8443/a.jpg",
  ),
  forUrl("an address", "http://127.0.0.1:8080/a.jpg"),
  forUrl("a URL without a path", "https://cdn.example.com", later, { requested: "https://cdn.example.com/" }),
  forUrl("a query without a path", "https://cdn.example.com?v=1", later, {
    requested: "https://cdn.example.com/?v=1",
  }),
];

/** Addresses of AWS's test vectors, and of networks. */
const addresses: readonly ValidCall[] = [
  forUrl(
    "a private network of AWS's test vectors",
    "https://d111111abcdef8.cloudfront.net/test.txt",
    { ...later, ipAddress: "10.0.0.0/8" },
    { viewer: "10.1.2.3" },
  ),
  forUrl(
    "the network of AWS's samples",
    file,
    { ...later, ipAddress: "192.168.0.0/24" },
    { viewer: "192.168.0.9" },
  ),
  forUrl("this machine", file, { ...later, ipAddress: "127.0.0.1" }, { viewer: "127.0.0.1" }),
  forUrl("every address", file, { ...later, ipAddress: "0.0.0.0/0" }, { viewer: "203.0.113.7" }),
  forUrl(
    "every address, by another network",
    file,
    { ...later, ipAddress: "203.0.113.7/0" },
    { viewer: "198.51.100.1" },
  ),
];

/** Patterns of AWS's pages, of its SDKs and of other people's code. */
const patterns: readonly ValidCall[] = [
  forResource("every host of a scheme", "https://*", `${host}/a.jpg?x=1`),
  forResource("every host, and a folder", "*://*/course/*", `${host}/course/a.ts`),
  forResource("every host of a registry", "https://*.co.uk/*", "https://cdn.example.co.uk/a.jpg"),
  forResource("a host that ends otherwise", "https://cdn.example.com*", "https://cdn.example.com/a.jpg?x"),
  forResource("a pattern without a scheme", "*example.com/videos/*", "https://cdn.example.com/videos/a.ts"),
  forResource("a wildcard in the scheme", "http?://d111111abcdef8.cloudfront.net/*", file),
  forResource("a folder in each folder", `${host}/*/thumbnails/*`, `${host}/7/thumbnails/a.jpg`),
  forResource("numbers that begin alike", `${host}/users/1*`, `${host}/users/12/a.jpg`),
  forResource("a folder alone", `${host}/course/`, `${host}/course/`),
  forResource("a playlist alone", `${host}/film/index.m3u8`, `${host}/film/index.m3u8`),
  forResource("a manifest alone", `${host}/film/stream.mpd`, `${host}/film/stream.mpd`),
  forResource("two slashes", `${host}//course/*`, `${host}//course/a.ts`),
  forResource("a folder called null", `${host}/null/*`, `${host}/null/a.ts`),
  forResource("one character", `${host}/img-?.jpg`, `${host}/img-1.jpg`),
  forResource("one character, and a folder", `${host}/part?/*`, `${host}/part1/a.ts`),
  forResource("one character, and any query", `${host}/img-?.jpg?*`, `${host}/img-1.jpg?size=2`),
  forResource("a ? at the end", `${host}/a?`, `${host}/ab`),
  forResource("any value of a parameter", `${host}/a?size=*`, `${host}/a?size=10`),
  forResource("a parameter of any file", `${host}/*?v=*`, `${host}/b/c?v=1`),
  forResource("any query of any file", `${host}/*?*`, `${host}/a?b`),
  forResource("any query of the root", "https://cdn.example.com?*", "https://cdn.example.com/?v=1"),
  forResource("a query of the root", "https://cdn.example.com?v=*", "https://cdn.example.com/?v=1"),
  forUrl("a pattern with a ? for a URL", `${host}/img-1.jpg`, { ...later, resource: `${host}/img-?.jpg` }),
  forUrl("a pattern with a value for a URL", `${host}/a?size=10`, { ...later, resource: `${host}/a?size=*` }),
  {
    name: "a grant of one character",
    sign: { grant: { resource: `${host}/part-?/*`, ...later } },
    requested: `${host}/part-1/a.ts`,
  },
];

/** Ready policies, with the patterns of AWS's page and of its older editions. */
const policies: readonly ValidCall[] = [
  forPolicy("AWS: an escaped ?", `${host}/horizon.jpg\\?size=large`, `${host}/horizon.jpg?size=large`),
  forPolicy(
    "AWS: a * on both sides",
    "https://www.example.com/hello*\\?*",
    "https://www.example.com/hello-world?x=1",
  ),
  forPolicy(
    "AWS: a query with *",
    `${host}/training/*?license=yes`,
    `${host}/training/orientation.avi?license=yes`,
  ),
  forPolicy("any value of a parameter", `${host}/img.jpg?size=*`, `${host}/img.jpg?size=10`),
  forPolicy("one character", `${host}/img-?.jpg`, `${host}/img-1.jpg`),
  forPolicy("every file of every host", "*", file),
  forPolicy("both schemes", "http*://cdn.example.com/*", "http://cdn.example.com/a"),
  forPolicy("a folder called undefined", `${host}/undefined/*`, `${host}/undefined/a`),
  forPolicy("a name that other signers leave", `${host}/it's/{a}|b/*`, `${host}/it's/{a}|b/c`),
  forPolicy(
    "AWS: a network and a start",
    `${host}/training/*`,
    `${host}/training/a.mp4`,
    { DateGreaterThan: { "AWS:EpochTime": 1241073790 }, IpAddress: { "AWS:SourceIp": "192.0.2.0/24" } },
    { viewer: "192.0.2.7" },
  ),
  {
    name: "AWS: white space",
    sign: {
      cookies: {
        policy: `{\r\n "Statement": [{\r\n  "Resource": "${host}/*",\r\n  "Condition": {"DateLessThan": {"AWS:EpochTime": ${end}}}\r\n }]\r\n}`,
      },
    },
    requested: file,
  },
  forUrl("a ready policy in its last second", file, {
    policy: policyOf(file).replace(`${end}`, `${momentSeconds + 1}`),
  }),
  forUrl("a ready policy until the year 9999", file, {
    policy: policyOf(file).replace(`${end}`, "253402300799"),
  }),
];

const validCalls: readonly ValidCall[] = [
  ...times,
  ...names,
  ...hosts,
  ...addresses,
  ...patterns,
  ...policies,
];

/** Nothing that can be right is refused, and what is signed opens the request that it was signed for. */

const signer = rsaSigner();
const verifier = verifierOf();

async function verdictOf({ sign, requested, at, viewer }: ValidCall) {
  const conditions = {
    ...(viewer !== undefined && { ipAddress: viewer }),
    time: at === undefined ? moment : new Date(at * 1000),
  };
  if ("cookies" in sign) {
    const { values } = await signer.signCookies(sign.cookies);
    return verifier.verifyCookies(requested ?? "", values as Record<string, string>, conditions);
  }
  if ("grant" in sign) {
    const grant = await signer.grant(sign.grant);
    expect(grant.covers(requested ?? "")).toBe(true);
    return verifier.verifyUrl(grant.signUrl(requested ?? ""), conditions);
  }
  const signed = await signer.signUrl(sign.url, sign.terms);
  // A browser requests it as it is.
  const [sent = ""] = signed.split("#", 1);
  if (!/['{}|]/.test(sent)) expect(new URL(sent).href).toBe(sent);
  const verdict = await verifier.verifyUrl(signed, conditions);
  if (requested !== undefined && verdict.allowed) expect(verdict.url).toBe(requested);
  return verdict;
}

describe("a call that can be right", () => {
  it.each(validCalls.map((call) => [call.name, call] as const))("%s", async (_, call) => {
    expect(outcome(await verdictOf(call))).toBe("allowed");
  });
});
