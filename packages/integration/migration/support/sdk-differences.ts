import type { Difference } from "./difference.ts";

const host = "https://d111111abcdef8.cloudfront.net";
const end = "2030-01-01T00:00:00Z";
const malformed = '{"Statement":[]}';
const policyFor = (resource: string): string =>
  `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":1893456000}}}]}`;

/** `key` gives the PEM files of packages/testing/vectors. */
export function sdkDifferences(key: (name: string) => string): readonly Difference[] {
  return [
    {
      given: "`#` in a file's name: `/a#1.jpg`",
      url: `${host}/a#1.jpg`,
      before: "signs `/a%231.jpg`",
      remedy: "Signer: `cloudFrontUrl(origin, key)` writes `%23`.",
    },
    {
      given: "`#` as a fragment: `/app#/home`",
      url: `${host}/app#/home`,
      before: "signs `/app%23/home`, another file",
      signer: "signs `/app` and appends the fragment",
      remedy: "Entry: sign the URL without the fragment, then append it.",
    },
    {
      given: "`$&+,;=:@` in the path",
      url: `${host}/a+b,c.jpg`,
      before: "encodes them: `%2B`, `%2C`",
      signer: "leaves them, as browsers do",
      remedy: "Nothing. In S3 keys, `+` needs `%2B`: `cloudFrontUrl` writes it.",
    },
    {
      given: "`?flag`, `&&`, `/` and `:` in the query",
      url: `${host}/a.jpg?flag&&to=/b:c`,
      before: "rewrites them: `?flag=&to=%2Fb%3Ac`",
      signer: "leaves them, as browsers do",
      remedy: "Nothing, if your origin treats both forms the same.",
    },
    {
      given: "`%2A` in the path",
      url: `${host}/a%2A.jpg`,
      before: "signs `*`",
      entry: "keeps `%2A`",
      signer: "keeps `%2A`",
      remedy: "Nothing.",
    },
    {
      given: "`*` in the path of a URL without `policy`",
      url: `${host}/course/*`,
      before: "signs it in a canned policy, which has no wildcards",
      remedy:
        "For the character `*`, write `%2A`. For a wildcard, pass `policy` (entry) or `resource` (signer).",
    },
    {
      given: "`*` in the query of a URL without a path, with `ipAddress` or `dateGreaterThan`",
      url: `${host}?size=*`,
      options: { ipAddress: "203.0.113.0/24" },
      before: "signs it, and clients send `/?size=*`: 403",
      remedy:
        "Write the `/`. Note that `?` may also mean any one character, so `/?*` may cover every path: see [wildcards](signing.md#wildcards).",
    },
    {
      given: "capital letters or the default port in the host, or no `/` after it",
      url: "https://D111111ABCDEF8.cloudfront.net:443/a.jpg",
      before: "signs them, and clients send another URL: 403",
      entry: "signs what clients send",
      signer: "signs what clients send",
      remedy: "Nothing.",
    },
    {
      given: "the scheme in capital letters: `HTTPS://…`",
      url: "HTTPS://d111111abcdef8.cloudfront.net/a.jpg",
      before: "throws",
      entry: "signs what clients send",
      signer: "signs what clients send",
      remedy: "Nothing.",
    },
    {
      given: "`..` in the path",
      url: `${host}/a/../b.jpg`,
      before: "signs it, and clients send another URL: 403",
      remedy: "Resolve the URL first: `new URL(url).href`.",
    },
    {
      given: "`rtmp:`, `ws:`, `wss:`",
      url: "wss://d111111abcdef8.cloudfront.net/a",
      before: "signs it",
      remedy: "Pass the `https:` URL. CloudFront no longer supports RTMP.",
    },
    {
      given: "a query with `Expires`, `Policy`, `Signature`, `Key-Pair-Id` or `Hash-Algorithm`",
      url: `${host}/a.jpg?Expires=1`,
      before: "signs it, and CloudFront reads one of the two parameters",
      remedy: "Rename your parameter, or sign the unsigned URL.",
    },
    {
      given: "a user name in the URL, `undefined` as the host or a path segment, or an S3 address",
      url: "https://undefined/a.jpg",
      before: "signs it",
      remedy: "Fix the URL: the message says what is wrong with it.",
    },
    {
      given: "a `URL` object",
      url: new URL(`${host}/a.jpg`),
      before: "throws",
      entry: "signs it",
      signer: "signs it",
      remedy: "Nothing.",
    },
    {
      given: "`dateLessThan` as a number of milliseconds",
      options: { dateLessThan: 1893456000000 },
      before: "signs it",
      remedy: 'Signer: pass a `Date`, `expiresIn: "1h"`, or seconds.',
    },
    {
      given: "`dateLessThan` as a number of seconds",
      options: { dateLessThan: 1893456000 },
      before: "signs a URL that expired in 1970",
      signer: "signs it: its numbers are seconds",
      remedy: "Entry: multiply by 1000.",
    },
    {
      given: "half a second: `new Date(1893456000500)`",
      options: { dateLessThan: new Date(1893456000500) },
      before: "rounds to the nearest second, here up",
      signer: "rounds an expiry down and a start up, so that access never gets longer",
      remedy: "Nothing. Only a test that compares the text notices this.",
    },
    {
      given: "a date without a zone: `2030-01-01T00:00:00`",
      options: { dateLessThan: "2030-01-01T00:00:00" },
      before: "reads it as local time of the machine",
      remedy: "Write the zone: `2030-01-01T00:00:00Z`.",
    },
    {
      given: "a date without a time: `2030-01-01`",
      options: { dateLessThan: "2030-01-01" },
      before: "reads it as midnight UTC",
      remedy: "Signer: write time and zone.",
    },
    {
      given: "other text: `1 Jan 2030`, `2030-02-30`",
      options: { dateLessThan: "1 Jan 2030" },
      before: "uses the result of `new Date()`",
      remedy: "Signer: write `2030-01-01T00:00:00Z`.",
    },
    {
      given: "an expiry in the past, or less than 10 seconds away",
      options: { dateLessThan: "2020-01-01T00:00:00Z" },
      before: "signs it: 403",
      remedy: "Fix the date. In a test, set the clock.",
    },
    {
      given: "`dateGreaterThan: undefined`",
      options: { dateGreaterThan: undefined },
      before: "no start",
      remedy:
        "Signer: leave the option out. It throws so that a missing value never removes the restriction.",
    },
    {
      given: "`dateGreaterThan: 0`",
      options: { dateGreaterThan: 0 },
      before: "no start",
      signer: "signs a custom policy that starts in 1970",
      remedy: "Leave the option out.",
    },
    {
      given: "a `dateGreaterThan` that is not a date, or is `null`",
      options: { dateGreaterThan: "soon" },
      before: "signs **without** a start",
      remedy: "Fix the date.",
    },
    {
      given: "a start after the expiry",
      options: { dateGreaterThan: "2031-01-01T00:00:00Z" },
      before: "signs it: 403",
      remedy: "Fix the dates.",
    },
    {
      given: "`ipAddress: undefined`",
      options: { ipAddress: undefined },
      before: "any address",
      remedy:
        "Signer: leave the option out. It throws so that a missing value never removes the restriction.",
    },
    {
      given: '`ipAddress: ""`',
      options: { ipAddress: "" },
      before: "signs for **any** address",
      remedy: "Leave the option out, or pass the address.",
    },
    {
      given: "`ipAddress` with leading zeros, hexadecimal, `/24/5`, `/1e1`",
      options: { ipAddress: "010.1.1.1" },
      before: "signs it",
      remedy: "Write `203.0.113.7` or `203.0.113.0/24`.",
    },
    {
      given: "`keyPairId: undefined`",
      options: { keyPairId: undefined },
      before: "signs a URL without `Key-Pair-Id`: 403",
      remedy: "Check that the environment variable is set.",
    },
    {
      given: "a `keyPairId` that is not the ID of a public key: a UUID, a name",
      options: { keyPairId: "a1b2c3d4-5678-90ab-cdef-EXAMPLE11111" },
      before: "signs it: 403",
      remedy: "Copy the ID of the public key. For an emulator: `allowEmulatorKeyPairIds: true`.",
    },
    {
      given: "an unknown option, such as `hashAlgorithm`",
      options: { hashAlgorithm: "SHA256" },
      before: "ignores it",
      signer: "accepts `hashAlgorithm`",
      remedy: "Entry: the name is `algorithm`. Remove options that the SDK ignored.",
    },
    {
      given: '`algorithm: "SHA256"`',
      options: { algorithm: "SHA256" },
      before: "signs with SHA-256 and adds `Hash-Algorithm`",
      remedy: 'Signer: `hashAlgorithm: "SHA256"`.',
    },
    {
      given: '`algorithm: "sha256"`',
      options: { algorithm: "sha256" },
      before: "signs with **SHA-1**",
      remedy: 'Write `"SHA256"`.',
    },
    {
      given: "an EC key without `algorithm`",
      options: { privateKey: key("ecp256.pkcs8.pem") },
      before: "signs with SHA-1",
      entry: "signs with SHA-1; ECDSA signatures are never equal",
      signer: "signs with SHA-256",
      remedy: "Nothing.",
    },
    {
      given: "a PEM on one line, with `\\n` as text",
      options: { privateKey: key("rsa2048.pkcs8.pem").replaceAll("\n", "\\n") },
      before: "throws",
      entry: "signs",
      signer: "signs",
      remedy: "Remove your `.replace(/\\\\n/g, …)`, if you like.",
    },
    {
      given: "an encrypted PEM in the traditional format (`DEK-Info`), PBES1 or scrypt",
      options: { privateKey: key("rsa2048.enc-dek-aes256.pkcs1.pem"), passphrase: key("passphrase") },
      before: "signs",
      remedy: "WebCrypto cannot decrypt it. Run the command from the error message once.",
    },
    {
      given: "a `policy` that is malformed, or is not JSON",
      options: { policy: malformed, dateLessThan: undefined },
      before: "signs it: 403",
      remedy: "Fix the policy: the message names the member.",
    },
    {
      given: "a `policy` that does not cover the URL",
      options: { policy: policyFor(`${host}/b/*`), dateLessThan: undefined },
      before: "signs it: 403",
      remedy: "Fix the `Resource`.",
    },
    {
      given: "`policy` and `dateLessThan`",
      options: { policy: policyFor(`${host}/*`), dateLessThan: end },
      before: "ignores the date",
      remedy: "Remove one of the two.",
    },
    {
      given: "cookies for `/course/*` with `dateLessThan` only",
      function: "getSignedCookies",
      url: `${host}/course/*`,
      before: "a canned policy, which has no wildcards: 403",
      entry: "a custom policy: `CloudFront-Policy` in place of `CloudFront-Expires`",
      signer: "a custom policy",
      remedy: "Clear the cookie `CloudFront-Expires` from earlier visits.",
    },
    {
      given: "cookies for `http*://` or `*://`",
      function: "getSignedCookies",
      url: `http*://${host.slice("https://".length)}/*`,
      before: "throws",
      entry: "signs it",
      signer: "signs it",
      remedy: "Nothing.",
    },
    {
      given: "cookies for a `url` with `#`",
      function: "getSignedCookies",
      url: `${host}/a#1/*`,
      before: "signs it: 403",
      remedy: "Write `%23`.",
    },
  ];
}
