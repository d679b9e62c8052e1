import { nameQuote, quote, urlQuote } from "../quote.ts";
import type { TextDifference } from "../text-difference.ts";
import type { Sentences } from "./sentences.ts";

/** How a signed URL differs from the requested one. */
export type UrlDifferenceEvidence =
  | "signed-with-wildcard"
  | "signed-without-scheme"
  | "signed-path-alone"
  | OtherHost
  | { readonly kind: "other-scheme"; readonly signed: string; readonly requested: string }
  | { readonly kind: "parameters-added"; readonly names: readonly string[] }
  | { readonly kind: "empty-parameter-added"; readonly separator: "?" | "&" }
  | { readonly kind: "empty-parameter-removed"; readonly separator: "?" | "&" }
  | { readonly kind: "parameters-removed"; readonly names: readonly string[] }
  | { readonly kind: "parameters-changed"; readonly names: readonly string[] }
  | { readonly kind: "parameters-reordered"; readonly names: readonly string[] }
  | { readonly kind: "signing-parameters"; readonly names: readonly string[] }
  | { readonly kind: "folder-added"; readonly folder: string }
  | { readonly kind: "folder-removed"; readonly folder: string }
  | { readonly kind: "other-normal-form"; readonly signed: string; readonly requested: string }
  | { readonly kind: "other-character-encoding"; readonly signed: string; readonly requested: string }
  | TextDifference<"other-text">
  | TextDifference<"signed-html-escaped">;

/** Another host name, and the scheme of the request. */
interface OtherHost {
  readonly kind: "other-host";
  readonly signed: string;
  readonly requested: string;
  readonly scheme: string;
}

export const urlDifferenceSentences: Sentences<UrlDifferenceEvidence> = {
  "signed-with-wildcard": "the signature is for a Resource with a *",
  "signed-without-scheme": "the signature is for a Resource without https://",
  "signed-path-alone": "the signature is for a Resource that is a path alone, without scheme and host name",
  "other-host": ({ signed, requested }) => `signed for ${quote(signed)}, requested from ${quote(requested)}`,
  "other-scheme": ({ signed, requested }) => `signed for ${signed}, requested with ${requested}`,
  "parameters-added": ({ names }) => `not signed: the ${namedParameters(names)}`,
  "empty-parameter-added": ({ separator }) =>
    `not signed: a ${separator} with no parameter behind it, so an empty one`,
  "empty-parameter-removed": ({ separator }) =>
    `not sent: a ${separator} with no parameter behind it, so an empty one`,
  "parameters-removed": ({ names }) => `not sent: the ${namedParameters(names)}`,
  "parameters-changed": ({ names }) =>
    `signed with another value than is sent: the ${namedParameters(names)}`,
  "parameters-reordered": ({ names }) =>
    `the parameters were signed in another order than ${shownNames(names)}`,
  "signing-parameters": ({ names }) => `the signed URL itself has the signing ${namedParameters(names)}`,
  "folder-added": ({ folder }) => `requested with ${quote(folder)} before the signed path`,
  "folder-removed": ({ folder }) => `signed with ${quote(folder)} before the requested path`,
  "other-normal-form": ({ signed, requested }) =>
    `its letters with accents are signed in Unicode's ${signed} and requested in ${requested}`,
  "other-character-encoding": ({ signed, requested }) =>
    `its letters beyond ASCII are escaped in ${signed} where it was signed and in ${requested} in the request`,
  "other-text": ({ position, signed, requested }) =>
    `from character ${position}: signed "${urlQuote(signed)}", requested "${urlQuote(requested)}"`,
  "signed-html-escaped": ({ position, signed, requested }) =>
    `from character ${position}: signed "${urlQuote(signed)}", without HTML escapes "${urlQuote(requested)}"`,
};

function namedParameters(names: readonly string[]): string {
  return `${names.length === 1 ? "parameter" : "parameters"} ${shownNames(names)}`;
}

function shownNames(names: readonly string[]): string {
  return quote(names.map(nameQuote).join(", "));
}

/** A difference in words. */
export function describeUrlDifference(evidence: UrlDifferenceEvidence): string {
  if (typeof evidence === "string") return urlDifferenceSentences[evidence];
  return (urlDifferenceSentences[evidence.kind] as (evidence: UrlDifferenceEvidence) => string)(evidence);
}
