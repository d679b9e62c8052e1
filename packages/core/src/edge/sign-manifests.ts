import { fail } from "../errors.ts";
import type { Uncovered } from "../manifest/reference.ts";
import { clockTime } from "../options/clock.ts";
import { kindOf, readOptions } from "../options/read-options.ts";
import type { Grant } from "../sign/grant.ts";
import { memberOf } from "../verify/untrusted.ts";
import { formatOfPath, formatOfResponse } from "./manifest-format.ts";
import type { EdgeHandler, EdgeRequest, EdgeResponse } from "./restrict-viewer-access.ts";

/** Options of {@link signManifests}. */
export interface ManifestSigningOptions<Context extends unknown[] = []> {
  /**
   * What signs; as a function it is asked for every manifest, so that it can be the viewer's own, and be
   * renewed.
   */
  readonly grant: Grant | ((request: EdgeRequest, ...context: Context) => Grant | Promise<Grant>);
  /** Answers every request: `fetch`, a bucket, another handler. */
  readonly origin: EdgeHandler<Context>;
  /**
   * What is done with a URI that the grant does not cover: default `"throw"`, which breaks the answer off;
   * `"leave"` leaves it as it is.
   */
  readonly uncovered?: Uncovered | undefined;
  /**
   * The URL under which the player asked, where the request has another, as behind a proxy. Default: the
   * request's.
   */
  readonly manifestUrl?: ((request: EdgeRequest, ...context: Context) => string) | undefined;
  /** The only clock that is read. Default: the system's. */
  readonly now?: (() => Date) | undefined;
}

/**
 * A fetch handler that passes everything through, and signs HLS playlists and DASH manifests on their way
 * out, as a stream. They are known by content type, or by `.m3u8`, `.m3u` and `.mpd` when that is missing,
 * `text/plain`, `…/xml` or `…/octet-stream`.
 *
 * Of a manifest the origin is asked for the whole, uncompressed and unconditionally. The answer loses what is
 * no longer true of it (length, encoding, digests, ranges) and its validators, since a 304 would bring old
 * signatures back to life; `Cache-Control` becomes `private`, with the origin's `max-age`, but no longer than
 * the grant lives. Other methods than GET and HEAD, and other status than 200, pass as they are.
 *
 * Source: RFC 9111, "HTTP Caching"; RFC 8216bis, "HTTP Live Streaming 2nd Edition"; ISO/IEC 23009-1.
 *
 * @throws `ERR_OPTION_UNKNOWN`, `ERR_OPTION_INVALID` for the options. The handler rejects with
 * `ERR_DATE_PAST` for a grant that is over, with `ERR_OPTION_INVALID` for what is no grant or no clock, and
 * with `ERR_MANIFEST_INVALID` for a part (status 206) of a manifest; what `createHlsSigningStream` and
 * `createDashSigningStream` throw for the text breaks the body off.
 * @example
 * ```ts
 * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
 * import { signManifests } from "cloudfront-sign-webcrypto/edge";
 *
 * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY! });
 * const handler = signManifests({
 *   grant: () => signer.grant({ resource: "https://d111111abcdef8.cloudfront.net/course/42/*", expiresIn: "4h" }),
 *   origin: () => new Response("#EXTM3U\n#EXTINF:6,\nsegment-1.ts\n", { headers: { "Content-Type": "application/vnd.apple.mpegurl" } }),
 * });
 * const response = await handler(new Request("https://d111111abcdef8.cloudfront.net/course/42/1080p.m3u8"));
 * console.log(/segment-1\.ts\?Policy=.+&Signature=.+/.test(await response.text())); // true
 * ```
 */
