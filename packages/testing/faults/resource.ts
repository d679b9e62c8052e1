import { end, recorder } from "../support/signers.ts";
import type { Fault } from "./fault.ts";

type Row = readonly [given: string, resource: unknown, message: string];

const invalid: readonly Row[] = [
  ["resource: 42", 42, "expected a pattern such as https://cdn.example.com/videos/*; received a number"],
  ['resource: ""', "", "is empty; is its variable set?"],
  [
    'resource: "/videos/*"',
    "/videos/*",
    "is not an absolute URL; write https://, the distribution's host and a /: https://d111111abcdef8.cloudfront.net/…",
  ],
  [
    'resource: "cdn.example.com/videos/*"',
    "cdn.example.com/videos/*",
    "the scheme is missing; write https://cdn.example.com/…",
  ],
  [
    'resource: "videos/*"',
    "videos/*",
    "is not an absolute URL; write https://, the distribution's host and a /: https://d111111abcdef8.cloudfront.net/…",
  ],
  [
    'resource: "s3://bucket/*"',
    "s3://bucket/*",
    "has another scheme; a resource starts with https://, http://, http*:// or *://",
  ],
  [
    'resource: "https://cdn.example.com/a\\n*"',
    "https://cdn.example.com/a\n*",
    "has the character U+000A at position 25, which clients remove or replace; take it out, or percent-encode it",
  ],
  [
    'resource: "https://cdn.example.com/* "',
    "https://cdn.example.com/* ",
    'has the character " " at position 25, which clients remove or replace; take it out, or percent-encode it',
  ],
  [
    'resource: "https://cdn.example.com/\\ud83d*"',
    "https://cdn.example.com/\ud83d*",
    "has the character U+D83D at position 24, which clients remove or replace; take it out, or percent-encode it",
  ],
  [
    'resource: "https://cdn.example.com/a\\\\?b=*"',
    "https://cdn.example.com/a\\?b=*",
    'has the character "\\" at position 25, which clients remove or replace; take it out, or percent-encode it',
  ],
  [
    'resource: "https://cdn.example.com/*#top"',
    "https://cdn.example.com/*#top",
    "has a # that starts a fragment, which is never sent; write %23 for it",
  ],
  [
    'resource: "https://cdn.example.com?size=*"',
    "https://cdn.example.com?size=*",
    "has a ? directly after the domain; write the / between them",
  ],
  [
    'resource: "https://cdn.example.com/undefined/*"',
    "https://cdn.example.com/undefined/*",
    'has the text "undefined": a variable was not set, a Promise was not awaited, or an object was put into a text; check where it is made',
  ],
  [
    `resource: "https://cdn.example.com/course/\${id}/*"`,
    "https://cdn.example.com/course/$%7Bid%7D/*",
    'has the text "${": a variable was not set, a Promise was not awaited, or an object was put into a text; check where it is made',
  ],
  ...[
    "*",
    "https://cdn.example.com*",
    "https://*.example.com*",
    "https://localhost*",
    "https://d111111abcdef8*/course/*",
    "https://cdn.*/*",
    "https://*.com/*",
    "https://*.co.uk/*",
    "https://*.cloudfront.net/*",
    "https://*example.com/*",
  ].map((resource): Row => {
    const [domain] = /(?<=\/\/|^)[^/:]+(?=\/|$)/.exec(resource) ?? [];
    return [
      `resource: "${resource}"`,
      resource,
      `its domain ${domain} covers hosts that are not yours, too; write one host name, or *. and your domain for all of its hosts, or give a ready policy if that is meant`,
    ];
  }),
  [
    'resource: "https://cdn.example.com/film/index.m3u8"',
    "https://cdn.example.com/film/index.m3u8",
    "covers only that address, and nothing else of its folder; write /* after the folder, or give a ready policy if that is meant",
  ],
  [
    'resource: "https://cdn.example.com/course/"',
    "https://cdn.example.com/course/",
    "covers only that address, and nothing else of its folder; write /* after the folder, or give a ready policy if that is meant",
  ],
  [
    'resource: "https://cdn.example.com/users/1*"',
    "https://cdn.example.com/users/1*",
    "its last folder has no whole name, so that it covers others, too, as 1* covers 10; write the name and /* after it, or give a ready policy if that is meant",
  ],
  [
    'resource: "https://cdn.example.com//course/*"',
    "https://cdn.example.com//course/*",
    "its path starts with //, as after an origin that ends with /; write one /, or give a ready policy if that is meant",
  ],
  ...["/course/*/*", "/course//*"].map(
    (path) =>
      [
        `resource: "https://cdn.example.com${path}"`,
        `https://cdn.example.com${path}`,
        "its last folder has no whole name, so that it covers others, too, as 1* covers 10; write the name and /* after it, or give a ready policy if that is meant",
      ] as const,
  ),
  [
    'resource: "https://cdn.example.com/users/../*"',
    "https://cdn.example.com/users/../*",
    "has a . or .. segment, which clients resolve in different ways; write the resolved path",
  ],
  [
    'resource: "https://cdn.example.com/video?"',
    "https://cdn.example.com/video?",
    "ends with a lone ?, to some readers a wildcard and to others nothing; leave it out, or end with ?* for any query",
  ],
  [
    'resource: "https://cdn.example.com/video?size=*"',
    "https://cdn.example.com/video?size=*",
    "has a ? that starts the query to some readers and is a wildcard to others; end the pattern at this ?, with * or, for any query, with ?*",
  ],
  [
    'resource: "https://cdn.example.com?.example/*"',
    "https://cdn.example.com?.example/*",
    "has a ? in the domain that starts the query to some readers and is a wildcard to others; write * for it, or / in front of a query",
  ],
  [
    'resource: "https://cdn.example.com/caf%c3%a9/*"',
    "https://cdn.example.com/caf%c3%a9/*",
    "has %c3, which some clients send as %C3; write %C3",
  ],
  [
    'resource: "https://*.bücher.example/*"',
    "https://*.bücher.example/*",
    "has a domain with wildcards and other characters; write letters, digits, - and . (international names in Punycode)",
  ],
  [
    'resource: "https://*:443/videos/*"',
    "https://*:443/videos/*",
    "has the default port :443 after a domain that ends in *; end the domain with a name, or leave the port out",
  ],
];

