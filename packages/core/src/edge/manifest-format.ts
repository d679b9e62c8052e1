import { createDashSigningStream } from "../manifest/dash/signing-stream.ts";
import { createHlsSigningStream } from "../manifest/hls/signing-stream.ts";
import type { Uncovered } from "../manifest/reference.ts";
import type { Grant } from "../sign/grant.ts";
import { headerOf } from "../verify/untrusted.ts";

/** A kind of playlist or manifest: how it is known, and what signs it. */
export interface ManifestFormat {
  /** Content types that say what it is. */
  readonly types: RegExp;
  /** The end of a path that says so when the content type says nothing. */
  readonly extension: RegExp;
  /** A stream of bytes that signs it. */
  sign(grant: Grant, url: string, uncovered: Uncovered | undefined): TransformStream<Uint8Array, Uint8Array>;
}

const formats: readonly ManifestFormat[] = [
  {
    types: /^(application|audio|video)\/(x-|vnd\.apple\.)?mpegurl$/,
    extension: /\.m3u8?$/i,
    sign: (grant, playlistUrl, uncovered) =>
      createHlsSigningStream(grant, { playlistUrl, uncovered }) as TransformStream,
  },
  {
    types: /^(application\/dash\+xml|video\/vnd\.mpeg\.dash\.mpd)$/,
    extension: /\.mpd$/i,
    sign: (grant, manifestUrl, uncovered) =>
      createDashSigningStream(grant, { manifestUrl, uncovered }) as TransformStream,
  },
];

// What servers say of files whose extension they do not know, Amazon S3 among them, and of what looks like
// XML.
const sayNothing = /^($|(text\/(plain|xml)|application\/xml|(application|binary)\/octet-stream)$)/;

/** The format that a URL's path ends with. */
export function formatOfPath(url: string): ManifestFormat | undefined {
  const [path = ""] = url.split(/[?#]/, 1);
  return formats.find(({ extension }) => extension.test(path));
}

/** The format of an answer: of its content type, or of the path when that says nothing. */
export function formatOfResponse(response: Response, url: string): ManifestFormat | undefined {
  const [type = ""] = (headerOf(response.headers, "Content-Type") ?? "").toLowerCase().split(";", 1);
  return sayNothing.test(type.trim())
    ? formatOfPath(url)
    : formats.find(({ types }) => types.test(type.trim()));
}
