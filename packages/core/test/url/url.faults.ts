import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";

type Row = readonly [given: string, url: unknown, message: string];

const lost = (word: string) =>
  `has the text "${word}": a variable was not set, a Promise was not awaited, or an object was put into a string; check the code that builds it`;
const sign = (url: unknown): Promise<string> => recorder().signer.signUrl(url as string, { expiresIn: "1h" });

const invalid: readonly Row[] = [
  [
    "url: undefined",
    undefined,
    "expected a string or URL; received undefined; pass one URL, and check that it is set and awaited",
  ],
  [
    "url: null",
    null,
    "expected a string or URL; received null; pass one URL, and check that it is set and awaited",
  ],
  [
    "url: 42",
    42,
    "expected a string or URL; received a number; pass one URL, and check that it is set and awaited",
  ],
  [
    "url: fetchUrl()",
    Promise.resolve(`${host}/a.jpg`),
    "expected a string or URL; received a Promise; pass one URL, and check that it is set and awaited",
  ],
  [
    "url: [url1, url2]",
    [`${host}/a.jpg`],
    "expected a string or URL; received an array; pass one URL, and check that it is set and awaited",
  ],
  [
    'url: { path: "/a.jpg" }',
    { path: "/a.jpg" },
    "expected a string or URL; received an object; pass one URL, and check that it is set and awaited",
  ],
  [`url: \`${host}/\${user}\``, `${host}/[object Object]`, lost("[object Object]")],
  [`url: \`${host}/u-\${fetchId()}/a.jpg\``, `${host}/u-[object Promise]/a.jpg`, lost("[object Promise]")],
  ['url: ""', "", "is empty; check that its variable is set"],
  [
    'url: "/videos/a.mp4"',
    "/videos/a.mp4",
    "is not an absolute URL; write https://, the distribution's host and a /: https://d111111abcdef8.cloudfront.net/…",
  ],
  [
    'url: "cdn.example.com/a.mp4"',
    "cdn.example.com/a.mp4",
    "the scheme is missing; write https://cdn.example.com/…",
  ],
  [
    'url: "localhost:8080/a.mp4"',
    "localhost:8080/a.mp4",
    "the scheme is missing; write https://localhost:8080/…",
  ],
  [
    'url: "ftp://cdn.example.com/a.mp4"',
    "ftp://cdn.example.com/a.mp4",
    "starts with ftp://, but CloudFront serves only https:// and http://; write https://, the distribution's host and a /: https://d111111abcdef8.cloudfront.net/…",
  ],
  [
    'url: "s3://bucket/a.mp4"',
    "s3://bucket/a.mp4",
    "is an S3 address; write https://, the distribution's host and a /: https://d111111abcdef8.cloudfront.net/…",
  ],
  [
    `url: \`\${undefined}/a.jpg\``,
    "undefined/a.jpg",
    'has the text "undefined": a variable was not set, a Promise was not awaited, or an object was put into a string; check the code that builds it',
  ],
  [
    `url: \`https://\${undefined}/a.jpg\``,
    "https://undefined/a.jpg",
    'has the text "undefined": a variable was not set, a Promise was not awaited, or an object was put into a string; check the code that builds it',
  ],
  [
    `url: \`https://\${null}/a.jpg\``,
    "https://null/a.jpg",
    'has the text "null": a variable was not set, a Promise was not awaited, or an object was put into a string; check the code that builds it',
  ],
  [
    `url: \`https://\${NaN}/a.jpg\``,
    "https://NaN/a.jpg",
    'has the text "NaN": a variable was not set, a Promise was not awaited, or an object was put into a string; check the code that builds it',
  ],
  [
    `url: \`https://\${{}}/a.jpg\``,
    "https://[object Object]/a.jpg",
    "has a host that is not a domain name or an IP address; write https://, the distribution's host and a /: https://d111111abcdef8.cloudfront.net/…",
  ],
  [
    'url: "https://cdn.example.com\\\\a.jpg"',
    "https://cdn.example.com\\a.jpg",
    'has the character "\\" at position 23, which clients remove or replace; remove it, or percent-encode it',
  ],
  [
    'url: "https://cdn.example.com/a\\tb.jpg"',
    "https://cdn.example.com/a\tb.jpg",
    "has the character U+0009 at position 25, which clients remove or replace; remove it, or percent-encode it",
  ],
  [
    'url: "https://cdn.example.com/a.jpg\\n"',
    "https://cdn.example.com/a.jpg\n",
    "has the character U+000A at position 29, which clients remove or replace; remove it, or percent-encode it",
  ],
  [
    'url: "https://cdn.example.com/a.jpg\\r"',
    "https://cdn.example.com/a.jpg\r",
    "has the character U+000D at position 29, which clients remove or replace; remove it, or percent-encode it",
  ],
  [
    'url: "https://cdn.example.com/\\0.jpg"',
    "https://cdn.example.com/\0.jpg",
    "has the character U+0000 at position 24, which clients remove or replace; remove it, or percent-encode it",
  ],
  [
    'url: "https://cdn.example.com/\\x7f.jpg"',
    "https://cdn.example.com/\x7f.jpg",
    "has the character U+007F at position 24, which clients remove or replace; remove it, or percent-encode it",
  ],
  [
    'url: " https://cdn.example.com/a.jpg"',
    " https://cdn.example.com/a.jpg",
    "has a space in front; remove it",
  ],
  [
    'url: "https://cdn.example.com/a.jpg "',
    "https://cdn.example.com/a.jpg ",
    "has a space at its end; remove it",
  ],
  [
    'url: "https://cdn.example.com/\\ud83d.jpg"',
    "https://cdn.example.com/\ud83d.jpg",
    "has the character U+D83D at position 24, which clients remove or replace; remove it, or percent-encode it",
  ],
  [
    'url: "https://user:secret@cdn.example.com/a.jpg"',
    "https://user:secret@cdn.example.com/a.jpg",
    "has a user name or password, which never reaches CloudFront; remove it",
  ],
  [
    'url: "https://cdn.example.com:99999/a.jpg"',
    "https://cdn.example.com:99999/a.jpg",
    "has an invalid port; remove it",
  ],
  [
    'url: "https://cdn.example.com/videos/../a.jpg"',
    "https://cdn.example.com/videos/../a.jpg",
    "has a . or .. segment, which clients resolve in different ways; write the resolved path",
  ],
];