export function signManifests<Context extends unknown[] = []>(
  options: ManifestSigningOptions<Context>,
): (request: EdgeRequest, ...context: Context) => Promise<EdgeResponse> {
  const names = ["grant", "origin", "uncovered", "manifestUrl", "now"] as const;
  const { grant: grantOf, origin, uncovered, manifestUrl, now } = readOptions("options", options, names);
  if (typeof origin !== "function")
    fail("ERR_OPTION_INVALID", "origin", "expected a function that answers requests");
  if (manifestUrl && typeof manifestUrl !== "function")
    fail("ERR_OPTION_INVALID", "manifestUrl", "expected a function that gives a URL");

  return async (request, ...context) => {
    const { method, url } = readRequest(request);
    if (method !== "GET" && method !== "HEAD") return origin(request, ...context);
    const ask = async (asked: unknown) => readResponse(await origin(asked as EdgeRequest, ...context));
    let response = await ask(formatOfPath(url) ? forWhole(request as Request) : request);
    // A part of what only its content type shows to be a manifest.
    if (response.status === 206 && formatOfResponse(response, url)) {
      discard(response);
      response = await ask(forWhole(request as Request));
      if (response.status === 206) {
        discard(response);
        fail("ERR_MANIFEST_INVALID", "origin", "answers with a part (206) when it is asked for the whole");
      }
    }
    const format = formatOfResponse(response, url);
    if (!format || response.status !== 200) return response as EdgeResponse;
    try {
      const grant = await (typeof grantOf === "function" ? grantOf(request, ...context) : grantOf);
      if (kindOf(Object(grant).expiresAt) !== "Date")
        fail("ERR_OPTION_INVALID", "grant", "expected a grant, whose expiresAt is a Date");
      const stream = format.sign(grant, manifestUrl?.(request, ...context) ?? url, uncovered);
      const seconds = Math.floor((grant.expiresAt.getTime() - clockTime(now)) / 1000);
      if (!(seconds > 0))
        fail("ERR_DATE_PAST", "grant", "is over; give a function that makes a new one in time");
      const headers = signedHeaders(response.headers, seconds);
      const { status, statusText } = response;
      if (method === "GET")
        return new Response(response.body?.pipeThrough(stream) ?? null, {
          status,
          statusText,
          headers,
        }) as EdgeResponse;
      discard(response);
      return new Response(null, { status, statusText, headers }) as EdgeResponse;
    } catch (error) {
      discard(response);
      throw error;
    }
  };
}

function readRequest(request: unknown): { readonly method: string; readonly url: string } {
  const [method, url] = [memberOf(request, "method"), memberOf(request, "url")];
  // A runtime may make a Request of any object: of its text as a URL.
  const hasHeaders = typeof memberOf(memberOf(request, "headers"), "get") === "function";
  if (typeof method === "string" && typeof url === "string" && hasHeaders) return { method, url };
  return fail(
    "ERR_OPTION_INVALID",
    "request",
    `expected a Request of the Fetch API; received ${kindOf(request)}`,
  );
}

function readResponse(response: unknown): Response {
  const isResponse =
    typeof memberOf(response, "status") === "number" &&
    typeof memberOf(memberOf(response, "headers"), "get") === "function";
  return isResponse
    ? (response as Response)
    : fail("ERR_OPTION_INVALID", "origin", `expected a Response; received ${kindOf(response)}`);
}

/** Lets go of a body that nobody reads any more, so that its connection is free. */
function discard({ body }: Response): void {
  body?.cancel().catch(() => {});
}

/** The request for all of a manifest as it is: no part, not compressed, and not only if it has changed. */
function forWhole(request: Request): Request {
  const headers = new Headers(request.headers);
  for (const name of [
    "Range",
    "If-Range",
    "If-Match",
    "If-None-Match",
    "If-Modified-Since",
    "If-Unmodified-Since",
  ])
    headers.delete(name);
  headers.set("Accept-Encoding", "identity");
  return new Request(request, { headers });
}

// No longer true of the signed text, or (the last three) an order to shared caches that outdoes
// Cache-Control.
const dropped =
  /^(content-(length|encoding|md5|digest|range)|(repr-)?digest|x-amz-checksum-.*|etag|last-modified|accept-ranges|expires|pragma|surrogate-control|(.*-)?cdn-cache-control)$/;

function signedHeaders(given: Headers, seconds: number): Headers {
  const headers = new Headers(given);
  for (const name of [...headers.keys()]) if (dropped.test(name)) headers.delete(name);
  const directives = (headers.get("Cache-Control") ?? "").toLowerCase();
  const [, age = "0"] = /(?:^|[\s,])max-age="?(\d+)/.exec(directives) ?? [];
  const isKept = Number(age) > 0 && !/(?:^|[\s,])no-(?:cache|store)/.test(directives);
  // One viewer's signatures: for this viewer's cache only.
  const otherwise = /(?:^|[\s,])no-store/.test(directives) ? "private, no-store" : "private, no-cache";
  headers.set("Cache-Control", isKept ? `private, max-age=${Math.min(Number(age), seconds)}` : otherwise);
  return headers;
}
