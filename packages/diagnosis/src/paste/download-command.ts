import type { CommandWord } from "./command-word.ts";
import type { PasteNote } from "./paste-note.ts";
import { joinedCookies, type PastedParts } from "./pasted-parts.ts";
import { readPosixWords } from "./posix-words.ts";
import { type HeaderField, oneMethod, readMethod } from "./response-fields.ts";
import { firstSigned, openedUrl } from "./url-in-text.ts";

/** A program that downloads or plays a URL, at the start of a line, perhaps after a prompt. */
const commandStart =
  /^[ \t]{0,20}(?:[^\n]{0,100}[$%#>][ \t]{0,5})?(?:wget|https?|xhs?|ffmpeg|ffprobe|ffplay|yt-dlp|youtube-dl|aria2c|mpv|streamlink)(?:\.exe)?[ \t]+(?=[^\n]{0,2000}https?:\/\/)/im;

/** Options whose value is header fields: of wget, aria2c and yt-dlp; of ffmpeg; of mpv. */
const headerOptions: readonly string[] = [
  "--header",
  "--add-header",
  "--add-headers",
  "--http-header",
  "--http-header-fields",
  "-headers",
];

/** Reads a command of wget, HTTPie, ffmpeg, yt-dlp and others; `undefined` without one. */
export function readDownloadCommand(text: string): PastedParts | undefined {
  const start = commandStart.exec(text);
  if (!start) return undefined;
  const { words } = readPosixWords(text.slice(start.index + start[0].length));
  const urls = words.filter(({ text: word }) => /^https?:\/\//i.test(word));
  const url = openedUrl(text) ?? firstSigned(urls.map(({ text: word }) => ({ url: word })))?.url;
  if (url === undefined) return undefined;
  const isSplit = urls.some(({ text: word, hasBareAmpersand }) => word === url && hasBareAmpersand);
  const notes: PasteNote[] = isSplit ? ["shell-splits-url"] : [];
  const fields = fieldsOf(words);
  const cookies = fields.filter(({ name }) => name === "cookie").map(({ value }) => value);
  return { url, cookies: joinedCookies(cookies), requestFields: fields, method: methodOf(words), notes };
}

function fieldsOf(words: readonly CommandWord[]): HeaderField[] {
  return words.flatMap(({ text }, i) => {
    const option = headerOptions.find((name) => text === name || text.startsWith(`${name}=`));
    const isValue = headerOptions.includes(words[i - 1]?.text ?? "");
    if (option === undefined) return isValue ? [] : httpieField(text);
    const fields = text === option ? (words[i + 1]?.text ?? "") : text.slice(option.length + 1);
    return fields.split(/[\r\n]+/).flatMap(httpieField);
  });
}

/** A field as HTTPie writes it: `Cookie:name=value`. */
function httpieField(field: string): HeaderField[] {
  const [, name = "", value] = /^([\w-]{1,100}):(?!\/\/)[ \t]{0,9}(.*)$/.exec(field.trim()) ?? [];
  return value ? [{ name: name.toLowerCase(), value }] : [];
}

/** `wget --spider` sends HEAD, `--post-data` POST; ffmpeg has `-method`, and HTTPie the method before the URL. */
function methodOf(words: readonly CommandWord[]): string | undefined {
  const texts = words.map(({ text }) => text);
  const named = texts.flatMap((text, i) => {
    if (/^--?method$/.test(text)) return [texts[i + 1]];
    return text.startsWith("--method=") ? [text.slice("--method=".length)] : [];
  });
  if (named.length > 0) return oneMethod(named.map(readMethod));
  if (texts.some((text) => /^--post-(?:data|file)(?:=|$)/.test(text))) return "POST";
  if (texts.includes("--spider")) return "HEAD";
  const [first = ""] = texts;
  return /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(first) ? first : undefined;
}
