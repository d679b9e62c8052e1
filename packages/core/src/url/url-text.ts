import { fail } from "../errors.ts";
import { longestHost, longestUrl, longestUrlText } from "../limits.ts";
import { characterName, lostText } from "../options/printable.ts";
import { describeType } from "../options/type-name.ts";
import { hasDotSegment } from "./dot-segments.ts";

/** Throws for the URL in an option. A problem may show a host name, and never a path or query. */
export function refuseUrl(option: string, problem: string): never {
  return fail("ERR_URL_INVALID", option, problem);
}

/** The step for what does not start with the scheme and the host of a distribution. */
export const writeHost =
  "write https://, the distribution's host and a /: https://d111111abcdef8.cloudfront.net/…";

/** Why no path is meant so: clients resolve it, or it holds an object that was put into a text. */
export function pathProblem(path: string): string | undefined {
  return hasDotSegment(path)
    ? "has a . or .. segment, which clients resolve in different ways; write the resolved path"
    : lostObjectProblem(path);
}

function lostObjectProblem(text: string): string | undefined {
  const [object] = /\[object(?: |%20)[A-Z]\w*\]/.exec(text) ?? [];
  return object === undefined ? undefined : lostWord(object);
}

export function lostWord(word: string): string {
  return `has the text "${word}": ${lostText}`;
}

/** Throws for a URL or pattern that is longer than CloudFront takes, or than is read. */
export function checkLength(text: string, option: string, longest: number = longestUrl): void {
  if (text.length > longest)
    fail(
      "ERR_URL_TOO_LONG",
      option,
      `has ${text.length} characters, and CloudFront accepts at most ${longestUrl}; shorten it, or use a P-256 key or cookies`,
    );
}

/**
 * The text of a URL; throws for what is not an absolute http or https URL, and for what a URL parser would
 * remove, move or replace without a word, so that another URL would be signed than the one that was meant.
 */
export function checkUrlText(value: unknown, option: string): string {
  if (typeof value !== "string")
    return refuseUrl(
      option,
      `expected a string or URL; received ${describeType(value)}; pass one URL, and check that it is set and awaited`,
    );
  checkLength(value, option, longestUrlText);
  // In the query and the fragment a backslash is a character like any other.
  const [path = ""] = /^https?:/i.test(value) ? value.split(/[?#]/, 1) : [];
  const problem = characterProblem(value, path);
  if (problem !== undefined) refuseUrl(option, problem);
  return /^https?:\/\/[^/?#]/i.test(value) ? value : refuseUrl(option, relativeProblem(value));
}

// Controls, and half of a surrogate pair.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const replacedCharacter = /[\0-\x1f\x7f\ud800-\udfff]/u;

/** The first character that clients remove or replace anywhere in a URL, or a backslash in its path. */
export function characterProblem(text: string, path: string): string | undefined {
  if (/^ | $/.test(text)) return `has a space ${text.startsWith(" ") ? "in front" : "at its end"}; remove it`;
  const backslash = path.indexOf("\\");
  const position = backslash < 0 ? text.search(replacedCharacter) : backslash;
  return position < 0
    ? undefined
    : `has ${characterName(text.charAt(position))} at position ${position}, which clients remove or replace; remove it, or percent-encode it`;
}

// Only what is a host name beyond doubt, since it is shown: a file name has a dot, too.
const hostAtStart = /^(?:\/\/)?((?:localhost|[\w-]+(?:\.[\w-]+)+\.[a-z]{2,})(?::\d{1,5})?)(?=[/?#]|$)/i;

/** Why a text is not an absolute http or https URL with a host. */
export function relativeProblem(text: string): string {
  if (text === "") return "is empty; check that its variable is set";
  // A host and its port, and the character that ends them.
  const start = text.slice(0, longestHost + ":65535/".length);
  const [, host] = hostAtStart.exec(start) ?? [];
  if (host !== undefined) return `the scheme is missing; write https://${host}/…`;
  if (/^s3:/i.test(start)) return `is an S3 address; ${writeHost}`;
  const [, scheme] = /^([a-z][a-z\d+.-]{0,14}):\/\//i.exec(start) ?? [];
  if (scheme !== undefined && !/^https?$/i.test(scheme))
    return `starts with ${scheme}://, but CloudFront serves only https:// and http://; ${writeHost}`;
  const [word] = /^(?:undefined|null|NaN)(?=\/|$)/.exec(start) ?? [];
  if (word !== undefined) return lostWord(word);
  return lostObjectProblem(start) ?? `is not an absolute URL; ${writeHost}`;
}
