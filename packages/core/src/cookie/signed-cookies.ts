import { fail } from "../errors.ts";
import { checkAttributes, checkReach, readAttributes, type SetCookieAttributes } from "./check-attributes.ts";

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
 * The longest name and value of a cookie together, in bytes: browsers ignore a longer one.
 *
 * Source: RFC 6265bis, section 5.7.
 */
export const longestCookie = 4096;

/**
 * Signed cookies as names and values, as `Set-Cookie` lines and as a `Cookie` header.
 *
 * @example
 * ```ts
 * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
 *
 * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY! });
 * const cookies = await signer.signCookies({ resource: "https://cdn.example.com/course/42/*", expiresIn: "4h" });
 * console.log(Object.keys(cookies.values).join(" ")); // CloudFront-Policy CloudFront-Signature CloudFront-Key-Pair-Id
 * ```
 */
export interface SignedCookies {
  /** Cookie names and values, ready for any cookie API that does **not** encode values again. */
  readonly values: Readonly<Partial<Record<SignedCookieName, string>>>;
  /**
   * Makes a `Set-Cookie` header value for each cookie: `Secure; HttpOnly; SameSite=Lax; Path=/` unless
   * `attributes` say otherwise.
   *
   * @param attributes how the browser keeps the cookies
   * @returns one header value per cookie: send each as a header of its own (`headers.append` for each), because a list that
   * is put into one header is joined with commas
   * @throws `ERR_COOKIE_INVALID` for attributes with which the cookies never reach CloudFront:
   * `cloudfront.net` as `domain` (it is on the Public Suffix List) or a host of it (it sets its own cookies
   * without `domain`), a `domain` or `path` that covers no URL of the resource, `secure` for an http resource, a `*` in `path`, `sameSite: "None"` or `partitioned` without `secure`; a policy so long
   * that its cookie is more than 4,096 bytes.
   * @throws `ERR_OPTION_UNKNOWN`, `ERR_OPTION_INVALID` when `attributes` has an unknown name, or is not an
   * object.
   */
  toSetCookie(attributes?: SetCookieAttributes): string[];
  /**
   * Makes the value of a `Cookie` request header, for native players and tests. Never throws.
   *
   * @returns all cookies in one line
   */
  toCookieHeader(): string;
}

/** The signing parameters of a query string as cookies: each with `CloudFront-` in front. */
export function signedCookies({
  query,
  resource,
}: {
  readonly query: string;
  readonly resource: string;
}): SignedCookies {
  const cookies = query.split("&").map((parameter) => `CloudFront-${parameter}`);
  return Object.freeze({
    values: Object.freeze(Object.fromEntries(cookies.map((cookie) => cookie.split("=")))),
    toSetCookie: (attributes: SetCookieAttributes = {}) => setCookie(cookies, attributes, resource),
    toCookieHeader: () => cookies.join("; "),
  });
}

/**
 * Makes `Set-Cookie` header values that remove every signed cookie, whichever policy and hash it was made with.
 *
 * Send them at logout, and before you set cookies with another kind of policy or another hash. CloudFront answers
 * 403 if an old `CloudFront-Expires` is left beside a new `CloudFront-Policy`, or an old
 * `CloudFront-Hash-Algorithm` beside a signature without one. `domain`, `path` and `partitioned` must be the same
 * as when you set the cookies.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-cookies.html | Use signed cookies}
 * @param attributes the `domain`, `path` and `partitioned` that the cookies were set with
 * @returns one header value per cookie, each with `Max-Age=0` and an `Expires` in 1970
 * @throws `ERR_COOKIE_INVALID`, `ERR_OPTION_UNKNOWN`, `ERR_OPTION_INVALID` as {@link SignedCookies.toSetCookie} does.
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

function setCookie(cookies: readonly string[], given: SetCookieAttributes, resource?: string): string[] {
  const checked = checkAttributes(given);
  if (resource !== undefined) checkReach(checked, resource);
  const { domain, path, maxAge, secure, httpOnly, sameSite, partitioned } = checked;
  const tooLong = cookies.find(({ length }) => length - "=".length > longestCookie);
  if (tooLong !== undefined) {
    const [name = ""] = tooLong.split("=", 1);
    fail(
      "ERR_COOKIE_INVALID",
      "resource",
      `makes the cookie ${name} ${tooLong.length - "=".length} bytes long, and browsers drop cookies of more than ${longestCookie} bytes; replace a part of the resource with *`,
    );
  }
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
