import { mimes } from "mrmime";

/** Content types by the extension of a file, with those of media that the package leaves to vendors. */
const contentTypes: Readonly<Record<string, string>> = {
  ...mimes,
  flac: "audio/flac",
  ico: "image/x-icon",
  m3u8: "application/vnd.apple.mpegurl",
  m4v: "video/mp4",
  srt: "application/x-subrip",
  xml: "application/xml",
};

/** The content type of a file; that of S3 for files of which it knows nothing. */
export function contentTypeOf(name: string): string {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const known = name.includes(".") && Object.hasOwn(contentTypes, extension) && contentTypes[extension];
  if (!known) return "application/octet-stream";
  return known.startsWith("text/") ? `${known}; charset=utf-8` : known;
}
