import type { Grant } from "cloudfront-sign-webcrypto";
import { untrusted } from "cloudfront-sign-webcrypto/internals";
import { createDashSigningStream } from "../manifest/dash/signing-stream.ts";
import { createHlsSigningStream } from "../manifest/hls/signing-stream.ts";
import type { LeavingOptions } from "../manifest/leaving.ts";

/** A format of playlists or manifests: how to recognize it, and how to sign it. */
export interface ManifestFormat {
  /** Its content types. */
  readonly types: RegExp;
  /** The end of its paths, which counts when the content type is unspecific. */
  readonly extension: RegExp;
  /** The type of an answer without one. */
  readonly usualType: string;
  /** Returns a stream of bytes that signs it. */
  sign(grant: Grant, url: string, options: ManifestOptions): TransformStream<Uint8Array, Uint8Array>;
}

interface ManifestOptions extends LeavingOptions {
  readonly maxLength: number | undefined;
  /** Of HLS. */
  readonly variables: Readonly<Record<string, string>> | undefined;
}

const formats: readonly ManifestFormat[] = [
  {
    types: /^(application|audio|video)\/(x-|vnd\.apple\.)?mpegurl$/,
    extension: /\.m3u8?$/i,
    usualType: "application/vnd.apple.mpegurl",
    sign: (grant, playlistUrl, options) =>
      createHlsSigningStream(grant, { playlistUrl, ...options }) as TransformStream,
  },
  {
    types: /^(application\/dash\+xml|video\/vnd\.mpeg\.dash\.mpd)$/,
    extension: /\.mpd$/i,
    usualType: "application/dash+xml",
    sign: (grant, manifestUrl, { variables: _, ...options }) =>
      createDashSigningStream(grant, { manifestUrl, ...options }) as TransformStream,
  },
];

// Servers, Amazon S3 among them, send these for extensions that they do not know, and for XML of any kind.
const unspecificType = /^($|(text\/(plain|xml)|application\/xml|(application|binary)\/octet-stream)$)/;

/** The format by the extension of a URL's path. */
export function formatOfPath(url: string): ManifestFormat | undefined {
  const [path = ""] = url.split(/[?#]/, 1);
  return formats.find(({ extension }) => extension.test(path));
}

/** The format of a response by its content type, or by the URL's path when the content type is unspecific. */
export function formatOfResponse(response: Response, url: string): ManifestFormat | undefined {
  const type = typeOf(response.headers);
  return unspecificType.test(type) ? formatOfPath(url) : formats.find(({ types }) => types.test(type));
}

/** The content type without its parameters, in lower case; empty if there is none. */
export function typeOf(headers: Headers): string {
  const [type = ""] = (untrusted.header(headers, "Content-Type") ?? "").toLowerCase().split(";", 1);
  return type.trim();
}
