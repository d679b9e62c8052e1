import { callable, fail, startingAtCaller } from "../errors.ts";
import { longestCookie } from "../limits.ts";
import { clockTime } from "../options/clock.ts";
import { notText } from "../options/not-text.ts";
import { memberOf } from "../options/read-properties.ts";
import { describeType } from "../options/type-name.ts";
import { sections } from "../url/resource-match.ts";
import { matchesWildcards } from "../url/wildcard-pattern.ts";
import {
  type CheckedAttributes,
  checkAttributes,
  checkReach,
  longestCookiePath,
  readAttributes,
  type SetCookieAttributes,
} from "./check-attributes.ts";

/**
 * Name of a signed cookie.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-cookies.html |
 * Use signed cookies} in the CloudFront Developer Guide
 */
export type SignedCookieName =
  | "CloudFront-Expires"
  | "CloudFront-Policy"
  | "CloudFront-Signature"
  | "CloudFront-Key-Pair-Id"
  | "CloudFront-Hash-Algorithm";

/** Names of the cookies that make a request a signed one. */
const cookieNames: readonly SignedCookieName[] = [
  "CloudFront-Expires",
  "CloudFront-Policy",
  "CloudFront-Signature",
  "CloudFront-Key-Pair-Id",
  "CloudFront-Hash-Algorithm",
];

/**
 * Signed cookies as names and values, as `Set-Cookie` lines and as a `Cookie` header.
 *
 * @example
 * ```ts
 * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
 *
 * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!, maxLifetime: "8h" });
 * const cookies = await signer.signCookies({ resource: "https://cdn.example.com/course/42/*", expiresIn: "4h" });
 * console.log(Object.keys(cookies.values).join(" ")); // CloudFront-Policy CloudFront-Signature CloudFront-Key-Pair-Id
 * console.log(cookies.path); // /course/42/
 * ```
 */
export interface SignedCookies {
  /** Cookie names and values, ready for any cookie API that does **not** encode values again. */
  readonly values: Readonly<Partial<Record<SignedCookieName, string>>>;
  /**
   * Cookie path, the default of `toSetCookie`: the folder of the resource, or the file itself if it is one without a query.
   * CloudFront may deny a request with two sets of cookies: of two nested folders, sign only the outer one, or give both sets
   * the same `path`, so that the newer one replaces the older.
   */
  readonly path: string;
  /**
   * Creates `Set-Cookie` header values: `Secure; HttpOnly; SameSite=Lax`, with the `path` above, unless `attributes` differ.
   *
   * @param attributes how the browser keeps the cookies; without `path` if they are one of several sets
   * @returns one header value per cookie: send each as a header of its own, with `headers.append`, not `set`
   * @throws `ERR_COOKIE_INVALID` for a cookie of more than 4,096 bytes, and for attributes with which the cookies never reach
   * CloudFront: `cloudfront.net` or a host of it as `domain`, a `domain` or `path` that covers no URL of the resource, a `*`
   * in `path`, `secure` for an http resource, `sameSite: "None"` or `partitioned` without `secure`.
   * @throws `ERR_DATE_PAST` when the cookies have expired; `ERR_OPTION_CONFLICT` for the `path` of one of several sets.
   * @throws `ERR_OPTION_UNKNOWN`, `ERR_OPTION_INVALID` when `attributes` has an unknown name, or is not an object.
   */
  toSetCookie(attributes?: SetCookieAttributes): string[];
  /**
   * Appends a `Set-Cookie` header for each cookie. `new Headers({ "Set-Cookie": lines })` would join them into one, which sets
   * no cookie.
   *
   * @param headers the headers of a `Response`, or anything else with a function `append`, such as the response of Express
   * @param attributes as for `toSetCookie`
   * @throws `ERR_OPTION_INVALID` for `headers` without a function `append`; the errors of `toSetCookie`.
   */
  appendTo(headers: HeadersToAppend, attributes?: SetCookieAttributes): void;
  /**
   * For native players and tests. Never throws.
   *
   * @returns the value of a `Cookie` request header: all cookies in one line
   */
  toCookieHeader(): string;
}

