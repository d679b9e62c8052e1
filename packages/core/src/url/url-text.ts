import { fail } from "../errors.ts";
import { kindOf } from "../options/read-options.ts";
import { longestUrlText } from "./limits.ts";

/** Throws, with the rule that a text breaks. */
export type Refuse = (message: string) => never;

/** Throws for the URL in an option. */
export function refuseUrl(option: string): Refuse {
  return (message) => fail("ERR_URL_INVALID", option, message);
}

/**
 * The text of a URL; throws for what is no absolute http or https URL, and for what a URL parser would
 * remove, move or replace without a word, so that another URL would be signed than the one that was meant.
 */
export function checkUrlText(value: unknown, option: string, refuse: Refuse): string {
  if (typeof value !== "string")
    return refuse(
      `expected a string or URL; received ${kindOf(value)}. Is a field or an environment variable missing?`,
    );
  if (value.length > longestUrlText) {
    fail(
      "ERR_URL_TOO_LONG",
      option,
      `has ${value.length} characters; at most ${longestUrlText} are read, and CloudFront takes 8,192; shorten it`,
    );
  }
  checkCharacters(value, refuse);
  if (!/^https?:\/\/[^/?#]/i.test(value)) {
    refuse(
      `${schemeProblem(value)}; expected an absolute URL such as https://d111111abcdef8.cloudfront.net/image.jpg`,
    );
  }
  const backslash = (/^[^?#]*/.exec(value) as RegExpExecArray)[0].indexOf("\\");
  if (backslash >= 0)
    refuse(`has a backslash at position ${backslash}, which clients turn into /; write / or %5C`);
  return value;
}

const changedByClients: readonly (readonly [what: string, pattern: RegExp])[] = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  ["a control character", /[\0-\x1f\x7f]/],
  ["an outer space", /^ | $/],
  ["half of a surrogate pair", /[\ud800-\udfff]/u],
];

/** Throws for characters that clients remove or replace anywhere in a URL. Positions count from 0. */
export function checkCharacters(text: string, refuse: Refuse): void {
  for (const [what, pattern] of changedByClients) {
    const at = text.search(pattern);
    if (at >= 0) refuse(`has ${what} at position ${at}, which clients remove or replace; take it out`);
  }
}

/** What keeps a text from being an absolute http or https URL. */
function schemeProblem(text: string): string {
  if (text === "") return "is empty";
  if (/^https?:/i.test(text)) return "has no host name right behind https://";
  if (/^\/(?!\/)/.test(text)) return "is relative";
  const [scheme] = /^[a-z][a-z\d+-]{0,15}:/i.exec(text) ?? [];
  return scheme
    ? `${scheme} is not http or https (cloudFrontUrl makes the URL of an object)`
    : "the scheme is missing";
}
