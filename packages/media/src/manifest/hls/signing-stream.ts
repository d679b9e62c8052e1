import type { Grants } from "../signing-options.ts";
import { longestPiece } from "../text-limits.ts";
import { createTextStream, type SigningStream } from "../text-stream.ts";
import { createTextSigner, type HlsSigningOptions } from "./text-signer.ts";

/**
 * `#EXTM3U` and one more character: enough to refuse what is not a playlist without waiting for its first line
 * break.
 */
const headerLength = 8;

/**
 * Makes a stream that signs like {@link signHlsPlaylist}: bytes (`Uint8Array` or any other view, `ArrayBuffer`)
 * become bytes, strings become strings. It holds at most one line.
 *
 * Chunks may end anywhere, even within a character. Text that is not UTF-8 is an error, because its bytes would
 * change. Errors are errors of the stream: the reader and the writer get them.
 *
 * Give the response headers of its own, with `charset=utf-8` in `Content-Type`: with another charset, browsers find
 * other URIs in the text. `Content-Length`, `Content-Encoding`, `ETag` and `Last-Modified` of the origin
 * do not match the signed text, and with a public `Cache-Control`, other viewers get this signature.
 *
 * @see {@link https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis | HTTP Live Streaming 2nd Edition},
 * section 4.1, "Definition of a Playlist" (UTF-8)
 * @param grant the grant of `signer.grant`, or several, such as one for each CDN: the first that covers a reference signs it
 * @param options the URL of the playlist, and what happens to a URI that the grant does not cover
 * @returns a `TransformStream` for `pipeThrough`
 * @throws `ERR_URL_INVALID`, `ERR_URL_TOO_LONG`, `ERR_OPTION_INVALID`, `ERR_OPTION_UNKNOWN` at once, for `grant` and
 * `options`; `ERR_STREAM_UNSUPPORTED` in a worker whose compatibility date is before 2022-11-30.
 * @throws Through the stream, the errors of {@link signHlsPlaylist} for the text, `ERR_MANIFEST_INVALID` for
 * bytes that are not UTF-8, and `ERR_OPTION_INVALID` for a chunk of another type.
 * @example
 * ```ts
 * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
 * import { createHlsSigningStream } from "cloudfront-sign-media/hls";
 *
 * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!, maxLifetime: "8h" });
 * const grant = await signer.grant({ resource: "https://d111111abcdef8.cloudfront.net/course/42/*", expiresIn: "4h" });
 *
 * const origin = new Response("#EXTM3U\n#EXTINF:6,\nsegment-1.ts\n");
 * const playlistUrl = "https://d111111abcdef8.cloudfront.net/course/42/1080p.m3u8";
 * const headers = { "Content-Type": "application/vnd.apple.mpegurl; charset=utf-8", "Cache-Control": "private, no-cache" };
 * const signed = new Response(origin.body!.pipeThrough(createHlsSigningStream(grant, { playlistUrl })), { headers });
 * console.log((await signed.text()).includes(grant.query)); // true
 * ```
 */
export function createHlsSigningStream(grant: Grants, options: HlsSigningOptions): SigningStream {
  const { sign, checkStart, budget } = createTextSigner(grant, options);
  let held = "";

  return createTextStream(
    {
      write(piece) {
        const end = piece.lastIndexOf("\n") + 1;
        const lines = end > 0 ? sign(held + piece.slice(0, end), false) : "";
        held = end > 0 ? piece.slice(end) : held + piece;
        // Refuses it.
        if (held.length > longestPiece) sign(held, false);
        if (held.length >= headerLength && held.trim() !== "") checkStart(held);
        return lines;
      },
      end: () => sign(held, true),
      work: budget.used,
    },
    "playlist",
  );
}
