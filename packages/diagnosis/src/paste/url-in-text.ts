import type { PasteNote } from "./paste-note.ts";
import { methodIn, statusIn } from "./response-fields.ts";
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

/** A URL in text, what stands beside it, and a note if there are several. */
export interface UrlInText {
  readonly url: string | undefined;
  /** As it stands in the text, if it was repaired. */
  readonly urlAsPasted?: string | undefined;
  readonly method?: string | undefined;
  readonly status?: number | undefined;
  /** Its line, which may name its time. */
  readonly line?: string;
  readonly notes: readonly PasteNote[];
}

/** A URL, and what was done to read it. */
interface ReadUrl {
  readonly url: string;
  readonly urlAsPasted?: string;
  readonly note?: PasteNote;
}

/** The same with what its line says of it. */
interface FoundUrl extends ReadUrl {
  /** The method in front of it. */
  readonly method: string | undefined;
  /** The status behind it, or in a line before the next URL. */
  readonly status: number | undefined;
  /** Whether its line says that the request failed. */
  readonly isDenied: boolean;
  /** Whether the name in front of it says that it is the one that was sent. */
  readonly isSent: boolean;
  readonly line: string;
}

/** What the other text of a paste says about its URLs. */
interface Surroundings {
  /** Whether there is nothing but one line, and perhaps an answer to it. */
  readonly isAlone: boolean;
  /** The brackets that the paste opens. */
  readonly openers: ReadonlySet<string>;
}

/** What of a paste tells which of its URLs is meant. */
interface Answered {
  /** Whether it has lines that set cookies: a URL that failed is the one that should have had them. */
  readonly hasSetCookie?: boolean;
  /** Whether the body of an answer stands behind the lines. */
  readonly hasBody?: boolean;
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
export const failure: RegExp = /\b40[13]\b|\b(?:forbidden|denied|unauthorized)\b/i;

/** What ffmpeg and players on top of it say before they request a segment. */
const opened = /\bOpening '(https?:\/\/[^']{1,9000})' for reading/g;

/**
 * The URL in lines of text that failed, or else the one in front of the answer, or else the first one with signing
 * parameters, or else the first one. Words at its end are left out where there are others.
 */
