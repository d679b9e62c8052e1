import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { end, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";

type Row = readonly [given: string, resource: unknown, message: string];

const invalid: readonly Row[] = [
  ["resource: 42", 42, "expected a pattern such as https://cdn.example.com/videos/*; received a number"],
  ["resource: null", null, "expected a pattern such as https://cdn.example.com/videos/*; received null"],
  ['resource: ""', "", "is empty; check that its variable is set"],
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
    'resource: "s3://bucket/*"',
    "s3://bucket/*",
    "has another scheme; a resource starts with https://, http:// or *://",
  ],
  [
    'resource: "https://cdn.example.com/a\\n*"',
    "https://cdn.example.com/a\n*",
    "has the character U+000A at position 25, which clients remove or replace; remove it, or percent-encode it",
  ],
  [
    'resource: "https://cdn.example.com/* "',
    "https://cdn.example.com/* ",
    "has a space at its end; remove it",
  ],
  [
    'resource: "https://cdn.example.com/\\ud83d*"',
    "https://cdn.example.com/\ud83d*",
    "has the character U+D83D at position 24, which clients remove or replace; remove it, or percent-encode it",
  ],
  [
    'resource: "https://cdn.example.com/a\\\\?b=*"',
    "https://cdn.example.com/a\\?b=*",
    'has the character "\\" at position 25, which clients remove or replace; remove it, or percent-encode it',
  ],
  [
    'resource: "https://cdn.example.com/*#top"',
    "https://cdn.example.com/*#top",
    "has a # that starts a fragment, which clients never send; write %23 instead",
  ],
  [
    'resource: "https://cdn.example.com/users/../*"',
    "https://cdn.example.com/users/../*",
    "has a . or .. segment, which clients resolve in different ways; write the resolved path",
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
    'has the text "undefined": a variable was not set, a Promise was not awaited, or an object was put into a string; check the code that builds it',
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
    "has an invalid port; remove it",
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
      "has the parameter Policy, which CloudFront reserves; sign the URL without it, or rename it",
    ],
  ]),
  ...rows("ERR_URL_TOO_LONG", [
    [
      "resource: `https://cdn.example.com/$" + '{"a".repeat(9000)}*`',
      `https://cdn.example.com/${"a".repeat(9000)}*`,
      "has 9025 characters, and CloudFront accepts at most 8192; shorten it, or use a P-256 key or cookies",
    ],
  ]),
];
