import { withoutAmpersandEntities } from "./html-entities.ts";
import type { PasteNote } from "./paste-note.ts";
import { hasSigningParameters, lastSigningParameter } from "./signing-parameters-in-text.ts";

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

/** A URL in a line, and what was done to read it. */
interface FoundUrl {
  readonly url: string;
  readonly note?: PasteNote;
}

/** The first URL in lines of text that has signing parameters, or else the first one. */
export function urlInText(lines: readonly string[]): UrlInText {
  const found = lines.flatMap(urlsInLine);
  const urls = found.map(({ url }) => url);
  const url = firstSignedUrl(urls);
  const note = found.find((one) => one.url === url)?.note;
  const notes: PasteNote[] = new Set(urls).size > 1 ? ["several-urls"] : [];
  return { url, notes: note === undefined ? notes : [...notes, note] };
}

/** The first URL that has signing parameters, or else the first one. */
export function firstSignedUrl(urls: readonly string[]): string | undefined {
  return urls.find(hasSigningParameters) ?? urls[0];
}

function urlsInLine(line: string): FoundUrl[] {
  if (!line.includes("://")) return [];
  const starts = Array.from(line.matchAll(/https?:\/\//gi), ({ index }) => index);
  // Within another URL (in its query, say) there is nothing of this kind in front of it.
  const first = starts.filter(
    (start, i) => i === 0 || /[\s"'`<([|\u2018\u201c]/.test(line.charAt(start - 1)),
  );
  return first
    .map((start, i) => {
      const next = first[i + 1];
      const text = line.slice(start, next === undefined ? line.length : next - 1);
      return urlAtStart(text, line.slice(Math.max(0, start - longestBefore), start));
    })
    .filter(({ url }) => url !== "");
}

/** The characters in front of a URL that are looked at: the name of an attribute, or a word. */
const longestBefore = 20;

/** The URL at the start of a text, without the words after it. */
function urlAtStart(text: string, before: string): FoundUrl {
  const mark = before.at(-1) ?? "";
  const end = closingPosition(text, mark);
  const enclosed = end < 0 ? text : text.slice(0, end);
  const url = withoutWords(enclosed);
  // Slack writes <url|text>, in which & is an entity. In HTML, it is one in every attribute.
  const [target = "", label] = mark === "<" ? url.split("|", 2) : [url];
  const isHtml = label !== undefined || /\b(?:href|src|action|data-[\w-]{1,20})\s?=\s?["']$/i.test(before);
  const decoded = isHtml ? withoutAmpersandEntities(target) : target;
  if (decoded !== target) return { url: decoded, note: "html-entities" };
  const isInSentence = end < 0 && (/\w\s$/.test(before) || /\s\w/.test(text.slice(url.length)));
  const bare = isInSentence ? target.replace(/[.,;:!?]$/, "") : target;
  return bare === target ? { url: target } : { url: bare, note: "end-of-sentence" };
}

/** Where the mark ends that stands in front of a URL; negative if there is none. */
function closingPosition(text: string, opening: string): number {
  const mark = closing[opening];
  if (mark === undefined) return -1;
  if (opening !== "(") return text.indexOf(mark);
  // A path may have parentheses itself.
  let depth = 1;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at;
  }
  return text.indexOf(mark);
}

/** Up to the end of the last signing parameter: no value of such a parameter has white space in it. */
function withoutWords(text: string): string {
  const last = lastSigningParameter(text);
  // A request line or a log has the version after the URL.
  if (last < 0) return (text.split(" HTTP/", 1)[0] ?? "").trim();
  const length = text.slice(last).search(/\s/);
  return (length < 0 ? text : text.slice(0, last + length)).trim();
}
