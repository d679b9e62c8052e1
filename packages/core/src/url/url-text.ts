import { fail } from "../errors.ts";
import { kindOf } from "../options.ts";
import { longestUrlText } from "./limits.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\0-\x1f\x7f]/;
const loneSurrogate = /[\ud800-\udfff]/u;

/**
 * The text of a URL; throws for what is no absolute http or https URL, and for what a URL parser would remove, move or replace without
 * a word, so that another URL would be signed than the one that was meant.
 */
export function checkUrlText(value: unknown, option: string): string {
  if (typeof value !== "string") {
    return fail(
      "ERR_URL_INVALID",
      option,
      `expected a string or URL; received ${kindOf(value)}. Is a field or an environment variable missing?`,
    );
  }
  if (value.length > longestUrlText) {
    fail("ERR_URL_TOO_LONG", option, `has ${value.length} characters; at most ${longestUrlText} are read, and CloudFront takes 8,192`);
  }
  checkCharacters(value, option, "ERR_URL_INVALID");
  const problem = schemeProblem(value);
  if (problem) fail("ERR_URL_INVALID", option, problem);
  const backslash = (/^[^?#]*/.exec(value) as RegExpExecArray)[0].indexOf("\\");
  if (backslash >= 0) {
    fail("ERR_URL_INVALID", option, `has a backslash at position ${backslash}, which clients turn into /; write / or %5C`);
  }
  return value;
}

/** Throws for characters that clients remove or replace anywhere in a URL. Positions count from 0. */
export function checkCharacters(text: string, option: string, code: "ERR_URL_INVALID" | "ERR_RESOURCE_INVALID"): void {
  const [character] = control.exec(text) ?? [];
  if (character !== undefined) {
    const name = `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
    fail(code, option, `has a control character (${name}) at position ${text.indexOf(character)}, which clients remove; remove it`);
  }
  if (text.startsWith(" ") || text.endsWith(" ")) fail(code, option, "starts or ends with a space, which clients remove; trim it");
  const surrogate = text.search(loneSurrogate);
  if (surrogate >= 0)
    fail(code, option, `has half of a surrogate pair at position ${surrogate}, which clients replace; send whole characters`);
}

/** What keeps a text from being an absolute http or https URL. */
function schemeProblem(text: string): string | undefined {
  if (/^https?:\/\/[^/?#]/i.test(text)) return undefined;
  if (text === "") return "is empty; expected an absolute URL such as https://d111111abcdef8.cloudfront.net/image.jpg";
  if (/^https?:/i.test(text)) return "has no host name right behind https://; expected https://d111111abcdef8.cloudfront.net/…";
  if (text.startsWith("//")) return "the scheme is missing; put https: in front";
  if (text.startsWith("/")) return "is relative; put https:// and the distribution's domain name in front";
  const [, scheme] = /^([a-z][a-z\d+-]{0,15}):/i.exec(text) ?? [];
  if (scheme) return `${scheme}: is not http or https; cloudFrontUrl(origin, key) makes the URL of an object`;
  return "the scheme is missing; expected https:// and the distribution's domain name in front";
}
