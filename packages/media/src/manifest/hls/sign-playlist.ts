import { startingAtCaller } from "cloudfront-sign-webcrypto/internals";
import { longestText } from "../length-limit.ts";
import type { Grants } from "../signing-options.ts";
import { createTextSigner, type HlsSigningOptions } from "./text-signer.ts";

/**
 * Returns the HLS playlist with the grant's parameters on every URI that a player requests: media segments, media
 * playlists, and the URIs of `EXT-X-KEY`, `EXT-X-SESSION-KEY`, `EXT-X-MAP`, `EXT-X-MEDIA`,
 * `EXT-X-I-FRAME-STREAM-INF`, `EXT-X-IMAGE-STREAM-INF`, `EXT-X-SESSION-DATA`, `EXT-X-PART`, `EXT-X-PRELOAD-HINT`,
 * `EXT-X-PREFETCH`, `EXT-X-TWITCH-PREFETCH`, `EXT-X-RENDITION-REPORT`, `EXT-X-CONTENT-STEERING` and, of interstitials, preloads and schedules,
 * `EXT-X-DATERANGE`. Other tags and attributes in which some player may find an address are errors.
 *
 * Relative URIs stay relative; `skd:`, `data:` and other schemes, comments, other tags, line breaks and a
 * byte order mark stay as they are, byte for byte. A `{$variable}` is looked up to decide what the grant
 * covers, and stays in the text.
 *
 * A URI is signed only if the grant covers it however current players resolve it. A fragment stays after the
 * parameters: players never send it.
 *
 * The grant has to last as long as the film and its pauses: players do not load a playlist again to renew its URLs.
 *
 * @see {@link https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis | HTTP Live Streaming 2nd Edition}
 * @param text the playlist, beginning with `#EXTM3U`
 * @param grant the grant of `signer.grant`, or several, such as one for each CDN: the first that covers a reference signs it
 * @param options the URL of the playlist, and what happens to a URI that the grant does not cover
 * @returns the playlist with signed URIs; its variants are playlists, too, so sign each when the player requests it
 * @throws `ERR_MANIFEST_INVALID` when the text does not start with `#EXTM3U`; with the number of the line
 * when a tag or a variable cannot be read, or is read in different ways, or an address is in a place where only
 * some players look; `ERR_MANIFEST_TOO_LONG` for `maxLength`.
 * @throws `ERR_RESOURCE_MISMATCH`, `ERR_URL_INVALID`, `ERR_URL_ALREADY_SIGNED`, `ERR_URL_TOO_LONG`, with the
 * number of the line, when the grant does not sign a URI and `uncovered` is not `"leave"`.
 * @throws `ERR_URL_INVALID`, `ERR_URL_TOO_LONG` for `playlistUrl`; `ERR_OPTION_INVALID`, `ERR_OPTION_UNKNOWN` for
 * `grant` and the other options.
 * @example
 * ```ts
 * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
 * import { signHlsPlaylist } from "cloudfront-sign-media/hls";
 *
 * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!, maxLifetime: "8h" });
 * const grant = await signer.grant({ resource: "https://d111111abcdef8.cloudfront.net/course/42/*", expiresIn: "4h" });
 *
 * const playlist = "#EXTM3U\n#EXTINF:6,\nsegment-1.ts\n";
 * const signed = signHlsPlaylist(playlist, grant, { playlistUrl: "https://d111111abcdef8.cloudfront.net/course/42/1080p.m3u8" });
 * console.log(signed.split("\n")[2] === `segment-1.ts?${grant.query}`); // true
 * ```
 */
export function signHlsPlaylist(text: string, grant: Grants, options: HlsSigningOptions): string {
  return startingAtCaller(signHlsPlaylist, () =>
    createTextSigner(grant, options, longestText).sign(text, true),
  );
}
