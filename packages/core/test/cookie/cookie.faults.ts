import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { clearCloudFrontSignedCookies } from "cloudfront-sign-webcrypto";

type Row = readonly [given: string, attributes: Record<string, unknown>, message: string];

const noPath =
  "path: is not a valid cookie path; write a prefix such as /images, which starts with / and contains no *, ; or space";

const attributes: readonly Row[] = [
  [
    'domain: ""',
    { domain: "" },
    "domain: is not a domain name in ASCII; write the alternate domain name of the distribution, such as cdn.example.com, or a parent domain, or leave domain out if that host itself sends Set-Cookie",
  ],
  [
    'domain: "d111111abcdef8.cloudfront.net"',
    { domain: "d111111abcdef8.cloudfront.net" },
    "domain: browsers reject cookies for cloudfront.net and its hosts; write the alternate domain name of the distribution, such as cdn.example.com, or a parent domain, or leave domain out if that host itself sends Set-Cookie",
  ],
  ["path: 5", { path: 5 }, noPath],
  ['path: "images"', { path: "images" }, noPath],
  ['path: "/images/*"', { path: "/images/*" }, noPath],
  ['path: "/images; Domain=example.com"', { path: "/images; Domain=example.com" }, noPath],
  [
    'path: "/" + "a".repeat(1024)',
    { path: `/${"a".repeat(1024)}` },
    "path: is longer than 1,024 bytes, so browsers ignore it; write a shorter prefix",
  ],
  [
    'maxAge: "1 hour"',
    { maxAge: "1 hour" },
    'maxAge: is not a duration, which browsers ignore; pass whole seconds, 0 or more, or text such as "4h"',
  ],
  [
    "maxAge: 1.5",
    { maxAge: 1.5 },
    'maxAge: is 1.5, which browsers ignore; pass whole seconds, 0 or more, or text such as "4h"',
  ],
  [
    "maxAge: NaN",
    { maxAge: Number.NaN },
    'maxAge: is NaN, which browsers ignore; pass whole seconds, 0 or more, or text such as "4h"',
  ],
  [
    "maxAge: -1",
    { maxAge: -1 },
    'maxAge: is -1, which browsers ignore; pass whole seconds, 0 or more, or text such as "4h"',
  ],
  ['secure: "true"', { secure: "true" }, "secure: expected true or false; received a string"],
  ["httpOnly: 1", { httpOnly: 1 }, "httpOnly: expected true or false; received a number"],
  ["partitioned: null", { partitioned: null }, "partitioned: expected true or false; received null"],
  [
    'sameSite: "none"',
    { sameSite: "none" },
    'sameSite: must be "Strict", "Lax" or "None", capitalized: browsers treat any other value as Lax',
  ],
  [
    'sameSite: "None", secure: false',
    { sameSite: "None", secure: false },
    'secure: is false with partitioned or sameSite "None", so browsers drop the cookie; leave it on',
  ],
];

const cookies = (resource: string) => recorder().signer.signCookies({ resource, dateLessThan: end });
const sets = (...resources: string[]) =>
  recorder().signer.signCookieSets(resources.map((resource) => ({ resource, dateLessThan: end })));

const domainStep =
  "the host of the resource; write the alternate domain name of the distribution, such as cdn.example.com, or a parent domain, or leave domain out if that host itself sends Set-Cookie";

/** Attributes that no URL of a resource is reached with. */
const unreached: readonly (readonly [resource: string, ...Row])[] = [
  [
    `${host}/course/*`,
    'domain: "example.com"',
    { domain: "example.com" },
    `domain: does not cover d111111abcdef8.cloudfront.net, ${domainStep}`,
  ],
  [
    "https://cdn.example.com/course/*",
    'domain: "other.org"',
    { domain: "other.org" },
    `domain: does not cover cdn.example.com, ${domainStep}`,
  ],
  [
    "http://localhost:8097/course/*",
    'domain: "example.com"',
    { domain: "example.com", secure: false },
    `domain: does not cover localhost, ${domainStep}`,
  ],
  [
    "https://*.example.co.uk/course/*",
    'domain: "example.com"',
    { domain: "example.com" },
    `domain: does not cover *.example.co.uk, ${domainStep}`,
  ],
  [
    "https://cdn.example.com/course/*",
    'path: "/kurse/"',
    { path: "/kurse/" },
    "path: covers no URL of the resource; leave path out, and end the resource of a folder with /*",
  ],
];

/** Faults of the attributes of signed cookies, and of several sets of them. */
export const cookieFaults: readonly Fault[] = [
  ...attributes.map(
    ([given, value, message]): Fault => ({
      given: `toSetCookie({ ${given} })`,
      run: async () => (await cookies(`${host}/a/*`)).toSetCookie(value),
      code: "ERR_COOKIE_INVALID",
      message,
    }),
  ),
  ...unreached.map(
    ([resource, given, value, message]): Fault => ({
      given: `toSetCookie({ ${given} }) for ${resource}`,
      run: async () => (await cookies(resource)).toSetCookie(value),
      code: "ERR_COOKIE_INVALID",
      message,
    }),
  ),
  {
    given: "toSetCookie() for a resource of 3,000 characters",
    run: async () => (await cookies(`${host}/${"a".repeat(3000)}*`)).toSetCookie(),
    code: "ERR_COOKIE_INVALID",
    message:
      "resource: makes the cookie CloudFront-Policy 4189 bytes long, and browsers drop cookies of more than 4096 bytes; replace a part of the resource with *",
  },
  {
    given:
      'signCookieSets([{ resource: "https://cdn.example.com/a/*", … }, { resource: "https://cdn.example.com/a/b/*", … }])',
    run: () => sets("https://cdn.example.com/a/*", "https://cdn.example.com/a/b/*"),
    code: "ERR_COOKIE_INVALID",
    message:
      "resource: entries 1 and 2 have nested cookie paths, so the browser would send both sets; sign one resource for both",
  },
  {
    given: "toSetCookie() for http://cdn.example.com/*",
    run: async () => (await cookies("http://cdn.example.com/*")).toSetCookie(),
    code: "ERR_COOKIE_INVALID",
    message:
      "secure: is true for an http resource, where browsers never send Secure cookies; sign an https resource, or turn it off",
  },
  {
    given: 'clearCloudFrontSignedCookies({ domain: "example.com" })',
    run: async () => clearCloudFrontSignedCookies({ domain: "example.com" } as never),
    code: "ERR_OPTION_MISSING",
    message:
      "path: is missing; write the path of the cookies to delete: the folder of their resource, such as /course/42/",
  },
  {
    given: 'toSetCookie({ path: "/" }) of one of several sets',
    run: async () =>
      (await sets(`${host}/a/*`)).map(({ toSetCookie }) => toSetCookie({ path: "/" } as never)),
    code: "ERR_OPTION_CONFLICT",
    message: "path: each set has the path of its resource; leave it out",
  },
];
