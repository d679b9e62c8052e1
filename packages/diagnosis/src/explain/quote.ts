import { longestName, longestPattern, longestQuote, longestShortQuote } from "./limits.ts";
import { withoutOtherValues } from "./query-values.ts";
import { visibleText } from "./visible-characters.ts";

/** The beginning of a value, with an ellipsis where it is cut. */
export function quote(text: string, longest: number = longestQuote): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/**
 * The name of a parameter. A long one is perhaps no name but a value without its name, such as a token, and is
 * not shown whole.
 */
export function nameQuote(name: string): string {
  return name.length > longestName ? shortQuote(name) : name;
}

/** A host name for a fix, without the parameters that a broken URL has in it. */
export function hostQuote(host: string): string {
  const [name = ""] = /^[^&=;%@\\]*/.exec(host) ?? [];
  return quote(name === host ? host : `${name}…`, longestPattern);
}

/** The few characters of a URL or a policy that evidence may show. */
export function shortQuote(text: string): string {
  return quote(text, longestShortQuote);
}

/** The few characters of a URL from a difference on, without the values of parameters that come later. */
export function urlQuote(rest: string): string {
  return visibleText(shortQuote(withoutOtherValues(rest, 0, longestShortQuote).behind));
}

/** The few characters of a policy from a difference on, in the same way. */
export function policyQuote(rest: string): string {
  return JSON.stringify(shortQuote(withoutOtherValues(rest, 0, longestShortQuote).behind));
}
