import type { PasteNote } from "./paste-note.ts";
import {
  hasSigningParameters,
  isLastValueWhole,
  lastSigningParameter,
} from "./signing-parameters-in-text.ts";

/** What ends a URL that stands after it. */
const closing: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "<": ">",
  "(": ")",
  "[": "]",
  "\u201c": "\u201d",
  "\u201e": "\u201c",
  "\u00ab": "\u00bb",
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

/** What the other text of a paste says about its URLs. */
interface Surroundings {
  /** Whether there is nothing but one line, and perhaps an answer to it. */
  readonly isAlone: boolean;
  /** The brackets that the paste opens. */
  readonly openers: ReadonlySet<string>;
  /** Whether it has lines that set cookies: a URL that failed is the one that should have had them. */
  readonly hasSetCookie: boolean;
}

/** The same for one URL. */
interface PlacedIn extends Surroundings {
  /** Whether it is the value of an attribute of XML or HTML. */
  readonly isInTag: boolean;
}

/** A status, a status line or a field of an answer. */
function isOfAnswer(line: string): boolean {
  return /^(?:HTTP\/\d|[1-5]\d\d(?: |$)|[\w-]{1,60}: )/.test(line) && !line.includes("://");
}

/** A line that says that a request failed. */
const failure = /\b40[13]\b|\b(?:forbidden|denied|unauthorized)\b/i;

/** What ffmpeg and players on top of it say before they request a segment. */
const opened = /\bOpening '(https?:\/\/[^']{1,9000})' for reading/g;

/**
 * The URL in lines of text that failed, or else the first one with signing parameters, or else the first one. Words at
 * its end are left out where there are others.
 */
