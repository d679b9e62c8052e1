import type { Grant } from "cloudfront-sign-webcrypto";
import {
  describeType,
  fail,
  readOptions,
  requestTime,
  startingAtCaller,
  typeTag,
} from "cloudfront-sign-webcrypto/internals";
import type { FetchHandler, PlatformRequest, PlatformResponse } from "cloudfront-sign-webcrypto/verify";
import type { Problem } from "../manifest/fault.ts";
import { createLeaving, type OpenKind, type Uncovered, type UnsignedReference } from "../manifest/leaving.ts";
import { readMaxLength } from "../manifest/length-limit.ts";
import type { Grants } from "../manifest/signing-options.ts";
import { checkGrant, copyHeaders, discard, readRequest, readResponse } from "./check-answers.ts";
import { formatOfPath, formatOfResponse, typeOf } from "./manifest-format.ts";
import { readKeptHeaders, requestForWhole, signedHeaders } from "./manifest-headers.ts";

/** Options of {@link signManifests}. */
export interface SignManifestsOptions<Context extends unknown[] = []> {
  /**
   * The grant that signs, or a function that returns one for each manifest: the viewer's own, or a new one
   * before the old one expires. It may be several, such as one for each CDN.
   */
  readonly grant: Grants | ((request: PlatformRequest, ...context: Context) => Grants | Promise<Grants>);
  /** Answers every request, as `fetch` does: a bucket, another handler. */
  readonly origin: FetchHandler<Context>;
  /**
   * What happens to a URI that the grant does not cover: `"throw"` (the default) ends the body with an error,
   * `"leave"` leaves the URI unsigned, a function decides for each. The same decides about a whole answer whose path is that
   * of a manifest and whose content type is another one's, such as `text/html`: the handler rejects, or passes it on.
   */
  readonly uncovered?: Uncovered | undefined;
  /** Other hosts that manifests may refer to, unsigned, as for `signHlsPlaylist` and `signDashManifest`. */
  readonly trusted?: readonly string[] | undefined;
  /** Is called for each reference that stays unsigned, also a trusted one, but not for those of `unsigned`. */
  readonly onLeft?: ((reference: UnsignedReference) => void) | undefined;
  /**
   * Kinds of references that stay unsigned, such as `["segment"]`, so that one copy in a cache is for all viewers.
   * **Everybody can load these files**: see `HlsSigningOptions` and `DashSigningOptions`.
   */
  readonly unsigned?: readonly OpenKind[] | undefined;
  /**
   * Values of the variables that playlists import (`EXT-X-DEFINE` with `IMPORT`) from their multivariant playlists, or a
   * function that returns them for a playlist.
   */
  readonly variables?:
    | Readonly<Record<string, string>>
    | ((request: PlatformRequest, ...context: Context) => Readonly<Record<string, string>>)
    | undefined;
  /** Returns the URL that the player asked for, where a proxy changes it. Default: the URL of the request. */
  readonly manifestUrl?: ((request: PlatformRequest, ...context: Context) => string) | undefined;
  /** The longest signed manifest, in characters, from 1 on. A longer one ends with an error. Default 67,108,864. */
  readonly maxLength?: number | undefined;
  /**
   * Names of further headers of the origin that a signed manifest keeps, such as `X-Request-Id`. Others that are not
   * about content language, CORS, `Vary`, `Date` or timing are removed: many make a server or cache on the way answer
   * the next viewer with this viewer's signatures.
   */
  readonly keepHeaders?: readonly string[] | undefined;
  /** Returns the current time. Default: the system clock. */
  readonly now?: (() => Date) | undefined;
}

const optionNames = [
  "grant",
  "origin",
  "uncovered",
  "trusted",
  "onLeft",
  "unsigned",
  "variables",
  "manifestUrl",
  "maxLength",
  "keepHeaders",
  "now",
] as const;

/**
 * Makes a fetch handler that signs HLS playlists and DASH manifests as a stream, and passes everything else
 * through. It recognizes them by their content type, or by `.m3u8`, `.m3u` and `.mpd` when the content type is
 * missing, `text/plain`, `…/xml` or `…/octet-stream`.
 *
 * The handler asks the origin for the whole manifest, uncompressed and unconditionally. Its answer has `charset=utf-8`,
 * whatever the origin said, and keeps no other headers of the origin than those for content language, CORS, `Vary`,
 * `Date` and timing, and those in `keepHeaders`. `Cache-Control` becomes `private`, with the origin's `max-age`, but no
 * longer than the grant is valid. Methods other than GET and HEAD, and statuses other than 200, pass unchanged.
 *
 * Source: RFC 9111, "HTTP Caching"; RFC 8216bis, "HTTP Live Streaming 2nd Edition"; ISO/IEC 23009-1.
 *
 * @param options the grant, and the origin that answers
 * @returns the handler: it takes a `Request` and resolves to a `Response`
 * @throws `ERR_OPTION_UNKNOWN`, `ERR_OPTION_INVALID` for the options. The handler rejects with `ERR_DATE_PAST`
 * for an expired grant, with `ERR_OPTION_INVALID` for an invalid grant, clock, request or answer of the origin, and with `ERR_MANIFEST_INVALID` for a part
 * (status 206) of a manifest. If `createHlsSigningStream` or `createDashSigningStream` fails for the text, the body
 * ends with this error.
 * @example
 * ```ts
 * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
 * import { signManifests } from "cloudfront-sign-media/server";
 *
 * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!, maxLifetime: "8h" });
 * const handler = signManifests({
 *   grant: () => signer.grant({ resource: "https://d111111abcdef8.cloudfront.net/course/42/*", expiresIn: "4h" }),
 *   origin: () => new Response("#EXTM3U\n#EXTINF:6,\nsegment-1.ts\n", { headers: { "Content-Type": "application/vnd.apple.mpegurl" } }),
 * });
 * const response = await handler(new Request("https://d111111abcdef8.cloudfront.net/course/42/1080p.m3u8"));
 * console.log(/segment-1\.ts\?Policy=.+&Signature=.+/.test(await response.text())); // true
 * ```
 */
