/** Content types by the extension of a file, for what people put behind CloudFront. */
const contentTypes: Readonly<Record<string, string>> = {
  avif: "image/avif",
  gif: "image/gif",
  ico: "image/x-icon",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
  webp: "image/webp",
  m3u8: "application/vnd.apple.mpegurl",
  mpd: "application/dash+xml",
  aac: "audio/aac",
  flac: "audio/flac",
  m4a: "audio/mp4",
  m4s: "video/iso.segment",
  m4v: "video/mp4",
  mov: "video/quicktime",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  ts: "video/mp2t",
  wav: "audio/wav",
  webm: "video/webm",
  srt: "application/x-subrip",
  vtt: "text/vtt; charset=utf-8",
  css: "text/css; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  htm: "text/html; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  md: "text/markdown; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
  woff: "font/woff",
  woff2: "font/woff2",
  xml: "application/xml",
  epub: "application/epub+zip",
  gz: "application/gzip",
  pdf: "application/pdf",
  zip: "application/zip",
};

/** The content type of a file; that of S3 for files of which it knows nothing. */
export function contentTypeOf(name: string): string {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const known = name.includes(".") && Object.hasOwn(contentTypes, extension);
  return (known && contentTypes[extension]) || "application/octet-stream";
}
