import { parameterNames } from "../encoding/parameter-names.ts";
import { fail } from "../errors.ts";
import { checkOptions } from "../options.ts";

/** How a browser keeps the signed cookies. Everything is optional; the defaults are safe. */
export interface SetCookieAttributes {
  /** Domain that covers CloudFront's alternate domain name, for example `example.com` for `cdn.example.com`. Without it: the answering host only. */
  readonly domain?: string;
  /** Path prefix, default `/`. A plain prefix: cookies know no wildcards. */
  readonly path?: string;
  /** HTTPS only, default `true`. */
  readonly secure?: boolean;
  /** Out of reach of scripts, default `true`. */
  readonly httpOnly?: boolean;
  /** Default `"Lax"`, which is enough between `app.example.com` and `cdn.example.com`; `"None"` across sites (needs `secure`). */
  readonly sameSite?: "Strict" | "Lax" | "None";
  /** A cookie jar per top-level site (needs `secure`), default `false`. */
  readonly partitioned?: boolean;
  /** Seconds that the browser keeps the cookies; without it: until it closes, which is what AWS recommends. */
  readonly maxAge?: number;
}

/** Signed cookies in the three forms that people need. */
export interface SignedCookies {
  /** Cookie names and values, ready for any cookie API that does **not** encode values again. */
  readonly values: Readonly<Record<string, string>>;
  /**
   * One `Set-Cookie` header value per cookie; `Secure; HttpOnly; SameSite=Lax; Path=/` unless told otherwise.
   *
   * @throws `ERR_COOKIE_INVALID` for attributes with which the cookies never reach CloudFront: a `cloudfront.net` domain (it is on the
   * Public Suffix List), a `*` in `path`, `sameSite: "None"` or `partitioned` without `secure`.
   */
  toSetCookie(attributes?: SetCookieAttributes): string[];
  /** The value of a `Cookie` request header, for native players and tests. */
  toCookieHeader(): string;
}

/** Signing parameters as cookies: the query parameter names with `CloudFront-` in front. */
export function signedCookies(parameters: readonly (readonly [name: string, value: string])[]): SignedCookies {
  const entries = parameters.map(([name, value]) => [`CloudFront-${name}`, value] as const);
  return Object.freeze({
    values: Object.freeze(Object.fromEntries(entries)),
    toSetCookie: (attributes: SetCookieAttributes = {}) => setCookie(entries, attributes),
    toCookieHeader: () => entries.map((pair) => pair.join("=")).join("; "),
  });
}

/**
 * `Set-Cookie` header values that remove every signed cookie, whichever policy and hash it was made with.
 *
 * Send them at logout, and before cookies of another kind: a canned `CloudFront-Expires` left beside a new `CloudFront-Policy`, or a
 * `CloudFront-Hash-Algorithm` left from another key, is answered with 403. `domain`, `path` and `partitioned` must be the ones that the
 * cookies were set with.
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
    parameterNames.map((name) => [`CloudFront-${name}`, ""]),
    { ...attributes, maxAge: 0 },
  );
}

function setCookie(entries: readonly (readonly string[])[], attributes: SetCookieAttributes): string[] {
  checkOptions("attributes", attributes, ["domain", "path", "secure", "httpOnly", "sameSite", "partitioned", "maxAge"]);
  const { domain, path = "/", secure = true, httpOnly = true, sameSite = "Lax", partitioned = false, maxAge } = attributes;
  const check = (valid: boolean, option: string, rule: string): void => {
    if (!valid) fail("ERR_COOKIE_INVALID", option, rule);
  };
  check(domain === undefined || (typeof domain === "string" && /^[\w.-]+$/.test(domain)), "domain", "expected a domain name");
  check(
    !/(^|\.)cloudfront\.net$/i.test(domain ?? "-"),
    "domain",
    "browsers take no cookies for cloudfront.net; use an alternate domain name",
  );
  check(/^\/[!-)+-:<-~]*$/.test(path), "path", "expected a prefix such as /images; cookies know no *");
  check(/^(Strict|Lax|None)$/.test(sameSite), "sameSite", "expected Strict, Lax or None");
  check(secure || (sameSite !== "None" && !partitioned), "secure", "is needed for sameSite None and partitioned");
  check(maxAge === undefined || Number.isInteger(maxAge), "maxAge", "expected whole seconds");
  let tail = domain === undefined ? "" : `; Domain=${domain}`;
  tail += `; Path=${path}`;
  if (maxAge !== undefined) tail += `; Max-Age=${maxAge}`;
  if (secure !== false) tail += "; Secure";
  if (httpOnly !== false) tail += "; HttpOnly";
  tail += `; SameSite=${sameSite}`;
  if (partitioned) tail += "; Partitioned";
  return entries.map((pair) => pair.join("=") + tail);
}
