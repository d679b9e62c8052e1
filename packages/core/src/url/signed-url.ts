import { fail } from "../errors.ts";
import { objectKeyCharacter } from "./fragment.ts";
import { longestUrl } from "./limits.ts";
import { namesOfQuery, parameterNames } from "./signing-parameters.ts";
import { refuseUrl } from "./url-problem.ts";
import { type UrlInput, type WireUrl, wireForm } from "./wire-form.ts";

// A parameter whose name begins as a reserved one does. The others need no second look.
const mayHoldReservedName = /[?&][EPSKH]/;

/** The wire form of a URL that is to be signed; throws when its fragment may be part of an object key. */
export function signableUrl(input: UrlInput, option = "url"): WireUrl {
  const url = unsignedUrl(input, option);
  if (url.fragment !== "") {
    const character = objectKeyCharacter(url.fragment.slice(1));
    if (character !== undefined)
      refuseUrl(
        option,
        `has a # with "${character}" after it, so that it may be part of an object key; # starts a fragment, which is never sent: if it belongs to the object key, write %23 or use cloudFrontUrl(origin, key); if it is a fragment, append it to the signed URL`,
      );
  }
  return url;
}

/**
 * The wire form of a URL; throws when one of its own parameters has a name that CloudFront reserves, or when
 * CloudFront would not take it for its length.
 */
export function unsignedUrl(input: UrlInput, option: string): WireUrl {
  const url = wireForm(input, option);
  // Before it is compared with any pattern.
  if (url.href.length > longestUrl)
    fail(
      "ERR_URL_TOO_LONG",
      option,
      `has ${url.href.length} bytes before it is signed; CloudFront takes ${longestUrl}, parameters included: shorten it`,
    );
  checkParameterNames(url.href, option);
  return url;
}

/** Throws for a reserved name in the query of a URL or pattern in wire form, where no letter is escaped. */
export function checkParameterNames(href: string, option: string): void {
  const query = href.indexOf("?");
  if (query < 0 || !mayHoldReservedName.test(href)) return;
  refuseReservedNames(namesOfQuery(href.slice(query + 1)), option);
}

function refuseReservedNames(names: readonly string[], option: string): void {
  if (names.includes("Signature") && names.includes("Key-Pair-Id"))
    fail(
      "ERR_URL_ALREADY_SIGNED",
      option,
      "is signed already: it has the parameters Signature and Key-Pair-Id; sign the URL that it was made from",
    );
  const reserved = names.find((name) => parameterNames.includes(name));
  if (reserved !== undefined)
    fail(
      "ERR_URL_ALREADY_SIGNED",
      option,
      `has the parameter ${reserved}, which CloudFront reserves; leave it out, or rename it`,
    );
}

/**
 * The URL with a query behind its own, and its fragment behind that.
 *
 * @throws `ERR_URL_TOO_LONG` when CloudFront would not take it.
 */
export function appendQuery({ href, fragment }: WireUrl, query: string, option = "url"): string {
  const signed = href + (href.includes("?") ? "&" : "?") + query;
  if (signed.length > longestUrl) refuseLength(signed.length, option);
  return signed + fragment;
}

function refuseLength(length: number, option: string): never {
  return fail(
    "ERR_URL_TOO_LONG",
    option,
    `has ${length} bytes when signed; CloudFront takes ${longestUrl}. Use a P-256 key, a canned policy (only an expiry) or cookies`,
  );
}
