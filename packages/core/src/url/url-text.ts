import { fail } from "../errors.ts";
import { characterName } from "../options/character-name.ts";
import { describeType, typeTag } from "../options/type-name.ts";
import { absoluteUrlProblem } from "./absolute-url.ts";
import { longestUrl, longestUrlText } from "./limits.ts";
import { refuseUrl } from "./url-problem.ts";

/**
 * The text of a URL; throws for what is no absolute http or https URL, and for what a URL parser would
 * remove, move or replace without a word, so that another URL would be signed than the one that was meant.
 */
export function checkUrlText(value: unknown, option: string): string {
  if (typeof value !== "string") {
    return refuseUrl(option, `expected a string or URL; received ${describeType(value)}${hintOf(value)}`);
  }
  if (value.length > longestUrlText) {
    fail(
      "ERR_URL_TOO_LONG",
      option,
      `has ${value.length} characters; at most ${longestUrlText} are read, and CloudFront takes ${longestUrl}; shorten it`,
    );
  }
  const problem = characterProblem(value) ?? backslashProblem(value) ?? absoluteUrlProblem(value);
  return problem === undefined ? value : refuseUrl(option, problem);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controlCharacter = /[\0-\x1f\x7f]/;
const halfSurrogatePair = /[\ud800-\udfff]/u;

/** The first character that clients remove or replace anywhere in a URL. */
export function characterProblem(text: string): string | undefined {
  if (!/[^!-~]/.test(text)) return undefined;
  const control = text.search(controlCharacter);
  if (control >= 0) {
    const character = text.charAt(control);
    return `has ${characterName(character)} at position ${control}, which clients remove or replace; take it out, or write ${encodeURIComponent(character)} if the object key has it`;
  }
  if (text.startsWith(" ")) return "starts with a space, which clients remove; take it out";
  if (text.endsWith(" "))
    return `ends with a space (position ${text.length - 1}), which clients remove; take it out, or write %20 if the object key ends with it`;
  const half = text.search(halfSurrogatePair);
  return half < 0
    ? undefined
    : `has half of a surrogate pair at position ${half}, which clients replace; was a text cut within an emoji?`;
}

/** In the query and the fragment of an http URL a backslash is a character like any other. */
function backslashProblem(text: string): string | undefined {
  const position = text.includes("\\") && /^https?:/i.test(text) ? text.search(/[\\?#]/) : -1;
  return text[position] === "\\"
    ? `has a backslash at position ${position}, which clients turn into /; write / or %5C`
    : undefined;
}

/** The step that mends a value that is no text. */
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