export function urlInText(lines: readonly string[], hasSetCookie = false): UrlInText {
  const isAlone = lines.filter((line) => !isOfAnswer(line)).length === 1;
  const openers = new Set(lines.flatMap((line) => line.match(/[([{]/g) ?? []));
  const context = { isAlone, openers, hasSetCookie };
  const found = lines.flatMap((line) => urlsInLine(line, context));
  const urls = found.map(({ url }) => url);
  const url = openedUrl(lines.join("\n")) ?? failedUrl(lines, context) ?? firstSignedUrl(urls);
  const note = found.find((one) => one.url === url)?.note;
  const notes: PasteNote[] = new Set(urls).size > 1 ? ["several-urls"] : [];
  return { url, notes: note === undefined ? notes : [...notes, note] };
}

/** The last URL that ffmpeg opened before the first line that says that a request failed. */
export function openedUrl(text: string): string | undefined {
  const [before = ""] = text.split(/\bHTTP error 40[13]\b/, 1);
  return before === text ? undefined : Array.from(before.matchAll(opened)).at(-1)?.[1];
}

/** The URL with signing parameters in a line that says that a request failed. */
function failedUrl(lines: readonly string[], context: Surroundings): string | undefined {
  const failed = lines.filter((line) => failure.test(line.replace(/https?:\S+/gi, "")));
  return failed
    .flatMap((line) => urlsInLine(line, context))
    .map(({ url }) => url)
    .find((url) => hasSigningParameters(url) || context.hasSetCookie);
}

/** The first URL that has signing parameters, or else the first one. */
export function firstSignedUrl(urls: readonly string[]): string | undefined {
  return urls.find(hasSigningParameters) ?? urls[0];
}

function urlsInLine(line: string, context: Surroundings): FoundUrl[] {
  if (!line.includes("://")) return [];
  const starts = Array.from(line.matchAll(/https?:\/\//gi), ({ index }) => index);
  // Within another URL (in its query, say) there is nothing of this kind in front of it.
  const first = starts
    .map((start) => ({ start, before: line.slice(Math.max(0, start - longestBefore), start) }))
    .filter(({ before }, i) => (i === 0 || isAtStart(before)) && !isOriginOfPage(before))
    .map(({ start }) => start);
  return first
    .map((start, i) => {
      const next = first[i + 1];
      const text = line.slice(start, next === undefined ? line.length : next - 1);
      const before = line.slice(Math.max(0, start - longestTag), start);
      return urlAtStart(text, before.slice(-longestBefore), {
        ...context,
        isInTag: /<[a-z][\w:.-]*\s[^<>]*$/i.test(before),
      });
    })
    .filter(({ url }) => url !== "");
}

/** The characters in front of a URL that are looked at: the name of an attribute, or a word. */
const longestBefore = 40;

/** The characters in front of a URL in which the tag starts that has it as an attribute. Our own limit. */
const longestTag = 400;

/** Whether the page of a request stands behind a text, as browsers name it where CORS blocks an answer. */
function isOriginOfPage(before: string): boolean {
  return /\borigin ['"]?$|\bheader has a value ['"]$/i.test(before);
}

/** Whether a URL can start behind a text: after a mark, or as the value of a name that stands behind a space or a bracket. */
function isAtStart(before: string): boolean {
  return /[\s"'`<([|{\u00ab\u2018\u201c\u201e]$|[\s,;([{][\w.-]{1,38}[=:]$/.test(before);
}

/** The URL at the start of a text, without the words after it. */
function urlAtStart(text: string, before: string, { isAlone, openers, isInTag }: PlacedIn): FoundUrl {
  // Within a string in a string, the quotes are escaped.
  const [mark = ""] = /\\{1,8}["']$|[\s\S]$/.exec(before) ?? [];
  const end = closingPosition(text, mark);
  const enclosed = end < 0 ? text : text.slice(0, end);
  const all = withoutWords(enclosed);
  // In a list, a comma and white space stand behind it.
  const words =
    end >= 0 && all.length < enclosed.length && hasSigningParameters(all) ? all.replace(/,$/, "") : all;
  // A label and a method are not a sentence.
  const isSentence =
    !isAlone ||
    !/^(?:[A-Z]{3,7} |(?:request )?url: ?|\W?)$/i.test(before) ||
    /\s\S/.test(text.slice(words.length));
  const url = end < 0 && isSentence ? withoutForeign(words) : words;
  // Slack and Markdown write <url>, Slack also <url|text>; & is an entity in it, and in every attribute and element of HTML.
  const [target = ""] = mark === "<" ? url.split("|", 2) : [url];
  const isHtml =
    (mark === ">" && text.includes("</")) ||
    (mark === "<" && end >= 0) ||
    (isInTag && end >= 0) ||
    /\b(?:href|src|action|poster|content|value|data-[\w-]{1,20})\s?=\s?["']$/i.test(before);
  const decoded = isHtml ? target.replace(/&(?:amp|#38|#x26);/gi, "&") : target;
  // In the source of Markdown, _ is escaped.
  const isMarkdown = mark === "(" && end >= 0 && before.endsWith("](");
  if (isMarkdown && /\\[_~*&=-]/.test(target))
    return { url: target.replace(/\\([_~*&=-])/g, "$1"), note: "json-escapes" };
  if (decoded !== target) return { url: decoded, note: "html-entities" };
  const bare = end < 0 ? withoutEnd(target, before, isSentence ? openers : undefined) : target;
  return bare === target ? { url: target } : { url: bare, note: "end-of-sentence" };
}

/** Up to the first character that no URL has, if the last value is whole there: the rest is text. */
function withoutForeign(url: string): string {
  const last = lastSigningParameter(url);
  if (last < 0) return url;
  const [own = ""] = /^[\w.~:/?#[\]@!$&'()*+,;=%-]*/.exec(url.slice(last)) ?? [];
  return isLastValueWhole(own) ? url.slice(0, last) + own : url;
}

const openerOf: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Without the marks of bold and other text around a URL, and without the punctuation of a sentence, which has `openers`. */
function withoutEnd(url: string, before: string, openers: ReadonlySet<string> | undefined): string {
  const plain = openers ? withoutPunctuation(url, openers) : url;
  const [marks = ""] = /[*_~]{1,2}$/.exec(before) ?? [];
  return marks !== "" && plain.endsWith(marks) ? plain.slice(0, -marks.length) : plain;
}

function withoutPunctuation(url: string, openers: ReadonlySet<string>): string {
  // Brackets belong to a path, and dots to text that was cut off.
  const punctuation = hasSigningParameters(url) ? /[^.][.,;:!?)\]}'"]{1,3}$/ : /[^.][.,;:!?]$/;
  const end = url.endsWith("..") ? -1 : url.search(punctuation);
  // A bracket that nothing opens was copied into the URL. Behind a colon, it is a face.
  const opener = openerOf[url.charAt(end + 1)];
  if (opener !== undefined && !openers.has(opener)) return url;
  return end < 0 ? url : url.slice(0, end + 1);
}

/** Where the mark ends that stands in front of a URL; negative if there is none. */
function closingPosition(text: string, opening: string): number {
  const mark = opening.startsWith("\\") ? opening : closing[opening];
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
  // A request line or a log has the version, the status or the time after the URL, and an error has its text.
  if (last < 0)
    return text
      .replace(
        /:\s.*|\s(?:HTTP\/\d|h[23](?:\s|$)|(?:(?:is|was|gives|gave|returns|returned|->) )?(?:20[06]|[45]\d\d)(?:\s|$)|\(\d{1,9}ms).*/i,
        "",
      )
      .trim();
  const [value = ""] = text.slice(last).split(/\s/, 1);
  const url = text.slice(0, last) + value;
  // The next field of a table.
  const [cell = ""] =
    /^[?&][^&,;|]*(?=[,|](?!(?:Expires|Policy|Signature|Key-Pair-Id|Hash-Algorithm)[=:])["\w]|;(?![\w-]{1,40}=)["\w])/.exec(
      value,
    ) ?? [];
  return cell !== "" && isLastValueWhole(cell) ? text.slice(0, last) + cell : url.trim();
}
