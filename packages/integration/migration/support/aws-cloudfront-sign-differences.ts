import type { Difference } from "./difference.ts";

const host = "https://d111111abcdef8.cloudfront.net";

export function awsCloudFrontSignDifferences(key: (name: string) => string): readonly Difference[] {
  return [
    {
      given: "a space, `'` or non-ASCII text; capital letters or the default port in the host",
      url: `${host}/é a.jpg`,
      before: "signs the text that you passed and sends another URL: 403",
      entry: "signs what clients send",
      signer: "signs what clients send",
      remedy: "Nothing.",
    },
    {
      given: "a query with `%20`, `/`, `:`, `~` or a bare `?flag`",
      url: `${host}/a.jpg?name=a%20b&flag`,
      before: "rewrites the query as a form after it signed it: 403",
      entry: "keeps the query",
      signer: "keeps the query",
      remedy: "Nothing.",
    },
    {
      given: "`#` in a file's name: `/a#1.jpg`",
      url: `${host}/a#1.jpg`,
      before: "signs the `#`, which is never sent: 403",
      remedy: "Write `%23`, or use `cloudFrontUrl(origin, key)`.",
    },
    {
      given: "`#` as a fragment: `/app#home`",
      url: `${host}/app#home`,
      before: "signs the fragment, which is never sent: 403",
      entry: "signs `/app` and appends the fragment",
      signer: "signs `/app` and appends the fragment",
      remedy: "Nothing.",
    },
    {
      given: "`..` in the path",
      url: `${host}/a/../b.jpg`,
      before: "signs it and sends another URL: 403",
      remedy: "Resolve the URL first: `new URL(url).href`.",
    },
    {
      given: "`*` in the URL: `/course/*`",
      url: `${host}/course/*`,
      before: "signs a wildcard",
      remedy: "Signer: `signUrl(url, { resource })`, or a grant for many URLs.",
    },
    {
      given: "`*` in the query of a URL without a path: `https://host?size=*`",
      url: `${host}?size=*`,
      before: "signs it and sends `/?size=*`: 403",
      remedy:
        "Write the `/`. Note that `?` may also mean any one character, so `/?*` may cover every path: see [wildcards](signing.md#wildcards).",
    },
    {
      given: "`rtmp:`, `s3:`",
      url: "s3://bucket/a.jpg",
      before: "signs it",
      remedy: "Sign the distribution's URL: `cloudFrontUrl(origin, key)`.",
    },
    {
      given: "a query with `Expires`, `Policy`, `Signature` or `Key-Pair-Id`",
      url: `${host}/a.jpg?Expires=1`,
      before: "signs it, then replaces the parameter: 403",
      remedy: "Rename your parameter, or sign the unsigned URL.",
    },
    {
      given: "no `expireTime`",
      options: { expireTime: undefined },
      before: "half an hour from now",
      remedy: 'Signer: write `expiresIn: "30m"`, because the signer has no default.',
    },
    {
      given: "`expireTime: 0`",
      options: { expireTime: 0 },
      before: "half an hour from now",
      remedy: "Leave the option out.",
    },
    {
      given: "an `expireTime` that is `NaN`, or text that is not a number",
      options: { expireTime: "2030-01-01" },
      before: "half an hour from now",
      signer: "-",
      remedy: "Pass `Date.parse(text)`.",
    },
    {
      given: "`expireTime` with half a second",
      options: { expireTime: 1893456000500 },
      before: "rounds to the nearest second, here up",
      signer: "rounds down",
      remedy: "Nothing. Only a test that compares the text notices this.",
    },
    {
      given: "an `expireTime` after 19 January 2038",
      options: { expireTime: Date.parse("2039-01-01T00:00:00Z") },
      before: "throws",
      entry: "signs it",
      signer: "signs it",
      remedy: "Nothing.",
    },
    {
      given: "one address as `ipRange`: `203.0.113.7`",
      options: { ipRange: "203.0.113.7" },
      before: "writes it unchanged",
      entry: "writes `203.0.113.7/32`",
      signer: "writes `203.0.113.7/32`",
      remedy: "Nothing: both mean this address.",
    },
    {
      given: "`ipRange: undefined`",
      options: { ipRange: undefined },
      before: "any address",
      remedy:
        "Signer: leave the option out. It throws so that a missing value never removes the restriction.",
    },
    {
      given: '`ipRange: ""`',
      options: { ipRange: "" },
      before: "signs for **any** address",
      remedy: "Leave the option out, or pass the address.",
    },
    {
      given: "an `ipRange` that is not an IPv4 address",
      options: { ipRange: "::1" },
      before: "signs it: 403",
      remedy: "Write `203.0.113.7` or `203.0.113.0/24`.",
    },
    {
      given: "`keypairId: undefined`",
      options: { keypairId: undefined },
      before: "signs for the key `undefined`: 403",
      remedy:
        "Check that the environment variable is set. In this library, `keypairId` has a lower-case `p`.",
    },
    {
      given: "an unknown option",
      options: { keyPairID: "K2JCJMDEHXQW5F" },
      before: "ignores it",
      signer: "-",
      remedy: "Remove it, or write one of the names in the message.",
    },
    {
      given: "`privateKeyPath`",
      options: { privateKeyPath: key("path"), privateKeyString: undefined },
      before: "reads the file at every call",
      signer: "-",
      remedy: 'Write `privateKeyString: readFileSync(path, "utf8")`, as the codemod does.',
    },
    {
      given: "a PEM on one line, with `\\n` as text",
      options: { privateKeyString: key("rsa2048.pkcs8.pem").replaceAll("\n", "\\n") },
      before: "throws",
      entry: "signs",
      signer: "signs",
      remedy: "Nothing.",
    },
    {
      given: "every URL",
      before: "`Expires` and `Policy`",
      signer: "`Expires` only, so the URL is about 200 characters shorter",
      remedy: "Nothing, because the signature is the same.",
    },
    {
      given: "a path with the segment `undefined`, `null` or `NaN`",
      url: `${host}/undefined/a.jpg`,
      before: "signs it",
      remedy: "Fix the URL: a variable was not set.",
    },
    {
      given: "cookies for `*.mp4`, without scheme and path",
      function: "getSignedCookies",
      url: "*.mp4",
      before: "signs it",
      remedy: "Write scheme and domain: `https://cdn.example.com/*.mp4`.",
    },
    {
      given: "cookies for one URL",
      function: "getSignedCookies",
      before: "`CloudFront-Policy`",
      signer: "`CloudFront-Expires`, unless the resource has a wildcard",
      remedy: "Clear the cookies from earlier visits, so that the browser does not send a mixed set.",
    },
  ];
}
