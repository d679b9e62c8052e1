import { longestQuote, longestShortQuote } from "./limits.ts";
import { withoutOtherValues } from "./query-values.ts";
import { visibleText } from "./visible-characters.ts";

/** The beginning of a value, with an ellipsis where it is cut. */
export function quote(text: string, longest: number = longestQuote): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
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