const reserved: readonly Row[] = [
  [
    'url: "https://cdn.example.com/a.jpg?Policy=public"',
    "https://cdn.example.com/a.jpg?Policy=public",
    "has the parameter Policy, which CloudFront reserves; sign the URL without it, or rename it",
  ],
  [
    "url: signedUrl",
    "https://cdn.example.com/a.jpg?Expires=1900000000&Signature=abc&Key-Pair-Id=K2JCJMDEHXQW5F",
    "has the parameter Expires, which CloudFront reserves; sign the URL without it, or rename it",
  ],
];

const tooLong: readonly Row[] = [
  [
    "url: `https://cdn.example.com/$" + '{"a".repeat(7900)}`',
    `https://cdn.example.com/${"a".repeat(7900)}`,
    "has 8347 characters, and CloudFront accepts at most 8192; shorten it, or use a P-256 key or cookies",
  ],
  [
    "url: `https://cdn.example.com/$" + '{"a".repeat(9000)}`',
    `https://cdn.example.com/${"a".repeat(9000)}`,
    "has 9024 characters, and CloudFront accepts at most 8192; shorten it, or use a P-256 key or cookies",
  ],
  [
    "url: `https://cdn.example.com/$" + '{"a".repeat(70_000)}`',
    `https://cdn.example.com/${"a".repeat(70_000)}`,
    "has 70024 characters, and CloudFront accepts at most 8192; shorten it, or use a P-256 key or cookies",
  ],
];

const rows = (code: Fault["code"], list: readonly Row[]): Fault[] =>
  list.map(([given, url, message]) => ({ given, run: () => sign(url), code, message: `url: ${message}` }));

/** Faults of a URL that is to be signed, and of one in a playlist. */
export const urlFaults: readonly Fault[] = [
  ...rows("ERR_URL_INVALID", invalid),
  ...rows("ERR_URL_ALREADY_SIGNED", reserved),
  ...rows("ERR_URL_TOO_LONG", tooLong),
  ...rows("ERR_RESOURCE_INVALID", [
    [
      'url: "https://cdn.example.com/videos/*"',
      "https://cdn.example.com/videos/*",
      "has a * in its path, which also covers other URLs; write %2A for a literal *, or pass the pattern as resource",
    ],
  ]),
];