/** The headers that `appendTo` accepts: `Headers` of every runtime, and `Response` of Express. */
export interface HeadersToAppend {
  /** Adds a header, also where there is one of this name. */
  append(name: string, value: string): unknown;
}

/** What cookies are made of. */
export interface SignedQuery {
  readonly query: string;
  readonly resource: string;
  /** Epoch seconds. */
  readonly dateLessThan: number;
}

/** The names and values of the cookies: the signing parameters of a query string, each with `CloudFront-` in front. */
export const cookieValues = (query: string): SignedCookies["values"] =>
  Object.freeze(
    Object.fromEntries(query.split("&").map((parameter) => `CloudFront-${parameter}`.split("="))),
  );

/** The promise of signed cookies or a list of them, which throws as text and as JSON. */
export function promisedCookies<Cookies>(promise: Promise<Cookies>): Promise<Cookies> {
  return notText(promise, "cookies", "are the promise of signed cookies; await it");
}

/** The signed cookies of a policy, which may be one of several that a browser gets together. */
export function signedCookies(
  { query, resource, dateLessThan }: SignedQuery,
  clock?: () => Date,
  isOneOfSeveral?: boolean,
): SignedCookies {
  const path = cookiePath(resource);
  const values = cookieValues(query);
  const cookies = Object.entries(values).map((pair) => pair.join("="));
  const toSetCookie = (attributes: SetCookieAttributes = {}): string[] => {
    const given = readAttributes(attributes);
    if (isOneOfSeveral && "path" in given)
      fail("ERR_OPTION_CONFLICT", "path", "each set has the path of its resource; leave it out");
    const checked = checkAttributes(given, path);
    checkReach(checked, resource);
    refuseExpired("cookies", dateLessThan, clock);
    return setCookie(cookies, checked);
  };
  return Object.freeze({
    values,
    path,
    toSetCookie: callable(toSetCookie),
    appendTo: callable((headers: HeadersToAppend, attributes?: SetCookieAttributes) => {
      if (typeof memberOf(headers, "append") !== "function")
        fail(
          "ERR_OPTION_INVALID",
          "headers",
          `is ${describeType(headers)}; pass the headers of the response`,
        );
      for (const line of toSetCookie(attributes)) headers.append("Set-Cookie", line);
    }),
    toCookieHeader: () => cookies.join("; "),
  });
}

/**
 * A set of cookies for each signed policy, so that a browser sends exactly one of them to each URL. Throws when it would
 * send the cookies for one path of a host to another as well (RFC 6265, section 5.1.4).
 */
export function signedCookieSets(list: readonly SignedQuery[], clock?: () => Date): SignedCookies[] {
  const sets = list.map((signed) => signedCookies(signed, clock, true));
  const folders = sets.map(({ path }, i) => ({
    host: hostOf((list[i] as SignedQuery).resource),
    folder: path.replace(/\/?$/, "/"),
    entry: i + 1,
  }));
  // Sorted, the folders within a folder come behind it.
  folders.sort((a, b) => (a.folder < b.folder ? -1 : 1));
  folders.forEach(({ host, folder, entry }, i) => {
    for (const next of folders.slice(i + 1)) {
      if (!next.folder.startsWith(folder)) break;
      if (isSameHost(host, next.host))
        fail(
          "ERR_COOKIE_INVALID",
          "resource",
          `entries ${Math.min(entry, next.entry)} and ${Math.max(entry, next.entry)} have nested cookie paths, so the browser would send both sets; sign one resource for both`,
        );
    }
  });
  return sets;
}

/** The host of a resource, without the port, which cookies do not have. */
function hostOf(resource: string): string {
  return sections(resource).domain.replace(/:[\d*?]*$/, "");
}

/** Whether one of two hosts, which may have wildcards, is the other one, too. */
function isSameHost(one: string, other: string): boolean {
  return matchesWildcards(one, other) || matchesWildcards(other, one);
}

