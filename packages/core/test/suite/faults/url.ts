import { host, recorder } from "../support/signers.ts";
import type { Fault } from "./fault.ts";

type Row = readonly [given: string, url: unknown, message: string];

const lost = (word: string, escaped: string) =>
  `its path has the text "${word}": a variable was not set, a Promise was not awaited, or an object was put into a text; check where it is made, or write ${escaped} if the object has this name`;
const sign = (url: unknown): Promise<string> => recorder().signer.signUrl(url as string, { expiresIn: "1h" });

function schemeAsHost(word: string): string {
  return `the host is the word "${word}", which is a scheme; write the scheme once, and the distribution's host name after it: https://d111111abcdef8.cloudfront.net/…`;
}

const runsIn = (name: string): string =>
  `the host is ${name}, into which the path runs; write a / between them`;

const invalid: readonly Row[] = [
  [`url: \`\${origin}videos/a.mp4\``, `${host}videos/a.mp4`, runsIn("d111111abcdef8.cloudfront.netvideos")],
  [
    'url: "https://cdn.example.comreport.pdf"',
    "https://cdn.example.comreport.pdf",
    runsIn("cdn.example.comreport.pdf"),
  ],
  [
    'url: "https://cdn.example.comcourse/1.mp4"',
    "https://cdn.example.comcourse/1.mp4",
    runsIn("cdn.example.comcourse"),
  ],
  [
    `url: "${host}:8080/a.jpg"`,
    `${host}:8080/a.jpg`,
    "has the port 8080, on which CloudFront does not answer https; leave it out",
  ],
  [
    "url: undefined",
    undefined,
    "expected a string or URL; received undefined: is an environment variable or a field missing?",
  ],
  ["url: null", null, "expected a string or URL; received null: is a field missing?"],
  ["url: 42", 42, "expected a string or URL; received a number: pass the URL as text"],
  [
    "url: fetchUrl()",
    Promise.resolve(`${host}/a.jpg`),
    "expected a string or URL; received a Promise: await it",
  ],
  [
    "url: [url1, url2]",
    [`${host}/a.jpg`],
    "expected a string or URL; received an array: sign its URLs with signUrls",
  ],
  [
    'url: { path: "/a.jpg" }',
    { path: "/a.jpg" },
    "expected a string or URL; received an object: pass the URL as text",
  ],
  [`url: \`${host}/\${user.id}/a.jpg\``, `${host}/undefined/a.jpg`, lost("undefined", "%75ndefined")],
  [`url: "${host}/a/null"`, `${host}/a/null`, lost("null", "%6Eull")],
  [`url: "${host}/NaN?v=1"`, `${host}/NaN?v=1`, lost("NaN", "%4EaN")],
  [`url: \`${host}/\${user}\``, `${host}/[object Object]`, lost("[object Object]", "%5Bobject Object]")],
  [
    `url: "${host}/course/\${id}/1.mp4"`,
    `${host}/course/\${id}/1.mp4`,
    "has ${…}, a variable that was not replaced; put the text in backquotes in JavaScript, in double quotes in a shell, or write %24 for the $ if it is meant",
  ],
  [
    `url: \`${host}/u-\${fetchId()}/a.jpg\``,
    `${host}/u-[object Promise]/a.jpg`,
    'its path has the text "[object Promise]": a variable was not set, a Promise was not awaited, or an object was put into a text; check where it is made, or write %5Bobject Promise] if the object has this name',
  ],
  [
    'url: "https://https://cdn.example.com/a.jpg"',
    "https://https://cdn.example.com/a.jpg",
    schemeAsHost("https"),
  ],
  ['url: "https://s3://bucket/a.jpg"', "https://s3://bucket/a.jpg", schemeAsHost("s3")],
  ['url: "HTTP://http/a"', "HTTP://http/a", schemeAsHost("http")],
  ['url: "https://file:///a.jpg"', "https://file:///a.jpg", schemeAsHost("file")],
  ['url: ""', "", "is empty; is an environment variable or a field missing?"],
  [
    'url: "/videos/a.mp4"',
    "/videos/a.mp4",
    "is relative; add https:// and the distribution's host name in front: https://d111111abcdef8.cloudfront.net/…",
  ],
  [
    'url: "videos/a.mp4"',
    "videos/a.mp4",
    "does not start with https:// and a host name; write it like https://d111111abcdef8.cloudfront.net/…",
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
    'url: "s3://bucket/a.mp4"',
    "s3://bucket/a.mp4",
    "s3: is not http or https; make the URL of an object with cloudFrontUrl(origin, key)",
  ],
  [
    `url: \`\${undefined}/a.jpg\``,
    "undefined/a.jpg",
    'starts with the word "undefined": a variable was not set, a Promise was not awaited, or an object was put into a text; check where it is made',
  ],
  [
    `url: \`https://\${undefined}/a.jpg\``,
    "https://undefined/a.jpg",
    'the host is the word "undefined": a variable was not set, a Promise was not awaited, or an object was put into a text; check where it is made',
  ],
  [
    `url: \`https://\${null}/a.jpg\``,
    "https://null/a.jpg",
    'the host is the word "null": a variable was not set, a Promise was not awaited, or an object was put into a text; check where it is made',
  ],
  [
    `url: \`https://\${NaN}/a.jpg\``,
    "https://NaN/a.jpg",
    'the host is the word "NaN": a variable was not set, a Promise was not awaited, or an object was put into a text; check where it is made',
  ],
  [
    `url: \`https://\${{}}/a.jpg\``,
    "https://[object Object]/a.jpg",
    "has a host name that cannot be read as a domain name or an IP address; write the distribution's host name, such as d111111abcdef8.cloudfront.net",
  ],
  [
    'url: "https://cdn.example.com\\\\a.jpg"',
    "https://cdn.example.com\\a.jpg",
    "has a backslash at position 23, which clients turn into /; write / or %5C",
  ],
  [
    'url: "https://cdn.example.com/a\\tb.jpg"',
    "https://cdn.example.com/a\tb.jpg",
    "has the character U+0009 at position 25, which clients remove or replace; take it out, or write %09 if the object key has it",
  ],
  [
    'url: "https://cdn.example.com/a.jpg\\n"',
    "https://cdn.example.com/a.jpg\n",
    "has the character U+000A at position 29, which clients remove or replace; take it out, or write %0A if the object key has it",
  ],
  [
    'url: "https://cdn.example.com/a.jpg\\r"',
    "https://cdn.example.com/a.jpg\r",
    "has the character U+000D at position 29, which clients remove or replace; take it out, or write %0D if the object key has it",
  ],
  [
    'url: "https://cdn.example.com/\\0.jpg"',
    "https://cdn.example.com/\0.jpg",
    "has the character U+0000 at position 24, which clients remove or replace; take it out, or write %00 if the object key has it",
  ],
  [
    'url: "https://cdn.example.com/\\x7f.jpg"',
    "https://cdn.example.com/\x7f.jpg",
    "has the character U+007F at position 24, which clients remove or replace; take it out, or write %7F if the object key has it",
  ],
  [
    'url: " https://cdn.example.com/a.jpg"',
    " https://cdn.example.com/a.jpg",
    'has the character " " at position 0, which clients remove or replace; take it out, or write %20 if the object key has it',
  ],
  [
    'url: "https://cdn.example.com/a.jpg "',
    "https://cdn.example.com/a.jpg ",
    'has the character " " at position 29, which clients remove or replace; take it out, or write %20 if the object key has it',
  ],
  [
    'url: "https://cdn.example.com/\\ud83d.jpg"',
    "https://cdn.example.com/\ud83d.jpg",
    "has half of a surrogate pair at position 24, which clients replace; was a text cut within an emoji?",
  ],
  [
    'url: "https://user:secret@cdn.example.com/a.jpg"',
    "https://user:secret@cdn.example.com/a.jpg",
    "has a user name or password before an @, which never reaches CloudFront; remove it",
  ],
  [
    'url: "https://cdn.example.com:99999/a.jpg"',
    "https://cdn.example.com:99999/a.jpg",
    "has a port that is not a number from 0 to 65535; correct it, or leave it out",
  ],
  [
    'url: "https://bucket.s3.eu-west-1.amazonaws.com/a.jpg"',
    "https://bucket.s3.eu-west-1.amazonaws.com/a.jpg",
    "is an S3 address; use the distribution's domain name, such as d111111abcdef8.cloudfront.net",
  ],
  [
    'url: "https://cdn.example.com/videos/../a.jpg"',
    "https://cdn.example.com/videos/../a.jpg",
    "its path has a . or .. segment, which clients resolve in different ways; write the resolved path",
  ],
  [
    'url: "https://cdn.example.com/a#1.jpg"',
    "https://cdn.example.com/a#1.jpg",
    'has a # with "." after it, so that it may be part of an object key; # starts a fragment, which is never sent: if it belongs to the object key, write %23 or use cloudFrontUrl(origin, key); if it is a fragment, append it to the signed URL',
  ],
  [
    'url: "https://cdn.example.com/why?.pdf"',
    "https://cdn.example.com/why?.pdf",
    "its query is only a file extension, so that its ? may be part of an object key; write %3F if it is",
  ],
];

