import { parameterNames } from "../../url/signing-parameters.ts";
import type { PasteNote } from "./paste-note.ts";

/** What ends a URL that stands after it. */
const closing: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "<": ">",
  "(": ")",
  "[": "]",
  "\u201c": "\u201d",
  "\u2018": "\u2019",
};

/** A URL in text, and a note if there are several. */
export interface UrlInText {
  readonly url: string | undefined;
  readonly notes: readonly PasteNote[];
}

/** The first URL in lines of text that has signing parameters, or else the first one. */
export function urlInText(lines: readonly string[]): UrlInText {
  const urls = lines.flatMap(urlsInLine);
  return { url: firstSignedUrl(urls), notes: new Set(urls).size > 1 ? ["several-urls"] : [] };
}

/** The first URL that has signing parameters, or else the first one. */
export function firstSignedUrl(urls: readonly string[]): string | undefined {
  return urls.find((url) => signedPart(url) !== undefined) ?? urls[0];
}

function urlsInLine(line: string): string[] {
  const starts = Array.from(line.matchAll(/https?:\/\//gi), ({ index }) => index);
  // Within another URL (in its query, say) there is nothing of this kind in front of it.
  const first = starts.filter((start, i) => i === 0 || /[\s"'`<([\u2018\u201c]/.test(line.charAt(start - 1)));
  return first
    .map((start, i) => {
      const next = first[i + 1];
      const text = line.slice(start, next === undefined ? line.length : next - 1);
      return withoutSurroundings(text, line.charAt(start - 1));
    })
    .filter(Boolean);
}

/** The URL at the start of a text, without the words after it. */
function withoutSurroundings(text: string, before: string): string {
  const mark = closing[before];
  const end = mark === undefined ? -1 : text.indexOf(mark);
  const url = end < 0 ? text : text.slice(0, end);
  // A request line or a log has the version after the URL.
  return (signedPart(url) ?? url.split(" HTTP/", 1)[0] ?? "").trim();
}

/** The URL up to the end of its last signing parameter; no value of such a parameter has white space in it. */
function signedPart(url: string): string | undefined {
  const starts = parameterNames.flatMap((name) => [
    url.lastIndexOf(`?${name}=`),
    url.lastIndexOf(`&${name}=`),
  ]);
  const last = Math.max(...starts);
  if (last < 0) return undefined;
  const length = url.slice(last).search(/\s/);
  return length < 0 ? url : url.slice(0, last + length);
}
