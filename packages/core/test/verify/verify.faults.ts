import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { host, keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";

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

function refusedMoment(given: string, time: unknown, problem: string): Fault {
  return refused(
    `verifyUrl(url, { time: ${given} })`,
    () => verifier().verifyUrl(host, { time: time as never }),
    `time: ${problem}`,
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

const writePattern = 'is not text such as "/private/*", or { pathPattern, restricted: true or false }';

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
  refusedRestrict('["/a/*", /^private/]', ["/a/*", /^private/], `the entry at index 1 ${writePattern}`),
  refusedRestrict("[undefined]", [undefined], `the entry at index 0 ${writePattern}`),
  refusedRestrict(
    '[{ pathPattern: "/private/*", restricted: "false" }]',
    [{ pathPattern: "/private/*", restricted: "false" }],
    'the entry at index 0 is not text such as "/private/*", or { pathPattern, restricted: true or false }',
  ),
  refusedRestrict("[{ restricted: true }]", [{ restricted: true }], `the entry at index 0 ${writePattern}`),
  refusedRestrict(
    '["/a/*", ""]',
    ["/a/*", ""],
    "the entry at index 1 is not made of 1 to 255 letters, digits and _-.*$/~\"'@:+&?, as CloudFront requires; write one path without its query, and ? for any other character",
  ),
  refusedRestrict(
    '["https://d111111abcdef8.cloudfront.net/private/*"]',
    [`${host}/private/*`],
    "the entry at index 0 never matches, because CloudFront resolves //, . and .. in paths; write only the resolved path, as in /private/*",
  ),
  refusedRestrict(
    '["/private/*?a=1"]',
    ["/private/*?a=1"],
    "the entry at index 0 is not made of 1 to 255 letters, digits and _-.*$/~\"'@:+&?, as CloudFront requires; write one path without its query, and ? for any other character",
  ),
  refusedRestrict(
    '["/private"]',
    ["/private"],
    'the entry at index 0 covers nothing below it; add "/private/*", as an open entry if that is meant',
  ),
  refusedRestrict(
    '[{ pathPattern: "*", restricted: false }, "/private/*"]',
    [{ pathPattern: "*", restricted: false }, "/private/*"],
    "the entry at index 1 is never reached, because an open entry before it matches all of its paths; put it first",
  ),
  refusedRestrict(
    '["*.ts", { pathPattern: "/private/*", restricted: false }, "/private/paid/*"]',
    ["*.ts", { pathPattern: "/private/*", restricted: false }, "/private/paid/*"],
    "the entry at index 2 is never reached, because an open entry before it matches all of its paths; put it first",
  ),
  refusedRestrict(
    '["cdn.example.com/private/*"]',
    ["cdn.example.com/private/*"],
    "the entry at index 0 has a host name in front, which CloudFront would take literally; write a path that starts with /, with * for any characters (also /) and ? for one",
  ),
  refusedRestrict(
    '["/private/*?token"]',
    ["/private/*?token"],
    "the entry at index 0 has a query, which CloudFront would take literally; write a path that starts with /, with * for any characters (also /) and ? for one",
  ),
  refusedRestrict(
    '["/private/.*"]',
    ["/private/.*"],
    "the entry at index 0 has the .* of regular expressions, which CloudFront would take literally; write a path that starts with /, with * for any characters (also /) and ? for one",
  ),
  refusedRestrict(
    '["/private/:path*"]',
    ["/private/:path*"],
    "the entry at index 0 has the :name of routers, which CloudFront would take literally; write a path that starts with /, with * for any characters (also /) and ? for one",
  ),
  refusedRestrict(
    '["/private//*"]',
    ["/private//*"],
    "the entry at index 0 never matches, because CloudFront resolves //, . and .. in paths; write only the resolved path, as in /private/*",
  ),
  refusedRestrict(
    "[a path pattern of 256 characters]",
    [`/${"a".repeat(255)}`],
    "the entry at index 0 is not made of 1 to 255 letters, digits and _-.*$/~\"'@:+&?, as CloudFront requires; write one path without its query, and ? for any other character",
  ),
  refusedClock(
    "new Date()",
    new Date(),
    "is a Date; pass a function that returns a Date, such as () => new Date()",
  ),
  refusedClock("Date.now", Date.now, "returned a number; pass a Date, such as new Date()"),
  refusedClock(
    "() => new Date(-1)",
    () => new Date(-1),
    "returned a Date that is invalid, before 1970 or too late; check the value that it was created from",
  ),
  refusedMoment(
    '"2030-01-01T00:00:00Z"',
    "2030-01-01T00:00:00Z",
    "is a string; pass a Date, such as new Date()",
  ),
  refusedMoment("null", null, "is null; pass a Date, such as new Date()"),
  refusedMoment(
    "new Date(-1)",
    new Date(-1),
    "is a Date that is invalid, before 1970 or too late; check the value that it was created from",
  ),
  refusedHeaderName(
    "true",
    true,
    'received a boolean; pass the name of a header that your server sets, such as "CloudFront-Viewer-Address", not X-Forwarded-For, which clients can send themselves',
  ),
  refusedHeaderName(
    '""',
    "",
    'received an empty string; pass the name of a header that your server sets, such as "CloudFront-Viewer-Address", not X-Forwarded-For, which clients can send themselves',
  ),
  refusedHeaderName(
    '"X-Forwarded-For"',
    "X-Forwarded-For",
    'received a string; pass the name of a header that your server sets, such as "CloudFront-Viewer-Address", not X-Forwarded-For, which clients can send themselves',
  ),
];
