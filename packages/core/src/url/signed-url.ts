import { fail } from "../errors.ts";
import { notText } from "../options/not-text.ts";
import { checkLength } from "./url-text.ts";
import { type UrlInput, type WireUrl, wireForm } from "./wire-form.ts";

/**
 * Names of the parameters that make a request a signed one; as cookies they have `CloudFront-` in front.
 *
 * Source: CloudFront Developer Guide, "Decide to use signed URLs or signed cookies".
 */
export const parameterNames: readonly string[] = [
  "Expires",
  "Policy",
  "Signature",
  "Key-Pair-Id",
  "Hash-Algorithm",
];

/** The names of the parameters in a query, which has no `?`. */
export function namesOfQuery(query: string): string[] {
  return query.split("&").map((pair) => pair.split("=", 1)[0] as string);
}

// A parameter whose name begins as a reserved one does. The others need no second look.
const mayHoldReservedName = /[?&][EPSKH]/;

/**
 * The wire form of a URL that is to be signed; throws when one of its own parameters has a name that CloudFront
 * reserves, or when CloudFront would not take it for its length.
 */
export function urlToSign(input: UrlInput, option = "url"): WireUrl {
  const url = wireForm(input, option);
  // Before it is compared with any pattern.
  checkLength(url.href, option);
  checkParameterNames(url.href, option);
  return url;
}

/** Throws for a reserved name in the query of a URL or pattern in wire form, where no letter is escaped. */
export function checkParameterNames(href: string, option: string): void {
  const query = href.indexOf("?");
  if (query < 0 || !mayHoldReservedName.test(href)) return;
  const reserved = namesOfQuery(href.slice(query + 1)).find((name) => parameterNames.includes(name));
  if (reserved !== undefined)
    fail(
      "ERR_URL_ALREADY_SIGNED",
      option,
      `has the parameter ${reserved}, which CloudFront reserves; sign the URL without it, or rename it`,
    );
}

/**
 * The URL with a query behind its own, and its fragment behind that.
 *
 * @throws `ERR_URL_TOO_LONG` when CloudFront would not take it.
 */
export function appendQuery({ href, fragment }: WireUrl, query: string): string {
  const signed = href + (href.includes("?") ? "&" : "?") + query;
  checkLength(signed, "url");
  return signed + fragment;
}

/** The promise of a signed URL, which throws as text and as JSON. */
export function promisedUrl(promise: Promise<string>): Promise<string> {
  return notText(promise, "url", "is the promise of a signed URL; await it");
}