export function urlInText(lines: readonly string[], answered: Answered = {}): UrlInText {
  const isAlone = lines.filter((line) => !isOfAnswer(line)).length === 1;
  const openers = new Set(lines.flatMap((line) => line.match(/[([{]/g) ?? []));
  const all = lines.flatMap((line, i) =>
    isPageLabel(lines[i - 1])
      ? []
      : urlsInLine(line, lines.slice(i + 1, i + 1 + longestBlock), { isAlone, openers }),
  );
  // The source of a program stands beside the URL that it made.
  const real = all.filter(({ url }) => !template.test(url));
  const found = real.some(({ url }) => hasSigningParameters(url)) ? real : all;
  const opened = openedUrl(lines.join("\n"));
  const denied = found.find(({ url }) => url === opened) ?? deniedUrl(found, answered);
  const chosen = denied ?? firstSigned(found.filter((one) => !isAllowed(one))) ?? firstSigned(found);
  const isOneOfSeveral = new Set(found.map(({ url }) => url)).size > 1;
  const notes: PasteNote[] = isOneOfSeveral ? [denied ? "one-of-several-urls-denied" : "several-urls"] : [];
  if (chosen === undefined) return { url: opened, notes };
  const { url, urlAsPasted, note, method, status, line } = chosen;
  return {
    url,
    urlAsPasted,
    method,
    status,
    line,
    notes: note === undefined ? notes : [...notes, note],
  };
}

/** A URL whose values are still to be filled in by a program. */
const template = /[?&](?:Policy|Signature|Expires|Key-Pair-Id)=["'`]?(?:[$#]?\{|\$[A-Za-z(]|%s|["'`] ?[+.])/;

/** The last URL that ffmpeg opened before the first line that says that a request failed. */
export function openedUrl(text: string): string | undefined {
  const [before = ""] = text.split(/\bHTTP error 40[13]\b/, 1);
  return before === text ? undefined : Array.from(before.matchAll(opened)).at(-1)?.[1];
}

/** The URL whose line says that the request failed, or the one that an answer stands behind. */
function deniedUrl(found: readonly FoundUrl[], { hasSetCookie, hasBody }: Answered): FoundUrl | undefined {
  const [signed, last] = [firstSigned(found), found.at(-1)];
  // A redirect and a proxy may change the scheme.
  const isOfOrigin = ({ url }: FoundUrl): boolean => hostOf(url) === hostOf(signed?.url ?? "");
  const failed = found.filter(
    (one) => one.isDenied && (isOfOrigin(one) || hasSetCookie || one.method !== undefined),
  );
  const named = (failed.length > 0 ? failed : found).filter((one) => one.isSent && isOfOrigin(one));
  const said = firstSigned(named) ?? firstSigned(failed);
  if (said) return said;
  if (!hasBody || !signed || !last || isAllowed(last)) return undefined;
  // A request to the same host, or the link as it was opened, behind the link as it was sent.
  const isOfHost = last.method !== undefined && isOfOrigin(last);
  return isOfHost || withoutQuery(last.url) === withoutQuery(signed.url) ? last : undefined;
}

function isAllowed({ status = 0 }: FoundUrl): boolean {
  return status >= 200 && status < 300;
}

function hostOf(url: string): string | undefined {
  return url.split("/", 3)[2];
}

function withoutQuery(url: string): string {
  return url.split("?", 1).join();
}

/** The first one whose URL has signing parameters, or else the first one. */
export function firstSigned<Found extends { readonly url: string }>(
  found: readonly Found[],
): Found | undefined {
  return found.find(({ url }) => hasSigningParameters(url)) ?? found[0];
}

function urlsInLine(line: string, behind: readonly string[], context: Surroundings): FoundUrl[] {
  if (!line.includes("://")) return [];
  const isDenied = failure.test(line.replace(/https?:[^\s"'<>]+/gi, ""));
  const starts = Array.from(line.matchAll(/https?:\/\//gi), ({ index }) => index);
  // Within another URL (in its query, say) there is nothing of this kind in front of it.
  const first = starts.filter((start, i) => {
    const before = line.slice(Math.max(0, start - longestBefore), start);
    // Slack writes <url|text>, and the text may be a URL, too.
    const isSlackText = line[start - 1] === "|" && line[(starts[i - 1] ?? 0) - 1] === "<";
    return i === 0 || (isAtStart(before) && !isSlackText);
  });
  const next = behind.findIndex((one) => one.includes("://"));
  const block = next < 0 ? behind : behind.slice(0, next);
  const found: FoundUrl[] = [];
  for (const [i, start] of first.entries()) {
    const before = line.slice(Math.max(0, start - longestTag), start);
    const following = first[i + 1];
    // In Markdown, the text of a link may be a URL, too.
    const isText = line[start - 1] === "[" && following !== undefined && line.startsWith("](", following - 2);
    if (isText || isPage(line, start)) continue;
    const text = line.slice(start, following === undefined ? line.length : following - 1);
    const read = urlAtStart(text, before.slice(-longestBefore), {
      ...context,
      isInTag: /<[a-z][\w:.-]*\s[^<>]*$/i.test(before),
    });
    const isLast = following === undefined;
    const status =
      statusBehind(text) ?? (isLast ? (statusAlone(behind[0] ?? "") ?? labelledStatus(block)) : undefined);
    found.push({
      ...read,
      method: methodBefore(before) ?? (isLast ? methodIn(block) : undefined),
      status,
      isDenied: status === undefined ? isDenied : status >= 400 && status < 500,
      isSent: isNamedSent(before.slice(-longestBefore)),
      line,
    });
  }
  return found.filter(({ url }) => url !== "");
}

/** The method that stands in front of a URL. */
function methodBefore(before: string): string | undefined {
  return /(?<![\w-])(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)["'`]?:?\s{1,4}["'`<]?$/.exec(
    before.slice(-20),
  )?.[1];
}

/** The status that a log writes behind a URL, perhaps after an arrow. */
function statusBehind(text: string): number | undefined {
  const [, status] =
    /^\S+\s{1,4}(?:HTTP\/\d(?:\.\d)?"?\s)?(?:[-=]>|\u2192|:)?\s{0,4}([1-5]\d\d)(?![\w.-])/.exec(text) ?? [];
  return status === undefined ? undefined : Number(status);
}

/** The status in a line that starts with it. */
function statusAlone(line: string): number | undefined {
  const [, status] = /^(?:[-=]>|\u2192|HTTP\/\d(?:\.\d)?)?\s{0,4}([1-5]\d\d)(?![\w.-])/.exec(line) ?? [];
  return status === undefined ? undefined : Number(status);
}

/** The status behind its label in lines, as browsers and wget write it. */
function labelledStatus(lines: readonly string[]): number | undefined {
  const at = lines.findIndex((line) => /^(?:http )?status\b|awaiting response/i.test(line));
  return at < 0 ? undefined : (statusIn(lines[at] ?? "") ?? statusIn(lines[at + 1] ?? ""));
}

/** Lines behind a URL in which its method and its status are looked for. Our own limit. */
const longestBlock = 12;

/** Names of the URL that was sent, rather than signed or meant. */
const sent =
  /(?:^|[^a-z])(?:sen(?:t|ds)|fail(?:s|ed|ing)|request(?:s|ed)?|denied|blocked|forbidden|broken|actual|final|fetche[sd]|open(?:s|ed)|click(?:s|ed))(?:[ _-]?ur[il]|[ _-]?link)?$/i;

/** Whether a name is that of the URL that was sent. */
export function isNameOfSent(name: string): boolean {
  return sent.test(name.replace(/([a-z])(?=[A-Z])/g, "$1_"));
}

/** Whether such a name stands at the end of a text. */
function isNamedSent(before: string): boolean {
  const name = before.replace(/["']?\s?[:=]\s?["'`<(]?$/, "");
  return name !== before && isNameOfSent(name);
}

/** The characters in front of a URL that are looked at: the name of an attribute, or a word. */
const longestBefore = 40;

/** The characters in front of a URL in which the tag starts that has it as an attribute. Our own limit. */
const longestTag = 400;

/** Whether the URL at a place is that of the page of a request, as a header and a log name it, or a browser where CORS blocks an answer. */
export function isPage(text: string, at: number): boolean {
  return /\b(?:origin|referr?er)["']?[ \t]?[:=]?[ \t]?["']?$|\bheader has a value ['"]$|" \d{3} [\d-]{1,15} "$/i.test(
    text.slice(Math.max(0, at - longestBefore), at),
  );
}

/** Whether a line names the page of a request, which browsers show in the next line. */
function isPageLabel(line = ""): boolean {
  return /^(?:referr?er|origin):?$/i.test(line);
}

/** Whether a URL can start behind a text: after a mark, or as the value of a name that stands behind a space or a bracket. */
function isAtStart(before: string): boolean {
  return /[\s"'`<([|{\u00ab\u2018\u201c\u201e]$|[\s,;([{][\w.-]{1,38}[=:]$/.test(before);
}

/** The URL at the start of a text, without the words after it. */
function urlAtStart(text: string, before: string, { isAlone, openers, isInTag }: PlacedIn): ReadUrl {
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
    (isInTag && end >= 0) ||
    /\b(?:href|src|action|poster|content|value|data-[\w-]{1,20})\s?=\s?["']$/i.test(before);
  const isInMarks = mark === "<" && end >= 0;
  const decoded = isHtml || isInMarks ? target.replace(/&(?:amp|#38|#x26);/gi, "&") : target;
  // In the source of Markdown, _ is escaped.
  const isMarkdown = mark === "(" && end >= 0 && before.endsWith("](");
  if (isMarkdown && /\\[_~*&=-]/.test(target))
    return { url: target.replace(/\\([_~*&=-])/g, "$1"), note: "json-escapes" };
  if (decoded !== target)
    return isHtml ? { url: decoded, note: "html-entities" } : { url: decoded, urlAsPasted: target };
  const bare = end < 0 ? withoutEnd(target, before, isSentence ? openers : undefined) : target;
  // Where the sentence goes on, nobody has taken its punctuation along.
  const isEnd = bare !== target && text.slice(words.length).trim() === "";
  return isEnd ? { url: bare, urlAsPasted: target } : { url: bare };
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
    return (
      text
        .replace(
          /[:,]\s.*|\s(?:HTTP\/\d|h[23](?:\s|$)|(?:(?:is|was|gives|gave|returns|returned|->) )?(?:20[06]|[45]\d\d)(?:\s|$)|\(\d{1,9}ms).*/i,
          "",
        )
        // White space may be in a path, but not behind a host.
        .replace(/^(https?:\/\/[^\s/?#]*)\s.*/i, "$1")
        .trim()
    );
  const [value = ""] = text.slice(last).split(/\s/, 1);
  const url = text.slice(0, last) + value;
  // The next field of a table.
  const [cell = ""] =
    /^[?&][^&,;|]*(?=[,|](?!(?:Expires|Policy|Signature|Key-Pair-Id|Hash-Algorithm)[=:])["\w]|;(?![\w-]{1,40}=)["\w])/.exec(
      value,
    ) ?? [];
  return cell !== "" && isLastValueWhole(cell) ? text.slice(0, last) + cell : url.trim();
}