const reserved: readonly Row[] = [
  [
    'url: "https://cdn.example.com/a.jpg?Policy=public"',
    "https://cdn.example.com/a.jpg?Policy=public",
    "has the parameter Policy, which CloudFront reserves; leave it out, or rename it",
  ],
  [
    "url: signedUrl",
    "https://cdn.example.com/a.jpg?Expires=1900000000&Signature=abc&Key-Pair-Id=K2JCJMDEHXQW5F",
    "is signed already: it has the parameters Signature and Key-Pair-Id; sign the URL that it was made from",
  ],
];

const tooLong: readonly Row[] = [
  [
    "url: `https://cdn.example.com/$" + '{"a".repeat(7900)}`',
    `https://cdn.example.com/${"a".repeat(7900)}`,
    "has 8347 bytes when signed; CloudFront accepts 8192. Use a P-256 key, a canned policy (only an expiry) or cookies",
  ],
  [
    "url: `https://cdn.example.com/$" + '{"a".repeat(9000)}`',
    `https://cdn.example.com/${"a".repeat(9000)}`,
    "has 9024 bytes before it is signed; CloudFront accepts 8192, parameters included: shorten it",
  ],
  [
    "url: `https://cdn.example.com/$" + '{"a".repeat(70_000)}`',
    `https://cdn.example.com/${"a".repeat(70_000)}`,
    "has 70024 characters; at most 65536 are read, and CloudFront accepts 8192; shorten it",
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
      "has a wildcard; write %2A for a real *, or give the option resource",
    ],
  ]),
];
