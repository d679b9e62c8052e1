import { fail } from "../errors.ts";
import { kindOf, readOptions } from "../options/read-options.ts";
import { signableUrl } from "./signed-url.ts";
import type { UrlInput } from "./wire-form.ts";

/** What {@link cloudFrontUrl} can add to the URL of an object. */
export interface CloudFrontUrlOptions {
  /**
   * File name under which a browser saves the object: sent as `response-content-disposition`, which S3 obeys
   * when CloudFront forwards it.
   */
  readonly download?: string;
  /** Own query parameters, names and values as they are meant (not encoded). */
  readonly query?: Readonly<Record<string, string>>;
}

/**
 * The URL of an S3 object behind CloudFront: `key` may hold any Unicode text, `#`, `?`, `%`, `+`, spaces,
 * leading and double slashes.
 *
 * Everything but RFC 3986 unreserved characters and `/` is percent-encoded, so that S3 finds exactly this key
 * and no client rewrites it. `download` makes an RFC 6266 header with an ASCII fallback and an RFC 8187
 * `filename*`. The cache behavior must forward `response-content-disposition` to S3, and its origin must be
 * signed (origin access control).
 *
 * Source: Amazon S3 API Reference, "GetObject"; CloudFront Developer Guide, "Cache content based on query
 * string parameters".
 *
 * @throws `ERR_URL_INVALID` when `origin` is not scheme and host only; when `key` is empty or has a `.` or
 * `..` segment, which every client removes; when `key`, `download` or a value of `query` is no string, or one
 * of these or a name holds half a surrogate pair.
 * @throws `ERR_URL_ALREADY_SIGNED` when a query name is one that CloudFront reserves; `ERR_OPTION_INVALID`
 * when `query` is no plain object; `ERR_OPTION_UNKNOWN`.
 * @example
 * ```ts
 * import { cloudFrontUrl } from "cloudfront-sign-webcrypto";
 *
 * cloudFrontUrl("https://d111111abcdef8.cloudfront.net", "reports/50% off #1.pdf");
 * // "https://d111111abcdef8.cloudfront.net/reports/50%25%20off%20%231.pdf"
 * ```
 */
export function cloudFrontUrl(origin: UrlInput, key: string, options: CloudFrontUrlOptions = {}): string {
  const { query: own = {}, ...more } = readOptions("options", options, ["download", "query"]);
  const { href, fragment } = signableUrl(origin, "origin");
  if (!/^\w+:\/\/[^/]+\/$/.test(href + fragment))
    fail("ERR_URL_INVALID", "origin", "expected scheme and host only");
  const path = encode(key, "key").replace(/%2F/g, "/");
  if (/^$|(^|\/)\.\.?(\/|$)/.test(path))
    fail("ERR_URL_INVALID", "key", "is empty or has a . or .. segment, which clients remove");
  // Of URLSearchParams or a Map a spread leaves nothing; the first has no tag of its own in old versions of
  // workerd.
  if (kindOf(own) !== "Object" || Symbol.iterator in own)
    fail("ERR_OPTION_INVALID", "query", "expected an object of names and values");
  const query: Record<string, string> = { ...own };
  if ("download" in more) {
    const name = encode(more.download, "download");
    query["response-content-disposition"] =
      `attachment; filename="${more.download?.replace(/[^ !#$&-[\]-~]/gu, "_")}"; filename*=UTF-8''${name}`;
  }
  const pairs = Object.entries(query).map((pair) => pair.map((text) => encode(text, "query")).join("="));
  return signableUrl(`${href}${path}?${pairs.join("&")}`, "query").href;
}

/**
 * Percent-encodes all but the unreserved characters: no client, no server and no wildcard matcher sees more
 * in the rest than itself.
 */
function encode(text: unknown, option: string): string {
  if (typeof text !== "string" || /[\ud800-\udfff]/u.test(text))
    return fail("ERR_URL_INVALID", option, "expected text, without half a surrogate pair");
  return encodeURIComponent(text).replace(/[!'()*]/g, (found) =>
    `%${found.charCodeAt(0).toString(16)}`.toUpperCase(),
  );
}
