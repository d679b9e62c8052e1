import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { keyText } from "../support/keys.ts";
import { host, keyPairId } from "../support/signers.ts";
import type { Fault } from "./fault.ts";

const publicKeys = () => ({ [keyPairId]: keyText("rsa2048.pub.spki.pem") });
const verifier = () => createCloudFrontVerifier({ publicKeys: publicKeys() });

function refused(given: string, run: () => unknown, message: string): Fault {
  return { given, run, code: "ERR_OPTION_INVALID", message };
}

function refusedRestrict(given: string, value: unknown, problem: string): Fault {
  return refused(
    `restrict: ${given}`,
    () => createCloudFrontVerifier({ publicKeys: publicKeys(), restrict: value as never }),
    `restrict: ${problem}`,
  );
}

function refusedClock(given: string, now: unknown, problem: string): Fault {
  return refused(
    `createCloudFrontVerifier({ now: ${given} })`,
    () => createCloudFrontVerifier({ publicKeys: publicKeys(), now: now as never }),
    `now: ${problem}`,
  );
}

function refusedMoment(given: string, now: unknown, problem: string): Fault {
  return refused(
    `verifyUrl(url, { now: ${given} })`,
    () => verifier().verifyUrl(host, { now: now as never }),
    `now: ${problem}`,
  );
}

function refusedHeaderName(given: string, name: unknown, problem: string): Fault {
  return refused(
    `ipAddressHeader: ${given}`,
    () =>
      verifier().verifyRequest(
        { url: host, headers: { get: () => null } },
        { ipAddressHeader: name as never },
      ),
    `ipAddressHeader: ${problem}`,
  );
}

function refusedVerifier(given: string, value: unknown, problem: string): Fault {
  return refused(
    `explainCloudFrontDenial({ verifier: ${given} })`,
    () => explainCloudFrontDenial({ url: host, verifier: value as never }),
    `verifier: ${problem}`,
  );
}

const writePattern = 'write text such as "/private/*"';

