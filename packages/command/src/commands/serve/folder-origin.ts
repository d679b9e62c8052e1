import type { Stats } from "node:fs";
import { Readable } from "node:stream";
import { contentTypeOf } from "./content-types.ts";
import { reasonHeader } from "./fetch-adapter.ts";
import { type FileProblem, findFile, type OpenFile, openFound, pathWithoutLinks } from "./find-file.ts";
import { isPrivateKeyFile } from "./private-key-file.ts";

interface FileAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly range?: ByteRange;
}

const allowedMethods = { Allow: "GET, HEAD, OPTIONS" };

/**
 * Answers requests with the files of a folder, as S3 does: GET and HEAD, one range, conditional requests. No link on an
 * open path leads to a file whose own path `isRestricted`.
 */
export function folderOrigin(
  folder: string,
  isRestricted: (url: string) => boolean = () => false,
): (request: Request) => Promise<Response> {
  return async ({ method, url, headers }) => {
    // A browser asks this before some requests to another origin.
    if (method === "OPTIONS") return new Response(null, { headers: allowedMethods });
    if (method !== "GET" && method !== "HEAD")
      return new Response("Only GET and HEAD.\n", { status: 405, headers: allowedMethods });
    const found = await findFile(folder, new URL(url).pathname);
    if (typeof found === "string") return notFound(found, method);
    if (!isRestricted(url) && isRestricted(new URL(pathWithoutLinks(found), url).href))
      return notFound("file-restricted", method);
    const file = await openFound(found);
    if (file === undefined) return notFound("file-not-found", method);
    let body: ReadableStream | undefined;
    try {
      if (await isPrivateKeyFile(file.handle)) return notFound("file-private-key", method);
      const { range, ...answer } = answerFor(file.stats, found.path, method, headers);
      body = range && readBytes(file, range);
      return new Response(body ?? null, answer);
    } finally {
      // The end of a body closes the file itself.
      if (body === undefined) await file.handle.close();
    }
  };
}

/** The status and headers for a file, and the bytes of it that are the body. */
function answerFor(stats: Stats, path: string, method: string, requested: Headers): FileAnswer {
  const validators = fileValidators(stats);
  const described = describeFile(path, validators);
  if (isUnchanged(requested, validators)) return { status: 304, headers: described };
  // A HEAD request has no ranges (RFC 9110, section 14.2).
  const isRanged = method === "GET" && isRangeWanted(requested, validators);
  const range = isRanged ? readByteRange(requested.get("range"), stats.size) : undefined;
  if (range === "unsatisfiable")
    return { status: 416, headers: { "Content-Range": `bytes */${stats.size}`, "Content-Length": "0" } };
  const { first, last } = range ?? { first: 0, last: stats.size - 1 };
  const length = { "Content-Length": String(last - first + 1) };
  const part = range && { "Content-Range": `bytes ${first}-${last}/${stats.size}` };
  const hasBody = method === "GET" && stats.size > 0;
  return {
    status: range ? 206 : 200,
    headers: { ...described, ...length, ...part },
    ...(hasBody && { range: { first, last } }),
  };
}

function describeFile(path: string, { etag, lastModified }: FileValidators): Record<string, string> {
  return {
    "Content-Type": contentTypeOf(path),
    "Accept-Ranges": "bytes",
    ETag: etag,
    "Last-Modified": lastModified,
    // A browser asks again each time, and so notices that its signature has expired.
    "Cache-Control": "no-cache",
  };
}

function readBytes({ handle }: OpenFile, { first, last }: ByteRange): ReadableStream {
  return Readable.toWeb(handle.createReadStream({ start: first, end: last })) as ReadableStream;
}

function notFound(problem: FileProblem, method: string): Response {
  return new Response(method === "HEAD" ? null : "Not found.\n", {
    status: 404,
    headers: { "Content-Type": "text/plain; charset=utf-8", [reasonHeader]: problem },
  });
}

/** What a browser keeps of a file, to ask later whether it has changed. */
interface FileValidators {
  readonly etag: string;
  readonly lastModified: string;
}

function fileValidators({ mtime, size }: Stats): FileValidators {
  return {
    etag: `"${mtime.getTime().toString(16)}-${size.toString(16)}"`,
    lastModified: mtime.toUTCString(),
  };
}

/** Whether the browser's copy is still good (RFC 9110, section 13.2.2). */
function isUnchanged(headers: Headers, { etag, lastModified }: FileValidators): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null)
    return tags.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
  const since = headers.get("if-modified-since");
  return since !== null && Date.parse(since) >= Date.parse(lastModified);
}

/** Whether a `Range` counts: not if it continues a file that has changed since (RFC 9110, section 13.1.5). */
function isRangeWanted(headers: Headers, { etag, lastModified }: FileValidators): boolean {
  const condition = headers.get("if-range");
  return condition === null || condition === etag || condition === lastModified;
}

interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The range of a `Range` header in a file of `size` bytes. `undefined` for a header that is ignored, as S3
 * ignores several ranges: the answer is the whole file.
 *
 * Source: RFC 9110, section 14.1.2.
 */
export function readByteRange(header: string | null, size: number): ByteRange | "unsatisfiable" | undefined {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  // The last bytes of a file: bytes=-500.
  const first = from === "" ? Math.max(size - Number(to), 0) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== "" && to !== "" && Number(to) < first) return undefined;
  return first < size ? { first, last } : "unsatisfiable";
}
