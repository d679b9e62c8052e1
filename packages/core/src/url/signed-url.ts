import { fail } from "../errors.ts";
import { longestUrl } from "./limits.ts";
import { parameterNames } from "./signing-parameters.ts";
import { type UrlInput, type WireUrl, wireForm } from "./wire-form.ts";

// A parameter whose name begins as a reserved one does. All others are not looked at twice.
const isSuspect = /[?&][EPSKH]/;

/**
 * The wire form of a URL that is to be signed; throws when one of its own parameters has a name that
 * CloudFront reserves.
 */
export function signableUrl(input: UrlInput, option = "url"): WireUrl {
  const url = wireForm(input, option);
  // Before it is compared with any pattern.
  checkLength(url.href, "before it is signed", option);
  checkParameterNames(url.href, option);
  return url;
}

/** Throws for a reserved name in the query of a URL or pattern in wire form, where no letter is escaped. */
export function checkParameterNames(href: string, option: string): void {
  const query = href.indexOf("?");
  for (const pair of query > 0 && isSuspect.test(href) ? href.slice(query + 1).split("&") : []) {
    const [name = ""] = pair.split("=", 1);
    if (parameterNames.includes(name))
      fail(
        "ERR_URL_ALREADY_SIGNED",
        option,
        `has the parameter ${name}, which CloudFront reserves; leave it out, or rename it`,
      );
  }
}

/**
 * The URL with a query behind its own, and its fragment behind that.
 *
 * @throws `ERR_URL_TOO_LONG` when CloudFront would not take it.
 */
export function appendQuery({ href, fragment }: WireUrl, query: string, option = "url"): string {
  const signed = href + (href.includes("?") ? "&" : "?") + query;
  checkLength(signed, "when signed", option);
  return signed + fragment;
}

function checkLength(href: string, when: string, option: string): void {
  if (href.length > longestUrl) {
    fail(
      "ERR_URL_TOO_LONG",
      option,
      `has ${href.length} bytes ${when}; CloudFront takes ${longestUrl}. Use a P-256 key, a canned policy (only an expiry) or cookies`,
    );
  }
}
