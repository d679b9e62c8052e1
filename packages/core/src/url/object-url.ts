import { fail, startingAtCaller } from "../errors.ts";
import { readOptions } from "../options/read-options.ts";
import { readOptionProperties } from "../options/read-properties.ts";
import { describeType, typeTag } from "../options/type-name.ts";
import { urlToSign } from "./signed-url.ts";
import { refuseUrl } from "./url-text.ts";
import type { UrlInput } from "./wire-form.ts";

/** What {@link cloudFrontUrl} can add to the URL of an object. */
export interface CloudFrontUrlOptions {
  /**
   * File name under which a browser saves the object: sent as `response-content-disposition`, which S3 obeys
   * when CloudFront forwards it.
   */
  readonly download?: string;
  /** Your own query parameters, with names and values that are not encoded. */
  readonly query?: Readonly<Record<string, string>>;
}

/**
 * Makes the URL of an S3 object behind CloudFront: `key` may hold any Unicode text, `#`, `?`, `%`, `+`, spaces,
 * leading and double slashes.
 *
 * The key `/a.jpg` gives `//a.jpg`, because S3 keeps it apart from `a.jpg`. For the path of a URL, write
 * `new URL(path, origin).href` instead.
 *
 * Everything but RFC 3986 unreserved characters and `/` is percent-encoded, so that S3 finds exactly this key and no
 * client rewrites it. `download` makes an RFC 6266 header with an ASCII fallback and an RFC 8187 `filename*`. The
 * cache behavior must forward `response-content-disposition` to S3, and its origin must be signed (origin access
 * control).
 *
 * @see {@link https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html | GetObject}
 * @param origin scheme and host of the distribution, such as `https://d111111abcdef8.cloudfront.net`
 * @param key the object key, as S3 shows it: not encoded. That of an S3 event is encoded: pass
 * `decodeURIComponent(key.replaceAll("+", " "))`
 * @param options a file name for downloads, and query parameters
 * @returns the URL, ready to be signed
 * @throws `ERR_URL_INVALID` when `origin` is not scheme and host only; when `key` is empty, or has a `.` or `..`
 * segment, which every client removes; when `key`, `download` or a value of `query` is not a string; when one of these
 * or a name in `query` has half a surrogate pair.
 * @throws `ERR_URL_ALREADY_SIGNED` when a query name is one that CloudFront reserves; `ERR_OPTION_INVALID` when
 * `query` is not a plain object; `ERR_OPTION_UNKNOWN` for another option; `ERR_URL_TOO_LONG` for a URL of more than
 * the 8,192 bytes that CloudFront takes.
 * @example
 * ```ts
 * import { cloudFrontUrl } from "cloudfront-sign-webcrypto";
 *
 * cloudFrontUrl("https://d111111abcdef8.cloudfront.net", "reports/50% off #1.pdf");
 * // "https://d111111abcdef8.cloudfront.net/reports/50%25%20off%20%231.pdf"
 * ```
 */
export function cloudFrontUrl(origin: UrlInput, key: string, options: CloudFrontUrlOptions = {}): string {
  return startingAtCaller(cloudFrontUrl, () => urlOfObject(origin, key, options));
}

function urlOfObject(origin: UrlInput, key: string, options: CloudFrontUrlOptions): string {
  const { query: own = {}, ...more } = readOptions("options", options, ["download", "query"]);
  const base = originUrl(origin);
  const path = objectPath(key);
  const query: Record<string, string> = readOptionProperties(() => ({ ...checkQuery(own) }), "query");
  if ("download" in more) {
    const name = encode(more.download, "download");
    query["response-content-disposition"] =
      `attachment; filename="${more.download?.replace(/[^ !#$&-[\]-~]/gu, "_")}"; filename*=UTF-8''${name}`;
  }
  const pairs = Object.entries(query).map((pair) => pair.map((text) => encode(text, "query")).join("="));
  return urlToSign(`${base}${path}?${pairs.join("&")}`, pairs.length > 0 ? "query" : "key").href;
}

/** Scheme and host, with the slash after them. */
function originUrl(origin: UrlInput): string {
  const { href, fragment } = urlToSign(origin, "origin");
  if (fragment !== "" || !/^[^/]*\/\/[^/]*\/$/.test(href))
    refuseUrl(
      "origin",
      "has a path, query or fragment; write scheme and host only, such as https://d111111abcdef8.cloudfront.net",
    );
  return href;
}

function objectPath(key: unknown): string {
  const path = encode(key, "key").replace(/%2F/g, "/");
  if (path === "") refuseUrl("key", "is empty; pass the key of the object, such as videos/a.mp4");
  if (/(?:^|\/)\.\.?(?:\/|$)/.test(path))
    refuseUrl("key", "has a . or .. segment, which clients remove; rename the object");
  return path;
}

/** Of URLSearchParams or a Map a spread would leave nothing. */
function checkQuery(query: unknown): object {
  // By its iterator, too: in old versions of workerd URLSearchParams has no tag of its own.
  const isIterable = typeof query === "object" && query !== null && Symbol.iterator in query;
  if (typeTag(query) === "Object" && !isIterable) return query as object;
  return fail(
    "ERR_OPTION_INVALID",
    "query",
    `received ${describeType(query)}; pass an object of names and values: Object.fromEntries(new URLSearchParams(query))`,
  );
}

/**
 * Percent-encodes all but the unreserved characters: no client, no server and no wildcard matcher sees more
 * in the rest than itself.
 */
function encode(text: unknown, option: "key" | "download" | "query"): string {
  if (typeof text !== "string")
    return refuseUrl(
      option,
      `expected text; received ${describeType(text)}; pass text${option === "key" ? "" : ", or leave it out"}`,
    );
  const half = text.search(/[\ud800-\udfff]/u);
  if (half >= 0)
    refuseUrl(option, `has half of a surrogate pair at position ${half}; was the text cut inside an emoji?`);
  return encodeURIComponent(text).replace(/[!'()*]/g, (found) =>
    `%${found.charCodeAt(0).toString(16)}`.toUpperCase(),
  );
}
