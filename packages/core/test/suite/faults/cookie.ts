import { end, host, recorder } from "../support/signers.ts";
import type { Fault } from "./fault.ts";

type Row = readonly [given: string, attributes: Record<string, unknown>, message: string];

const noPath =
  "which no cookie path can have; write a prefix such as /images without wildcards, or percent-encode it";

const attributes: readonly Row[] = [
  [
    'domain: ""',
    { domain: "" },
    "domain: is not a domain name that cookies can have; write the distribution's alternate domain name, such as cdn.example.com, or its parent, in ASCII with nothing around it; or leave domain out to use the responding host",
  ],
  [
    'domain: "d111111abcdef8.cloudfront.net"',
    { domain: "d111111abcdef8.cloudfront.net" },
    "domain: browsers refuse cookies for cloudfront.net, and for a host of it that another host sets; leave domain out if the distribution itself sets the cookies, or give it an alternate domain name and write that name or its parent",
  ],
  ["path: 5", { path: 5 }, "path: expected a prefix such as /images; received a number"],
  [
    'path: "images"',
    { path: "images" },
    "path: does not start with /, so browsers use the folder of the answering URL instead; write a prefix such as /images",
  ],
  ['path: "/images/*"', { path: "/images/*" }, `path: has the character "*" at position 8, ${noPath}`],
  ['path: "/my images"', { path: "/my images" }, `path: has the character " " at position 3, ${noPath}`],
  [
    'path: "/images; Domain=example.com"',
    { path: "/images; Domain=example.com" },
    `path: has the character ";" at position 7, ${noPath}`,
  ],
  [
    'maxAge: "1h"',
    { maxAge: "1h" },
    "maxAge: expected whole seconds, 0 or more; received a string, which browsers ignore",
  ],
  [
    "maxAge: 1.5",
    { maxAge: 1.5 },
    "maxAge: expected whole seconds, 0 or more; received 1.5, which browsers ignore",
  ],
  [
    "maxAge: NaN",
    { maxAge: Number.NaN },
    "maxAge: expected whole seconds, 0 or more; received NaN, which browsers ignore",
  ],
  [
    "maxAge: -1",
    { maxAge: -1 },
    "maxAge: expected whole seconds, 0 or more; received -1, which browsers ignore",
  ],
  ['secure: "true"', { secure: "true" }, "secure: expected true or false; received a string"],
  ["httpOnly: 1", { httpOnly: 1 }, "httpOnly: expected true or false; received a number"],
  ["partitioned: null", { partitioned: null }, "partitioned: expected true or false; received null"],
  [
    'sameSite: "none"',
    { sameSite: "none" },
    'sameSite: expected "Strict", "Lax" or "None", with a capital letter; received another text, so browsers assume Lax',
  ],
  [
    'sameSite: "relaxed"',
    { sameSite: "relaxed" },
    'sameSite: expected "Strict", "Lax" or "None", with a capital letter; received another text, so browsers assume Lax',
  ],
  [
    "sameSite: false",
    { sameSite: false },
    'sameSite: expected "Strict", "Lax" or "None", with a capital letter; received a boolean, so browsers assume Lax',
  ],
  [
    'sameSite: "None", secure: false',
    { sameSite: "None", secure: false },
    'secure: is false with sameSite "None", so browsers drop the cookie; leave secure out',
  ],
  [
    "partitioned: true, secure: false",
    { partitioned: true, secure: false },
    "secure: is false with partitioned, so browsers drop the cookie; leave secure out",
  ],
];

const cookies = (resource: string) => recorder().signer.signCookies({ resource, dateLessThan: end });
const sets = (...resources: string[]) =>
  recorder().signer.signCookies(resources.map((resource) => ({ resource, dateLessThan: end })));

const never = "so browsers never send the cookies there";

/** Attributes that no URL of a resource is reached with. */
const unreached: readonly (readonly [resource: string, ...Row])[] = [
  [
    `${host}/course/*`,
    'domain: "example.com"',
    { domain: "example.com" },
    `domain: does not cover the host of the resource, d111111abcdef8.cloudfront.net, ${never}; leave domain out if the distribution itself sets the cookies, or sign for its alternate domain name`,
  ],
  [
    "https://cdn.example.com/course/*",
    'domain: "other.org"',
    { domain: "other.org" },
    `domain: does not cover the host of the resource, cdn.example.com, ${never}; write cdn.example.com, or a parent domain of it that also covers the host that sets the cookies`,
  ],
  [
    "http://localhost:8097/course/*",
    'domain: "example.com"',
    { domain: "example.com", secure: false },
    `domain: does not cover the host of the resource, localhost, ${never}; leave domain out: only localhost itself can set cookies for it, on any port`,
  ],
  [
    "https://*.example.co.uk/course/*",
    'domain: "example.com"',
    { domain: "example.com" },
    `domain: does not cover the host of the resource, *.example.co.uk, ${never}; write example.co.uk, or a parent domain of it that also covers the host that sets the cookies`,
  ],
  [
    "https://cdn.example.com/course/*",
    'path: "/kurse/"',
    { path: "/kurse/" },
    `path: no URL of the resource is below it, ${never}; write the folder of the resource, or leave path out`,
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
      'signCookies([{ resource: "https://cdn.example.com/a/*", … }, { resource: "https://cdn.example.com/a/b/*", … }])',
    run: () => sets("https://cdn.example.com/a/*", "https://cdn.example.com/a/b/*"),
    code: "ERR_COOKIE_INVALID",
    message:
      "resource: entries 1 and 2 have nested cookie paths, so the browser would send both sets; sign one resource for both",
  },
  {
    given:
      'signCookies([{ resource: "https://a.example.com/*", … }, { resource: "https://b.example.com/*", … }])',
    run: () => sets("https://a.example.com/*", "https://b.example.com/*"),
    code: "ERR_COOKIE_INVALID",
    message:
      "resource: entries 1 and 2 have nested cookie paths, so the browser would send both sets; their hosts are a.example.com and b.example.com: sign https://*.example.com/*, which also opens all other hosts and paths of example.com, or call signCookies for each host alone, and let each host set its cookies without domain",
  },
  {
    given: "toSetCookie() for http://cdn.example.com/*",
    run: async () => (await cookies("http://cdn.example.com/*")).toSetCookie(),
    code: "ERR_COOKIE_INVALID",
    message:
      "secure: is true for an http resource, where browsers never send Secure cookies; sign an https resource, or set secure to false",
  },
  {
    given: 'toSetCookie({ path: "/" }) of one of several sets',
    run: async () =>
      (await sets(`${host}/a/*`)).map(({ toSetCookie }) => toSetCookie({ path: "/" } as never)),
    code: "ERR_OPTION_CONFLICT",
    message: "path: each set has the path of its resource; leave it out",
  },
];
