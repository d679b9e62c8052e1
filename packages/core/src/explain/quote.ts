import { longestQuote, longestShortQuote } from "./limits.ts";

/** The beginning of a value, with an ellipsis where it is cut. */
export function quote(text: string, longest: number = longestQuote): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** The few characters of a URL or a policy that evidence may show. */
export function shortQuote(text: string): string {
  return quote(text, longestShortQuote);
}