/** Throws from the expiry time on, in epoch seconds. */
export function refuseExpired(option: string, dateLessThan: number, clock: (() => Date) | undefined): void {
  const end = dateLessThan * 1000;
  if (clockTime(clock) >= end)
    fail(
      "ERR_DATE_PAST",
      option,
      `expired at ${new Date(end).toJSON()}; sign again before that time, in a server for each request`,
    );
}

/** A cookie path for all that a resource covers, no longer than browsers read. */
function cookiePath(resource: string): string {
  const path = resource.replace(/^([^/]*:\/\/)?[^/]*/, "") || "/";
  // Up to a wildcard, or what cookie paths cannot have.
  const literal = /^[!-)+-:<->@-~]*/.exec(path.slice(0, longestCookiePath))?.[0] as string;
  return literal === path ? path : literal.slice(0, literal.lastIndexOf("/") + 1);
}

/**
 * Creates `Set-Cookie` header values that remove every signed cookie, whichever policy and hash it was made with.
 *
 * Send them at logout, and before you set cookies with another kind of policy or another hash. CloudFront returns 403 if an
 * old `CloudFront-Expires` is left beside a new `CloudFront-Policy`, or an old `CloudFront-Hash-Algorithm` beside a signature
 * without one. The default path was {@link SignedCookies.path}.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-cookies.html | Use signed cookies}
 * @param attributes the `domain`, `path` and `partitioned` that the cookies were set with
 * @returns one header value per cookie, each with `Max-Age=0` and an `Expires` in 1970
 * @throws `ERR_OPTION_MISSING` without `path`.
 * @throws `ERR_COOKIE_INVALID`, `ERR_OPTION_UNKNOWN`, `ERR_OPTION_INVALID` as {@link SignedCookies.toSetCookie} does.
 * @example
 * ```ts
 * import { clearCloudFrontSignedCookies } from "cloudfront-sign-webcrypto";
 *
 * const headers = new Headers();
 * for (const line of clearCloudFrontSignedCookies({ domain: "example.com", path: "/course/42/" }))
 *   headers.append("Set-Cookie", line);
 * ```
 */
export function clearCloudFrontSignedCookies(
  attributes: Omit<SetCookieAttributes, "maxAge"> & { readonly path: string },
): string[] {
  return startingAtCaller(clearCloudFrontSignedCookies, () => clearingLines(attributes));
}

function clearingLines(attributes: SetCookieAttributes): string[] {
  const given = readAttributes(attributes);
  if (given.path === undefined)
    fail(
      "ERR_OPTION_MISSING",
      "path",
      "is missing; write the path of the cookies to delete: the folder of their resource, such as /course/42/",
    );
  return setCookie(
    cookieNames.map((name) => `${name}=`),
    checkAttributes({ ...given, maxAge: 0 }),
  );
}

function setCookie(cookies: readonly string[], checked: CheckedAttributes): string[] {
  const { domain, path, maxAge, secure, httpOnly, sameSite, partitioned } = checked;
  const tooLong = cookies.find(({ length }) => length - "=".length > longestCookie);
  if (tooLong !== undefined)
    fail(
      "ERR_COOKIE_INVALID",
      "resource",
      `makes the cookie ${tooLong.replace(/=.*/, "")} ${tooLong.length - "=".length} bytes long, and browsers drop cookies of more than ${longestCookie} bytes; replace a part of the resource with *`,
    );
  const attributes = [
    domain !== undefined && `Domain=${domain}`,
    `Path=${path}`,
    maxAge !== undefined && `Max-Age=${maxAge}`,
    // Next.js drops Max-Age=0 where it writes the lines of a response again.
    maxAge === 0 && "Expires=Thu, 01 Jan 1970 00:00:00 GMT",
    secure && "Secure",
    httpOnly && "HttpOnly",
    `SameSite=${sameSite}`,
    partitioned && "Partitioned",
  ];
  return cookies.map((cookie) => [cookie, ...attributes.filter((each) => each !== false)].join("; "));
}
