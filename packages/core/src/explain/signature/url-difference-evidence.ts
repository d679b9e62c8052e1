import { quote, urlQuote } from "../quote.ts";
import type { Sentences } from "../sentences.ts";

/** How a signed URL differs from the requested one. */
export type UrlDifferenceEvidence =
  | "signed-with-wildcard"
  | { readonly kind: "other-host"; readonly signed: string; readonly requested: string }
  | { readonly kind: "other-scheme"; readonly signed: string; readonly requested: string }
  | { readonly kind: "parameters-added"; readonly names: readonly string[] }
  | { readonly kind: "parameters-removed"; readonly names: readonly string[] }
  | { readonly kind: "parameters-reordered"; readonly names: readonly string[] }
  | {
      readonly kind: "other-text";
      readonly position: number;
      readonly signed: string;
      readonly requested: string;
    };

export const urlDifferenceSentences: Sentences<UrlDifferenceEvidence> = {
  "signed-with-wildcard": "the signature is for a Resource with a *",
  "other-host": ({ signed, requested }) => `signed for ${quote(signed)}, requested from ${quote(requested)}`,
  "other-scheme": ({ signed, requested }) => `signed for ${signed}, requested with ${requested}`,
  "parameters-added": ({ names }) => `not signed: the parameter ${quote(names.join(", "))}`,
  "parameters-removed": ({ names }) => `not sent: the parameter ${quote(names.join(", "))}`,
  "parameters-reordered": ({ names }) =>
    `the parameters were signed in another order than ${quote(names.join(", "))}`,
  "other-text": ({ position, signed, requested }) =>
    `from character ${position}: signed "${urlQuote(signed)}", requested "${urlQuote(requested)}"`,
};

/** A difference in words. */
export function describeUrlDifference(evidence: UrlDifferenceEvidence): string {
  if (typeof evidence === "string") return urlDifferenceSentences[evidence];
  return (urlDifferenceSentences[evidence.kind] as (evidence: UrlDifferenceEvidence) => string)(evidence);
}
