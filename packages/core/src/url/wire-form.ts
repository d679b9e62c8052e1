import { fail } from "../errors.ts";

/** A URL as text, or any object with an `href` (`URL`, `Location`). */
export type UrlInput = string | { readonly href: string };

/** A URL in the form that no client rewrites any further. */
export interface WireUrl {
  /** What a client asks CloudFront for; no fragment. */
  readonly href: string;
  /** `#` and what follows it, or nothing. Never sent, never signed. */
  readonly fragment: string;
}

// Told by one look to be in wire form already: plain host name in lower case, no port, no escape, no segment that starts with a dot, no
// lone ? at the end.
// Whatever fails here is not wrong, it takes the long way.
const isPlain = /^https?:\/\/(?!.*(?:\/\.|amazonaws|\?$))(?:[a-z\d]+[.-])+[a-z]+\/[\w!$&()*+,;=:@.~/?-]*$/;

// Neither allowed in a path or query by RFC 3986, nor an escape.
const unsafe = /%(?![\dA-F]{2})|[^\w!$&'()*+,;=:@.~/?%-]+/gi;

/** Percent-encodes what some client might still rewrite; text of a query needs its `'` encoded too. */
export function escapeUnsafe(text: string): string {
  const query = text.indexOf("?");
  return (query < 0 ? text : text.slice(0, query) + text.slice(query).replace(/'/g, "%27")).replace(unsafe, encodeURIComponent);
}

// A URL parser removes, moves or replaces these without a word; the last is half a surrogate pair.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const changedByClients = /[\0-\x1f\x7f]|^(?!https?:\/\/[^/?#])| $|^[^?#]*\\|^[^/]*\/\/[^/?#]*@|[\ud800-\udfff]/iu;

/**
 * Brings a URL, once, to the string that every client sends: this string is signed, and this string is returned.
 *
 * Wire form is the WHATWG URL serialisation with every character percent-encoded that some client might still rewrite.
 * Existing escapes keep their case; `+`, `~`, `(`, a bare `?flag` and an empty `&&` stay as they are; a lone `?` is dropped.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a canned policy" (the resource is compared as it was requested).
 */
export function wireForm(input: UrlInput, option: string): WireUrl {
  const text: unknown = typeof input === "string" ? input : Object(input).href;
  let href = typeof text === "string" ? text : "";
  let fragment = "";
  if (!isPlain.test(href)) {
    try {
      href = changedByClients.test(href) ? "" : new URL(href).href;
    } catch {
      href = "";
    }
    const [, origin, path = "", query = "", hash = ""] =
      /^(https?:\/\/[\w.:[\]-]+)(\/[^?#]*)(\?[^#]+)?\??(#.*)?$/.exec(href) ??
      fail(
        "ERR_URL_INVALID",
        option,
        "expected an absolute http or https URL, without control character, outer space, backslash, user name",
      );
    href = origin + escapeUnsafe(path + query);
    fragment = hash && `#${hash.slice(1).replace(unsafe, encodeURIComponent)}`;
    if (/^\w+:\/\/([^/]*\.)?s3[.-][^/]*amazonaws\.com/.test(href)) {
      fail("ERR_URL_INVALID", option, "is an S3 address; sign the one of cloudfront.net");
    }
  }
  return { href, fragment };
}
