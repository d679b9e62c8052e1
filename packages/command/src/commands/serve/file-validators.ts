import type { Stats } from "node:fs";

/** What a browser keeps of a file, to ask later whether it has changed. */
export interface FileValidators {
  readonly etag: string;
  readonly lastModified: string;
}

export function fileValidators({ mtime, size }: Stats): FileValidators {
  return {
    etag: `"${mtime.getTime().toString(16)}-${size.toString(16)}"`,
    lastModified: mtime.toUTCString(),
  };
}

/** Whether the browser's copy is still good (RFC 9110, section 13.2.2). */
export function isUnchanged(headers: Headers, { etag, lastModified }: FileValidators): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null)
    return tags.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
  const since = headers.get("if-modified-since");
  return since !== null && Date.parse(since) >= Date.parse(lastModified);
}

/** Whether a `Range` counts: not if it continues a file that has changed since (RFC 9110, section 13.1.5). */
export function isRangeWanted(headers: Headers, { etag, lastModified }: FileValidators): boolean {
  const condition = headers.get("if-range");
  return condition === null || condition === etag || condition === lastModified;
}
