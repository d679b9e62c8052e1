import { describeType, fail, readOptionProperties, typeTag } from "cloudfront-sign-webcrypto/internals";

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
 * No longer true of the signed text, written by the handler itself, about one connection only, or a command to a
 * server or cache on the way that is stronger than `Cache-Control`.
 */
const neverKept =
  /^(content-(type|length|encoding|md5|digest|range)|(repr-)?digest|x-amz-checksum-.*|etag|last-modified|accept-ranges|age|expires|pragma|(.*-)?cache-control|surrogate-control|edge-control|x-accel-.*|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;

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
  const directives = (given.get("Cache-Control") ?? "").toLowerCase();
  const [, age = "0"] = /(?:^|[\s,])max-age="?(\d+)/.exec(directives) ?? [];
  const isKept = Number(age) > 0 && !/(?:^|[\s,])no-(?:cache|store)/.test(directives);
  const otherwise = /(?:^|[\s,])no-store/.test(directives) ? "private, no-store" : "private, no-cache";
  headers.set("Cache-Control", isKept ? `private, max-age=${Math.min(Number(age), seconds)}` : otherwise);
  return headers;
}
