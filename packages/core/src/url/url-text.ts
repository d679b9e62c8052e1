import { fail } from "../errors.ts";
import { characterName, lostText } from "../options/printable.ts";
import { describeType, typeTag } from "../options/type-name.ts";
import { hasDotSegment } from "./dot-segments.ts";
import { longestHost, longestUrl, longestUrlText } from "./limits.ts";

/** Throws for the URL in an option. A problem may show a host name, and never a path or query. */
export function refuseUrl(option: string, problem: string): never {
  return fail("ERR_URL_INVALID", option, problem);
}

export const exampleHost = "d111111abcdef8.cloudfront.net";

/** A word whose first character is escaped: a name that is meant, and not a variable that was not set. */
export function escapeFirst(word: string): string {
  return `%${word.charCodeAt(0).toString(16).toUpperCase()}${word.slice(1)}`;
}

/** What keeps a path, or the query behind it, from naming one object for sure. */
export function pathProblem(path: string, rest: string, isPattern = false): string | undefined {
  if (hasDotSegment(path))
    return "its path has a . or .. segment, which clients resolve in different ways; write the resolved path";
  if (/\$(?:\{|%7B)[^/?]{1,99}?(?:\}|%7D)/i.test(rest))
    return "has ${…}, a variable that was not replaced; put the text in backquotes in JavaScript, in double quotes in a shell, or write %24 for the $ if it is meant";
  if (!isPattern && /^[^?]*\?\.[a-z]\w{1,4}$/i.test(rest))
    return "its query is only a file extension, so that its ? may be part of an object key; write %3F if it is";
  const [word] = /(?<=\/)(?:undefined|null|NaN)(?=\/|$)|\[object(?: |%20)[A-Z]\w*\]/.exec(path) ?? [];
  return word === undefined
    ? undefined
    : `its path has the text "${word}": ${lostText}${isPattern ? "" : `, or write ${escapeFirst(word)} if the object has this name`}`;
}

export const noSchemeAndHost =
  "does not start with https:// and a host name; write it like https://d111111abcdef8.cloudfront.net/…";

/**
 * The text of a URL; throws for what is not an absolute http or https URL, and for what a URL parser would
 * remove, move or replace without a word, so that another URL would be signed than the one that was meant.
 */
export function checkUrlText(value: unknown, option: string): string {
  if (typeof value !== "string")
    return refuseUrl(option, `expected a string or URL; received ${describeType(value)}${hintOf(value)}`);
  if (value.length > longestUrlText)
    fail(
      "ERR_URL_TOO_LONG",
      option,
      `has ${value.length} characters; at most ${longestUrlText} are read, and CloudFront accepts ${longestUrl}; shorten it`,
    );
  const problem = characterProblem(value) ?? backslashProblem(value) ?? absoluteUrlProblem(value);
  return problem === undefined ? value : refuseUrl(option, problem);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const removedCharacter = /[\0-\x1f\x7f]|^ | $/;
const halfSurrogatePair = /[\ud800-\udfff]/u;

/** The first character that clients remove or replace anywhere in a URL. */
export function characterProblem(text: string): string | undefined {
  if (!/[^!-~]/.test(text)) return undefined;
  const removed = text.search(removedCharacter);
  if (removed >= 0) {
    const character = text.charAt(removed);
    return `has ${characterName(character)} at position ${removed}, which clients remove or replace; take it out, or write ${encodeURIComponent(character)} if the object key has it`;
  }
  const half = text.search(halfSurrogatePair);
  return half < 0
    ? undefined
    : `has half of a surrogate pair at position ${half}, which clients replace; was a text cut within an emoji?`;
}

/** In the query and the fragment of an http URL a backslash is a character like any other. */
function backslashProblem(text: string): string | undefined {
  const position = text.includes("\\") && /^https?:/i.test(text) ? text.search(/[\\?#]/) : -1;
  return text.charAt(position) === "\\"
    ? `has a backslash at position ${position}, which clients turn into /; write / or %5C`
    : undefined;
}

// Only what is a host name beyond doubt, since it is shown: a file name has a dot, too.
const hostAtStart = /^(?:\/\/)?((?:localhost|[\w-]+(?:\.[\w-]+)+\.[a-z]{2,})(?::\d{1,5})?)(?=[/?#]|$)/i;

/** What keeps a text from being an absolute http or https URL with a host. */
export function absoluteUrlProblem(text: string): string | undefined {
  if (/^https?:\/\/[^/?#]/i.test(text)) return undefined;
  if (text === "") return "is empty; is an environment variable or a field missing?";
  // A host and its port, and the character that ends them.
  const start = text.slice(0, longestHost + ":65535/".length);
  const [word] = /^(?:undefined|null|NaN|\[object Object\])(?=[:/?#]|$)/i.exec(start) ?? [];
  if (word !== undefined) return `starts with the word "${word}": ${lostText}`;
  const [, host] = hostAtStart.exec(start) ?? [];
  if (host !== undefined) return `the scheme is missing; write https://${host}/…`;
  if (/^(?:\/(?!\/)|[.?#])/.test(start))
    return `is relative; add https:// and the distribution's host name in front: https://${exampleHost}/…`;
  return /^s3:/i.test(start)
    ? "s3: is not http or https; make the URL of an object with cloudFrontUrl(origin, key)"
    : noSchemeAndHost;
}

/** The step that mends a value that is not text. */
function hintOf(value: unknown): string {
  switch (typeTag(value)) {
    case "Undefined":
      return ": is an environment variable or a field missing?";
    case "Null":
      return ": is a field missing?";
    case "Promise":
      return ": await it";
    case "Array":
      return ": sign its URLs with signUrls";
    default:
      return ": pass the URL as text";
  }
}