/** Faults of what configures a verifier, a decision or an explanation. */
export const verifyFaults: readonly Fault[] = [
  refusedRestrict(
    '"/private/*"',
    "/private/*",
    'is a string; write a list of path patterns such as ["/private/*"]',
  ),
  refusedRestrict("null", null, 'is null; write a list of path patterns such as ["/private/*"]'),
  refusedRestrict(
    "[]",
    [],
    "restricts nothing; add a path pattern that is restricted, or leave restrict out to restrict all",
  ),
  refusedRestrict(
    '[{ pathPattern: "/public/*", restricted: false }]',
    [{ pathPattern: "/public/*", restricted: false }],
    "restricts nothing; add a path pattern that is restricted, or leave restrict out to restrict all",
  ),
  refusedRestrict(
    '["/a/*", /^private/]',
    ["/a/*", /^private/],
    `the entry at index 1 is a RegExp; ${writePattern}, or { pathPattern, restricted }`,
  ),
  refusedRestrict(
    "[undefined]",
    [undefined],
    `the entry at index 0 is undefined; ${writePattern}, or { pathPattern, restricted }`,
  ),
  refusedRestrict(
    '[{ pathPattern: "/private/*" }]',
    [{ pathPattern: "/private/*" }],
    "the member restricted at index 0 is undefined; write true or false",
  ),
  refusedRestrict(
    '[{ pathPattern: "/private/*", restricted: "false" }]',
    [{ pathPattern: "/private/*", restricted: "false" }],
    "the member restricted at index 0 is a string; write true or false",
  ),
  refusedRestrict(
    "[{ restricted: true }]",
    [{ restricted: true }],
    `the path pattern at index 0 is undefined; ${writePattern}`,
  ),
  refusedRestrict(
    '["/a/*", ""]',
    ["/a/*", ""],
    'the path pattern at index 1 is empty; write "*" to restrict every path',
  ),
  refusedRestrict(
    '["https://d111111abcdef8.cloudfront.net/private/*"]',
    [`${host}/private/*`],
    'the path pattern at index 0 is a URL; leave out the scheme and the host name: "/private/*"',
  ),
  refusedRestrict(
    '["/private/*?a=1"]',
    ["/private/*?a=1"],
    "the path pattern at index 0 has a query, which CloudFront does not compare; end the pattern before the ?",
  ),
  refusedRestrict(
    '["/%70rivate/*"]',
    ["/%70rivate/*"],
    "the path pattern at index 0 has an escape at position 2; write the character itself, or ? in its place",
  ),
  refusedRestrict(
    '["/a/*,/b/*"]',
    ["/a/*,/b/*"],
    'the path pattern at index 0 has "," at position 5, which CloudFront accepts in no path pattern; list several patterns one by one, or write ? in its place',
  ),
  refusedRestrict(
    '["*.{txt,jpg}"]',
    ["*.{txt,jpg}"],
    'the path pattern at index 0 has "{" at position 3, which CloudFront accepts in no path pattern; list several patterns one by one, or write ? in its place',
  ),
  refusedRestrict(
    '["/my files/*"]',
    ["/my files/*"],
    'the path pattern at index 0 has " " at position 4, which CloudFront accepts in no path pattern; list several patterns one by one, or write ? in its place',
  ),
  refusedRestrict(
    '["!/public/*"]',
    ["!/public/*"],
    "the path pattern at index 0 starts with !, which CloudFront accepts in no path pattern; write { pathPattern, restricted: false }, with the pattern without !",
  ),
  refusedRestrict(
    '["/caf\u00e9/*"]',
    ["/caf\u00e9/*"],
    'the path pattern at index 0 has "\u00e9" at position 5, which CloudFront accepts in no path pattern; list several patterns one by one, or write ? in its place',
  ),
  refusedRestrict(
    '["/private"]',
    ["/private"],
    'the path pattern at index 0 covers nothing below it; add "/private/*", as an open entry if those paths are meant to be open',
  ),
  refusedRestrict(
    '["*.pdf", "/"]',
    ["*.pdf", "/"],
    'the path pattern at index 1 covers nothing below it; add "/*", as an open entry if those paths are meant to be open',
  ),
  refusedRestrict(
    '[{ pathPattern: "*", restricted: false }, "/private/*"]',
    [{ pathPattern: "*", restricted: false }, "/private/*"],
    "the path pattern at index 1 is never reached, because an open entry in front of it matches all of its paths; put it first",
  ),
  refusedRestrict(
    '["*.ts", { pathPattern: "/private/*", restricted: false }, "/private/paid/*"]',
    ["*.ts", { pathPattern: "/private/*", restricted: false }, "/private/paid/*"],
    "the path pattern at index 2 is never reached, because an open entry in front of it matches all of its paths; put it first",
  ),
  refusedRestrict(
    '["cdn.example.com/private/*"]',
    ["cdn.example.com/private/*"],
    "the path pattern at index 0 starts with a host name, which is not part of a path; leave it out, or write / in front if it is a folder",
  ),
  refusedRestrict(
    '["/private/*?token"]',
    ["/private/*?token"],
    "the path pattern at index 0 has a ? that is one character and starts no query; end the pattern before the ?, or write ?* for *?",
  ),
  refusedRestrict(
    '["/private/**/*.mp4"]',
    ["/private/**/*.mp4"],
    "the path pattern at index 0 has **, and one * matches the / between folders too; write * for ** and for **/*",
  ),
  refusedRestrict(
    '["/private/.*"]',
    ["/private/.*"],
    "the path pattern at index 0 ends with .* as a regular expression does, and matches only names that start with a dot; end it with /*, or with /.?* for those names",
  ),
  refusedRestrict(
    '["/private/:path*"]',
    ["/private/:path*"],
    "the path pattern at index 0 has a : in front of a name, as routers write a parameter, and matches only that text; write * for it, or ? for a real :",
  ),
  refusedRestrict(
    '["/private//*"]',
    ["/private//*"],
    "the path pattern at index 0 has //, which CloudFront merges in paths, so that it never matches; write one /",
  ),
  refusedRestrict(
    '["/public/../private/*"]',
    ["/public/../private/*"],
    "the path pattern at index 0 has a . or .. segment, which CloudFront resolves in paths; write the resolved path",
  ),
  refusedRestrict(
    "[a path pattern of 256 characters]",
    [`/${"a".repeat(255)}`],
    "the path pattern at index 0 has 256 characters, and CloudFront accepts 255; shorten it with *",
  ),
  refusedClock(
    "new Date()",
    new Date(),
    "is a Date; pass a function that returns a Date, such as () => new Date()",
  ),
  refusedClock("Date.now", Date.now, "returned a number; return a Date, such as new Date()"),
  refusedClock(
    "() => new Date(Number.NaN)",
    () => new Date(Number.NaN),
    "returned an invalid Date; check what the Date was made from",
  ),
  refusedClock("() => new Date(-1)", () => new Date(-1), "returned a Date before 1970; check the clock"),
  refusedMoment(
    '"2030-01-01T00:00:00Z"',
    "2030-01-01T00:00:00Z",
    'is a string; pass a Date, such as new Date("2030-01-01T00:00:00Z")',
  ),
  refusedMoment("null", null, 'is null; pass a Date, such as new Date("2030-01-01T00:00:00Z")'),
  refusedMoment(
    "new Date(Number.NaN)",
    new Date(Number.NaN),
    "is an invalid Date; check what the Date was made from",
  ),
  refusedMoment("new Date(-1)", new Date(-1), "is a Date before 1970; pass the time of the request"),
  refusedHeaderName(
    "true",
    true,
    'is not the name of a header (received a boolean); pass the name alone, such as "CloudFront-Viewer-Address"',
  ),
  refusedHeaderName(
    '""',
    "",
    'is not the name of a header (received an empty string); pass the name alone, such as "CloudFront-Viewer-Address"',
  ),
  refusedHeaderName(
    '"X-Forwarded-For"',
    "X-Forwarded-For",
    "is X-Forwarded-For, which clients can send themselves; pass the name of a header that your server sets, or the address as ipAddress",
  ),
  refusedHeaderName(
    '"X-Forwarded-For: 1"',
    "X-Forwarded-For: 1",
    'is not the name of a header (received a string); pass the name alone, such as "CloudFront-Viewer-Address"',
  ),
  refusedVerifier(
    "publicKeys",
    {},
    "is an object and not a verifier; pass what createCloudFrontVerifier returns",
  ),
  refused(
    "explainCloudFrontDenial(url)",
    () => explainCloudFrontDenial(`${host}/a.jpg` as never),
    'question: is a string; pass an object with the URL: { url: "https://…" }',
  ),
];
