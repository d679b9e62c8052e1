import type { UrlInput } from "cloudfront-sign-webcrypto";
import {
  limits,
  memberOf,
  namesOfQuery,
  parameterNames,
  resourceReadings,
  wirePathAndQuery,
} from "cloudfront-sign-webcrypto/internals";

/** Signs requests with one grant. */
export interface RequestSigner {
  /**
   * An absolute URL as it is to be requested, with the parameters of the grant instead of older ones; `undefined` when
   * the grant does not cover it, or CloudFront would not take it for its length.
   */
  sign(href: string): string | undefined;
}

// A host as a URL parser writes it. React Native's keeps a backslash, where Android takes the host to end.
const sections = /^(https?:\/\/[\w.:[\]-]+)(?![^/?#])([^?#]*)(?:\?([^#]*))?(#.*)?$/is;

export function requestSigner(resource: string, query: string | undefined): RequestSigner {
  const readings = resourceReadings(resource);
  const replaced = [...parameterNames, ...namesOfQuery(query ?? "")];
  return {
    sign(href) {
      const [, origin = "", path = "", search = "", fragment = ""] = sections.exec(href) ?? [];
      const own = search.split("&").filter((pair) => !replaced.includes(pair.split("=", 1)[0] as string));
      const ownQuery = own.join("&");
      const wire = origin + wirePathAndQuery((path || "/") + (ownQuery && `?${ownQuery}`));
      if (wire.length > limits.longestUrl || !readings.some((covers) => covers(wire))) return undefined;
      if (query === undefined) return href;
      const signed = `${wire}${ownQuery ? "&" : "?"}${query}`;
      return signed.length <= limits.longestUrl ? signed + fragment : undefined;
    },
  };
}

// What a URL parser changes nothing in but characters to escape: a plain host, no dot segment, no lone surrogate.
const settledUrl =
  /^https?:\/\/(?!xn--|.*\.xn--)(?:[a-z\d-]+\.)+[a-z]+(?=\/)(?!.*(?:\/\.|\/%2[eE]|[\\\s\ud800-\udfff]))/u;

const loneSurrogates = /[\ud800-\udfff]/gu;

/** The text of a URL. */
export function hrefOf(url: UrlInput): string {
  return typeof url === "string" ? url : url.href;
}

/** The absolute URL that the page asks for; empty for what is not a URL, which no grant covers. */
export function absoluteHref(input: UrlInput): string {
  const text = typeof input === "string" ? input : memberOf(input, "href");
  if (typeof text !== "string") return "";
  // Without React Native's URL, which appends a slash to a path.
  if (settledUrl.test(text)) return text;
  const page = globalThis as { document?: { baseURI?: string }; location?: { href?: string } };
  try {
    const base = page.document?.baseURI ?? page.location?.href;
    // Parsers write U+FFFD for them. React Native's leaves them, and they cannot be escaped.
    return new URL(text.replace(loneSurrogates, "\ufffd"), base).href;
  } catch {
    return "";
  }
}

/** Whether a browser may hide a response to the page for its lack of CORS headers, as if the network had failed. */
export function isOfOtherOrigin(url: UrlInput): boolean {
  const { location } = globalThis as { location?: { readonly origin: string } };
  const href = location && absoluteHref(url);
  return !!href && !href.startsWith(`${location.origin}/`);
}