export function signManifests<Context extends unknown[] = []>(
  options: SignManifestsOptions<Context>,
): (request: PlatformRequest, ...context: Context) => Promise<PlatformResponse> {
  return startingAtCaller(signManifests, () => makeHandler(options));
}

function makeHandler<Context extends unknown[]>(
  options: SignManifestsOptions<Context>,
): (request: PlatformRequest, ...context: Context) => Promise<PlatformResponse> {
  const {
    grant: grantOf,
    origin,
    uncovered,
    trusted,
    onLeft,
    unsigned,
    variables,
    manifestUrl,
    maxLength,
    keepHeaders = [],
    now,
  } = readOptions("options", options, optionNames);
  if (typeof origin !== "function")
    fail(
      "ERR_OPTION_INVALID",
      "origin",
      `received ${describeType(origin)}; pass a function that answers a Request with a Response, such as fetch`,
    );
  if (manifestUrl && typeof manifestUrl !== "function")
    fail(
      "ERR_OPTION_INVALID",
      "manifestUrl",
      `received ${describeType(manifestUrl)}; pass a function that returns a URL: (request) => "https://…"`,
    );
  const longest = readMaxLength(maxLength);
  const leaving = createLeaving({ uncovered, trusted, onLeft, unsigned }, [], () => 1);
  const keeps = readKeptHeaders(keepHeaders);

  return async (request, ...context) => {
    const { method, url } = readRequest(request);
    if (method !== "GET" && method !== "HEAD") return origin(request, ...context);
    const ask = async (asked: unknown) => readResponse(await origin(asked as PlatformRequest, ...context));
    let response = await ask(formatOfPath(url) ? requestForWhole(request as Request) : request);
    // A part of a manifest that only its content type identifies.
    if (response.status === 206 && formatOfResponse(response, url)) {
      discard(response);
      response = await ask(requestForWhole(request as Request));
      if (response.status === 206) {
        discard(response);
        fail(
          "ERR_MANIFEST_INVALID",
          "origin",
          "returned a part (206) of a manifest for a request without Range; return the whole manifest",
        );
      }
    }
    const format = formatOfResponse(response, url);
    if (!format && response.status === 200 && formatOfPath(url)) {
      const problem = otherType(typeOf(response.headers));
      if (!leaving.leaves({ kind: "other", url, place: "Content-Type" }, () => problem)) {
        discard(response);
        fail(problem.code, "origin", problem.words);
      }
    }
    if (!format || response.status !== 200) return response as PlatformResponse;
    try {
      const grant = await (typeof grantOf === "function" ? grantOf(request, ...context) : grantOf);
      const grants = typeTag(grant) === "Array" ? (grant as readonly Grant[]) : [grant as Grant];
      for (const one of grants) checkGrant(one, typeof grantOf === "function");
      const expiresAt = Math.min(...grants.map((one) => one.expiresAt.getTime()));
      const seconds = Math.floor((expiresAt - requestTime(undefined, now)) / 1000);
      if (!(seconds > 0))
        fail(
          "ERR_DATE_PAST",
          "grant",
          `expired at ${new Date(expiresAt).toJSON()}; pass a function that makes a new grant in time`,
        );
      const stream = format.sign(grant, manifestUrl?.(request, ...context) ?? url, {
        uncovered,
        trusted,
        onLeft,
        unsigned,
        variables: typeof variables === "function" ? variables(request, ...context) : variables,
        maxLength: longest,
      });
      const type = typeOf(response.headers) || format.usualType;
      const headers = signedHeaders(copyHeaders(response), type, keeps, seconds);
      const { status, statusText } = response;
      if (method === "GET")
        return new Response(response.body?.pipeThrough(stream) ?? null, {
          status,
          statusText,
          headers,
        }) as PlatformResponse;
      discard(response);
      return new Response(null, { status, statusText, headers }) as PlatformResponse;
    } catch (error) {
      discard(response);
      throw error;
    }
  };
}

/** The problem of an answer that may be a manifest, and whose type says that it is none. */
function otherType(type: string): Problem {
  return {
    code: "ERR_MANIFEST_INVALID",
    words: `answered with the type ${shownType(type)} for the path of a manifest, so it would not be signed; check whether it is an error page. For a manifest, let it send application/vnd.apple.mpegurl or application/dash+xml, or pass uncovered: "leave" to pass it on`,
  };
}

function shownType(type: string): string {
  return /^[\w!#$&^.+-]{1,40}\/[\w!#$&^.+-]{1,60}$/.test(type) ? type : "of something else";
}
