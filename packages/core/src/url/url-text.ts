import { fail } from "../errors.ts";
import { absoluteUrlProblem } from "./absolute-url.ts";
import { longestUrl, longestUrlText } from "./limits.ts";
import { refuseUrl, type UrlProblem } from "./url-problem.ts";

/**
 * The text of a URL; throws for what is no absolute http or https URL, and for what a URL parser would
 * remove, move or replace without a word, so that another URL would be signed than the one that was meant.
 */
export function checkUrlText(value: unknown, option: string): string {
  if (typeof value !== "string") return refuseUrl(option, { id: "not-text", value });
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
export function characterProblem(text: string): UrlProblem | undefined {
  if (!/[^!-~]/.test(text)) return undefined;
  const control = text.search(controlCharacter);
  if (control >= 0) return { id: "control-character", character: text.charAt(control), position: control };
  if (text.startsWith(" ")) return { id: "space-at-start" };
  if (text.endsWith(" ")) return { id: "space-at-end", position: text.length - 1 };
  const half = text.search(halfSurrogatePair);
  return half < 0 ? undefined : { id: "half-surrogate-pair", position: half };
}

/** In the query and the fragment of an http URL a backslash is a character like any other. */
function backslashProblem(text: string): UrlProblem | undefined {
  const position = text.includes("\\") && /^https?:/i.test(text) ? text.search(/[\\?#]/) : -1;
  return text[position] === "\\" ? { id: "backslash", position } : undefined;
}
