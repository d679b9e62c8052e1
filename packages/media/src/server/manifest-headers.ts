import {
  describeType,
  fail,
  readOptionProperties,
  typeTag,
  untrusted,
} from "cloudfront-sign-webcrypto/internals";

/** Headers that make an answer partial or conditional. */
const partialOrConditional = [
  "Range",
  "If-Range",
  "If-Match",
  "If-None-Match",
  "If-Modified-Since",
  "If-Unmodified-Since",
];

/** The request for the whole manifest: no range, not compressed, unconditional. */
export function requestForWhole(request: Request): Request {
  const headers = new Headers(request.headers);
  for (const name of partialOrConditional) headers.delete(name);
  headers.set("Accept-Encoding", "identity");
  return new Request(request, { headers });
}

/** What stays true of the signed text, and tells no cache to keep it. */
const keptHeader =
  /^(access-control-.+|content-language|cross-origin-resource-policy|date|server-timing|timing-allow-origin|vary)$/;

/**
 * No longer true of the signed text, written by the handler itself, about one connection only, a viewer's own cookie, or
 * a command to a server or cache on the way that is stronger than `Cache-Control`: all whose names speak
 * of a cache or a lifetime, and those that make a server send another file. What only tells of a cache may be kept.
 */
const neverKept =
  /^(?!(x-|cf-)?cache(-hits|-status)?$)(content-(type|length|encoding|md5|digest|range)|(repr-)?digest|x-amz-checksum-.*|etag|last-modified|accept-ranges|age|expires|pragma|set-cookie2?|no-vary-search|(.*-)?(cache|ttl|max-?age|expires)(-.*)?|(surrogate|x-(accel|lighttpd|litespeed|sendfile|send-file|reproxy))(-.*)?|edge-control|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;

/** The option `keepHeaders`, in lower case. */
export function readKeptHeaders(given: readonly string[]): ReadonlySet<string> {
  if (typeTag(given) !== "Array")
    return refuse(`is ${describeType(given)}; pass a list of names: ["X-Request-Id"]`);
  const names: readonly unknown[] = readOptionProperties(() => Array.from(given), "keepHeaders");
  return new Set(names.map((name, i) => checkName(name, i + 1)));
}

function checkName(name: unknown, entry: number): string {
  if (typeof name !== "string" || !/^[\w!#$%&'*+.^`|~-]+$/.test(name))
    return refuse(`entry ${entry} is not the name of a header; write one such as "X-Request-Id"`);
  const lower = name.toLowerCase();
  if (neverKept.test(lower))
    return refuse(
      `entry ${entry} is ${name}, which the handler writes itself or removes: it is not true of the signed text, or makes others get it; leave it out`,
    );
  return lower;
}

function refuse(problem: string): never {
  return fail("ERR_OPTION_INVALID", "keepHeaders", problem);
}

/**
 * The headers of a signed manifest. It holds one viewer's signatures, so only this viewer's cache may keep
 * it, for as long as the origin allows and the grant lives. Its charset is UTF-8, as which it was signed: a browser that
 * decodes it as anything else finds other references in it.
 *
 * Source: RFC 9111, "HTTP Caching".
 *
 * @param type of the content, without parameters
 * @param keeps names of further headers to keep
 * @param seconds for which the grant is still valid
 */
export function signedHeaders(
  given: Headers,
  type: string,
  keeps: ReadonlySet<string>,
  seconds: number,
): Headers {
  const headers = new Headers(given);
  for (const name of [...headers.keys()])
    if (!keptHeader.test(name) && !keeps.has(name)) headers.delete(name);
  headers.set("Content-Type", `${type}; charset=utf-8`);
  headers.set("Cache-Control", cacheControl(untrusted.header(given, "Cache-Control") ?? "", seconds));
  return headers;
}

/** What the origin allows this viewer's cache, in the safest of the readings that caches have. */
function cacheControl(given: string, seconds: number): string {
  // A ; is no separator, but some servers write it, and some caches read it.
  const directives = given.toLowerCase().split(/[,;\s]+/);
  if (directives.some((directive) => /^no-store\b/.test(directive))) return "private, no-store";
  const ages = directives.flatMap((directive) =>
    /^max-age\b/.test(directive) ? [Number(/^max-age="?(\d+)"?$/.exec(directive)?.[1] ?? 0)] : [],
  );
  const age = Math.min(...ages, seconds);
  const isKept = ages.length > 0 && age > 0 && !directives.some((directive) => /^no-cache\b/.test(directive));
  return isKept ? `private, max-age=${age}` : "private, no-cache";
}
