import { Readable } from "node:stream";
import { type ByteRange, readByteRange } from "./byte-range.ts";
import { contentTypeOf } from "./content-types.ts";
import { type FileValidators, fileValidators, isRangeWanted, isUnchanged } from "./file-validators.ts";
import { type FileProblem, type FoundFile, findFile } from "./find-file.ts";
import { openFound } from "./open-found.ts";
import { reasonHeader } from "./reason-header.ts";

const allowedMethods = { Allow: "GET, HEAD, OPTIONS" };

/** Answers requests with the files of a folder, as S3 does: GET and HEAD, one range, conditional requests. */
export function folderOrigin(folder: string): (request: Request) => Promise<Response> {
  return async ({ method, url, headers }) => {
    // A browser asks this before some requests to another origin.
    if (method === "OPTIONS") return new Response(null, { headers: allowedMethods });
    if (method !== "GET" && method !== "HEAD")
      return new Response("Only GET and HEAD.\n", { status: 405, headers: allowedMethods });
    const file = await findFile(folder, new URL(url).pathname);
    return typeof file === "string" ? notFound(file, method) : answerWith(file, method, headers);
  };
}

async function answerWith(file: FoundFile, method: string, headers: Headers): Promise<Response> {
  const { path, stats } = file;
  const validators = fileValidators(stats);
  const described = describeFile(path, validators);
  if (isUnchanged(headers, validators)) return new Response(null, { status: 304, headers: described });
  // A HEAD request has no ranges (RFC 9110, section 14.2).
  const isRanged = method === "GET" && isRangeWanted(headers, validators);
  const range = isRanged ? readByteRange(headers.get("range"), stats.size) : undefined;
  if (range === "unsatisfiable")
    return new Response(null, {
      status: 416,
      headers: { "Content-Range": `bytes */${stats.size}`, "Content-Length": "0" },
    });
  const { first, last } = range ?? { first: 0, last: stats.size - 1 };
  const length = { "Content-Length": String(last - first + 1) };
  const part = range && { "Content-Range": `bytes ${first}-${last}/${stats.size}` };
  const answer = { status: range ? 206 : 200, headers: { ...described, ...length, ...part } };
  if (method === "HEAD" || stats.size === 0) return new Response(null, answer);
  const body = await readBytes(file, { first, last });
  return body ? new Response(body, answer) : notFound("file-not-found", method);
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

/** The bytes of a file as a stream; `undefined` where it cannot be opened. */
async function readBytes(file: FoundFile, { first, last }: ByteRange): Promise<ReadableStream | undefined> {
  const handle = await openFound(file);
  const bytes = handle?.createReadStream({ start: first, end: last });
  return bytes && (Readable.toWeb(bytes) as ReadableStream);
}

function notFound(problem: FileProblem, method: string): Response {
  return new Response(method === "HEAD" ? null : "Not found.\n", {
    status: 404,
    headers: { "Content-Type": "text/plain; charset=utf-8", [reasonHeader]: problem },
  });
}
