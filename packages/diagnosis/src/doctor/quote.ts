import { quote as cut } from "../findings/quote.ts";
import { longestQuote, mostNames } from "./limits.ts";
import type { RequestPolicy } from "./request-policy.ts";

/** The beginning of a text from a document. */
export function quote(text: string): string {
  return cut(text, longestQuote, "...");
}

/** What CloudFront gives out is ASCII: anything else may move the cursor of a terminal. */
export function printable(text: string): string {
  return text.replace(/[^ -~]/g, "?");
}

/** Names in a row, and how many more there are. */
export function quoteList(texts: readonly string[]): string {
  const rest = texts.length - mostNames;
  const listed = texts.slice(0, mostNames).map(quote).join(", ");
  return rest > 0 ? `${listed} and ${rest} more` : listed;
}

/** A policy by its kind and its name. */
export function policyName({ kind, name }: Pick<RequestPolicy, "kind" | "name">): string {
  return name === undefined ? kind : `${kind} ${quote(name)}`;
}
