import { fail } from "../errors.ts";
import { readOptions } from "../options/read-options.ts";
import { cookieNames, type SignedCookieName } from "./cookie-names.ts";

/** How a browser keeps the signed cookies. Everything is optional; the defaults are safe. */
export interface SetCookieAttributes {
  /**
   * Domain that covers CloudFront's alternate domain name, for example `example.com` for `cdn.example.com`.
   * Without it: the answering host only.
   */
  readonly domain?: string;
  /** Path prefix, default `/`. A plain prefix: cookies know no wildcards. */
  readonly path?: string;
  /** HTTPS only, default `true`. */
  readonly secure?: boolean;
  /** Out of reach of scripts, default `true`. */
  readonly httpOnly?: boolean;
  /**
   * Default `"Lax"`, which is enough between `app.example.com` and `cdn.example.com`; `"None"` across sites
   * (needs `secure`).
   */
  readonly sameSite?: "Strict" | "Lax" | "None";
  /** A cookie jar per top-level site (needs `secure`), default `false`. */
  readonly partitioned?: boolean;
  /**
   * Seconds that the browser keeps the cookies; without it: until it closes, which is what AWS recommends.
   */
  readonly maxAge?: number;
}

/** Signed cookies in the three forms that people need. */
export interface SignedCookies {
  /** Cookie names and values, ready for any cookie API that does **not** encode values again. */
  readonly values: Readonly<Partial<Record<SignedCookieName, string>>>;
  /**
   * One `Set-Cookie` header value per cookie; `Secure; HttpOnly; SameSite=Lax; Path=/` unless told otherwise.
   *
   * @throws `ERR_COOKIE_INVALID` for attributes with which the cookies never reach CloudFront: a
   * `cloudfront.net` domain (it is on the Public Suffix List), a `*` in `path`, `sameSite: "None"` or
   * `partitioned` without `secure`; a policy so long that its cookie is more than 4,096 bytes.
   */
  toSetCookie(attributes?: SetCookieAttributes): string[];
  /** The value of a `Cookie` request header, for native players and tests. */
  toCookieHeader(): string;
}

/** The signing parameters of a query string as cookies: each with `CloudFront-` in front. */
export function signedCookies({ query }: { readonly query: string }): SignedCookies {
  const cookies = query.split("&").map((parameter) => `CloudFront-${parameter}`);
  return Object.freeze({
    values: Object.freeze(Object.fromEntries(cookies.map((cookie) => cookie.split("=")))),
    toSetCookie: (attributes: SetCookieAttributes = {}) => setCookie(cookies, attributes),
    toCookieHeader: () => cookies.join("; "),
  });
}

/**
 * `Set-Cookie` header values that remove every signed cookie, whichever policy and hash it was made with.
 *
 * Send them at logout, and before cookies of another kind: a canned `CloudFront-Expires` left beside a new
 * `CloudFront-Policy`, or a `CloudFront-Hash-Algorithm` left from another key, is answered with 403.
 * `domain`, `path` and `partitioned` must be the ones that the cookies were set with.
 *
 * Source: CloudFront Developer Guide, "Use signed cookies".
 *
 * @throws `ERR_COOKIE_INVALID` as {@link SignedCookies.toSetCookie} does.
 * @example
 * ```ts
 * import { clearCloudFrontSignedCookies } from "cloudfront-sign-webcrypto";
 *
 * const headers = new Headers();
 * for (const line of clearCloudFrontSignedCookies({ domain: "example.com" })) headers.append("Set-Cookie", line);
 * ```
 */
export function clearCloudFrontSignedCookies(attributes: Omit<SetCookieAttributes, "maxAge"> = {}): string[] {
  return setCookie(
    cookieNames.map((name) => `${name}=`),
    { ...readAttributes(attributes), maxAge: 0 },
  );
}

/** The attributes that were given, copied; throws for a name that is none of theirs. */
export function readAttributes(given: SetCookieAttributes): SetCookieAttributes {
  return readOptions(
    "attributes",
    given,
    attributeRules.map(([option]) => option),
  );
}

/**
 * An option and its attribute, what `typeof` and the value must look like, what is said otherwise, and the
 * default.
 */
type AttributeRule = readonly [
  option: keyof SetCookieAttributes,
  name: string,
  rule: RegExp,
  expected: string,
  usual?: unknown,
];

const attributeRules: readonly AttributeRule[] = [
  [
    "domain",
    "Domain",
    /^string (?!(.*\.)?cloudfront\.net\.?$)[\w.-]*\w$/i,
    "expected an alternate domain name; browsers take no cookies for cloudfront.net",
  ],
  ["path", "Path", /^string \/[!-)+-:<-~]*$/, "expected a prefix such as /images, without *", "/"],
  ["maxAge", "Max-Age", /^number \d+$/, "expected whole seconds"],
  ["secure", "Secure", /^boolean/, "expected true or false", true],
  ["httpOnly", "HttpOnly", /^boolean/, "expected true or false", true],
  ["sameSite", "SameSite", /^string (Strict|Lax|None)$/, "expected Strict, Lax or None", "Lax"],
  ["partitioned", "Partitioned", /^boolean/, "expected true or false", false],
];

function setCookie(cookies: readonly string[], given: SetCookieAttributes): string[] {
  const attributes = readAttributes(given);
  let tail = "";
  for (const [option, name, rule, expected, usual] of attributeRules) {
    const { [option]: value = usual } = attributes;
    if (value === undefined) continue;
    const isPrimitive = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    if (!isPrimitive || !rule.test(`${typeof value} ${value}`)) fail("ERR_COOKIE_INVALID", option, expected);
    if (value !== false) tail += `; ${name}${value === true ? "" : `=${value}`}`;
  }
  if (/; (SameSite=None|Partitioned)/.test(tail) && !tail.includes("; Secure")) {
    fail("ERR_COOKIE_INVALID", "secure", "is needed for sameSite None and partitioned");
  }
  // RFC 6265bis: 4,096 bytes of name and value; a longer one is ignored without a word.
  if (cookies.some(({ length }) => length > 4097)) {
    fail("ERR_COOKIE_INVALID", "resource", "is too long for a cookie; browsers take 4,096 bytes");
  }
  return cookies.map((cookie) => cookie + tail);
}
