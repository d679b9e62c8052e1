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

// No longer true of the signed text, or (the last three) for shared caches, and stronger than Cache-Control.
const staleHeader =
  /^(content-(length|encoding|md5|digest|range)|(repr-)?digest|x-amz-checksum-.*|etag|last-modified|accept-ranges|expires|pragma|surrogate-control|(.*-)?cdn-cache-control)$/;

/**
 * The headers of a signed manifest. It holds one viewer's signatures, so only this viewer's cache may keep
 * it, for as long as the origin allows and the grant lives.
 *
 * Source: RFC 9111, "HTTP Caching".
 *
 * @param seconds for which the grant is still valid
 */
export function signedHeaders(given: Headers, seconds: number): Headers {
  const headers = new Headers(given);
  for (const name of [...headers.keys()]) if (staleHeader.test(name)) headers.delete(name);
  const directives = (headers.get("Cache-Control") ?? "").toLowerCase();
  const [, age = "0"] = /(?:^|[\s,])max-age="?(\d+)/.exec(directives) ?? [];
  const isKept = Number(age) > 0 && !/(?:^|[\s,])no-(?:cache|store)/.test(directives);
  const otherwise = /(?:^|[\s,])no-store/.test(directives) ? "private, no-store" : "private, no-cache";
  headers.set("Cache-Control", isKept ? `private, max-age=${Math.min(Number(age), seconds)}` : otherwise);
  return headers;
}