/** A host without wildcards is checked as that of a URL. */
const invalidHost: readonly Row[] = [
  [
    'resource: "https:///videos/*"',
    "https:///videos/*",
    "has a host that is not a domain name or an IP address; write https://, the distribution's host and a /: https://d111111abcdef8.cloudfront.net/…",
  ],
  [
    `resource: \`https://\${undefined}/*\``,
    "https://undefined/*",
    'has the text "undefined": a variable was not set, a Promise was not awaited, or an object was put into a text; check where it is made',
  ],
  [
    'resource: "https://bucket.s3.amazonaws.com/*"',
    "https://bucket.s3.amazonaws.com/*",
    "is an S3 address; write https://, the distribution's host and a /: https://d111111abcdef8.cloudfront.net/…",
  ],
  [
    'resource: "https://user:secret@cdn.example.com/*"',
    "https://user:secret@cdn.example.com/*",
    "has a user name or password, which never reaches CloudFront; remove it",
  ],
  [
    'resource: "https://cdn.example.com:99999/*"',
    "https://cdn.example.com:99999/*",
    "has a port on which CloudFront does not answer; leave it out",
  ],
];

const rows = (code: Fault["code"], list: readonly Row[]): Fault[] =>
  list.map(([given, resource, message]) => ({
    given,
    run: () => recorder().signer.grant({ resource: resource as string, dateLessThan: end }),
    code,
    message: `resource: ${message}`,
  }));

/** Faults of a resource pattern, whatever it is to cover. */
export const resourceFaults: readonly Fault[] = [
  ...rows("ERR_RESOURCE_INVALID", invalid),
  ...rows("ERR_URL_INVALID", invalidHost),
  ...rows("ERR_URL_ALREADY_SIGNED", [
    [
      'resource: "https://cdn.example.com/a?Policy=1"',
      "https://cdn.example.com/a?Policy=1",
      "has the parameter Policy, as a signed URL has; sign the URL without it, or rename it",
    ],
  ]),
  ...rows("ERR_URL_TOO_LONG", [
    [
      "resource: `https://cdn.example.com/$" + '{"a".repeat(9000)}*`',
      `https://cdn.example.com/${"a".repeat(9000)}*`,
      "has 9025 characters; CloudFront accepts 8192; shorten it, or use a P-256 key or cookies",
    ],
  ]),
];
