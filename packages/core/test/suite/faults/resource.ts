import { end, recorder } from "../support/signers.ts";
import type { Fault } from "./fault.ts";

type Row = readonly [given: string, resource: unknown, message: string];

const invalid: readonly Row[] = [
  ["resource: 42", 42, "expected a pattern such as https://cdn.example.com/videos/*; received a number"],
  ['resource: ""', "", "is empty; write a pattern such as https://cdn.example.com/videos/*"],
  [
    'resource: "/videos/*"',
    "/videos/*",
    "is relative; add https:// and the distribution's host name in front: https://d111111abcdef8.cloudfront.net/…",
  ],
  [
    'resource: "cdn.example.com/videos/*"',
    "cdn.example.com/videos/*",
    "the scheme is missing; write https://cdn.example.com/…",
  ],
  [
    'resource: "videos/*"',
    "videos/*",
    "does not start with https:// and a host name; write it like https://d111111abcdef8.cloudfront.net/…",
  ],
  [
    'resource: "s3://bucket/*"',
    "s3://bucket/*",
    "has another scheme; a resource starts with https://, http://, http*:// or *://",
  ],
  [
    'resource: "https://cdn.example.com/a\\n*"',
    "https://cdn.example.com/a\n*",
    "has the character U+000A at position 25, which clients remove or replace; take it out, or write %0A if the object key has it",
  ],
  [
    'resource: "https://cdn.example.com/* "',
    "https://cdn.example.com/* ",
    'has the character " " at position 25, which clients remove or replace; take it out, or write %20 if the object key has it',
  ],
  [
    'resource: "https://cdn.example.com/\\ud83d*"',
    "https://cdn.example.com/\ud83d*",
    "has half of a surrogate pair at position 24, which clients replace; was a text cut within an emoji?",
  ],
  [
    'resource: "https://cdn.example.com/a\\\\?b=*"',
    "https://cdn.example.com/a\\?b=*",
    "has a backslash; write ? without it, and / between folders",
  ],
  [
    'resource: "https://cdn.example.com/*#top"',
    "https://cdn.example.com/*#top",
    "has a #, which starts a fragment, and fragments are never sent; write %23",
  ],
  [
    'resource: "https://cdn.example.com?size=*"',
    "https://cdn.example.com?size=*",
    "has a ? directly after the domain; write the / between them",
  ],
  [
    'resource: "https://cdn.example.com/undefined/*"',
    "https://cdn.example.com/undefined/*",
    'its path has the text "undefined": a variable was not set, a Promise was not awaited, or an object was put into a text; check where it is made',
  ],
  [
    `resource: "https://cdn.example.com/course/\${id}/*"`,
    "https://cdn.example.com/course/$%7Bid%7D/*",
    "has ${…}, a variable that was not replaced; put the text in backquotes in JavaScript, in double quotes in a shell, or write %24 for the $ if it is meant",
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
      `its domain ${domain} covers hosts that are not yours, too; write the name of one host, as in https://cdn.example.com/*, or *. and your domain for all of its hosts, or give a ready policy if that is meant`,
    ];
  }),
  [
    'resource: "https://cdn.example.com/film/index.m3u8"',
    "https://cdn.example.com/film/index.m3u8",
    "covers only that address, and nothing else of its folder; write /* after the folder, or give a ready policy for that address alone",
  ],
  [
    'resource: "https://cdn.example.com/course/"',
    "https://cdn.example.com/course/",
    "covers only that address, and nothing else of its folder; write /* after the folder, or give a ready policy for that address alone",
  ],
  [
    'resource: "https://cdn.example.com/users/1*"',
    "https://cdn.example.com/users/1*",
    "ends with a number and a *, so that it covers longer numbers, too, as /users/1* covers /users/10; write /* after the number, or give a ready policy if that is meant",
  ],
  ...[
    ["/course/*/*", "is a *"],
    ["/course//*", "has no name"],
  ].map(
    ([path, folder]) =>
      [
        `resource: "https://cdn.example.com${path}"`,
        `https://cdn.example.com${path}`,
        `its last folder ${folder}, as a variable that was not set may leave it; write the name of the folder, or give a ready policy if that is meant`,
      ] as const,
  ),
  [
    'resource: "https://cdn.example.com/users/../*"',
    "https://cdn.example.com/users/../*",
    "its path has a . or .. segment, which clients resolve in different ways; write the resolved path",
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
    "has the character U+00FC in a domain with wildcards; write letters, digits, - and . (international names in Punycode)",
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
    "has a host name that cannot be read as a domain name or an IP address; write the distribution's host name, such as d111111abcdef8.cloudfront.net",
  ],
  [
    `resource: \`https://\${undefined}/*\``,
    "https://undefined/*",
    'the host is the word "undefined": a variable was not set, a Promise was not awaited, or an object was put into a text; check where it is made',
  ],
  [
    'resource: "https://bucket.s3.amazonaws.com/*"',
    "https://bucket.s3.amazonaws.com/*",
    "is an S3 address; use the distribution's domain name, such as d111111abcdef8.cloudfront.net",
  ],
  [
    'resource: "https://user:secret@cdn.example.com/*"',
    "https://user:secret@cdn.example.com/*",
    "has a user name or password before an @, which never reaches CloudFront; remove it",
  ],
  [
    'resource: "https://cdn.example.com:99999/*"',
    "https://cdn.example.com:99999/*",
    "has a port that is not a number from 0 to 65535; correct it, or leave it out",
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
      "has the parameter Policy, which CloudFront reserves; leave it out, or rename it",
    ],
  ]),
  ...rows("ERR_URL_TOO_LONG", [
    [
      "resource: `https://cdn.example.com/$" + '{"a".repeat(9000)}*`',
      `https://cdn.example.com/${"a".repeat(9000)}*`,
      "has 9025 characters; CloudFront accepts URLs of 8192. Let a * stand for a part of it",
    ],
  ]),
];
