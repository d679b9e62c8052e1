import { readFile } from "node:fs/promises";
import { extname } from "node:path";

/** @type {Record<string, string>} */
const types = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".jpg": "image/jpeg",
  ".m3u8": "application/vnd.apple.mpegurl",
  ".m4s": "video/iso.segment",
  ".mp4": "video/mp4",
};

/** @param {string} path a file; 404 if there is none or its type is none of these */
export async function fileResponse(path) {
  const type = types[extname(path)];
  const content = type && (await readFile(path).catch(() => undefined));
  if (!content) return new Response("There is nothing here.\n", { status: 404 });
  return new Response(content, { headers: { "Content-Type": type, "X-Content-Type-Options": "nosniff" } });
}
