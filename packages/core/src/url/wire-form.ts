import { longestHost, longestUrl } from "../limits.ts";
import { memberOf } from "../options/read-properties.ts";
import { checkUrlText, pathProblem, refuseUrl } from "./url-text.ts";
import { wireHost } from "./wire-host.ts";

/** A URL as text, or any object with an `href` (`URL`, `Location`). */
export type UrlInput =
  | string
  | {
      /** The URL as text. */
      readonly href: string;
    };

/** A URL in the form that no client rewrites any further. */
export interface WireUrl {
  /** What a client asks CloudFront for; no fragment. */
  readonly href: string;
  /** `#` and what follows it, or nothing. Never sent, never signed. */
  readonly fragment: string;
}

// In wire form already: a plain host name in lower case, no port, no escape but of letters that are not
// ASCII, no segment that starts with a dot, no ? at the end. A URL that does not match is not wrong, it is read
// piece by piece.
const wireFormPattern =
  /^https?:\/\/(?!.*(?:\/\.|amazonaws|\?$))(?:[a-z\d]+[.-])+[a-z]+\/[\w!$&()*+,;=:@.~/?-]*(?:%[89A-F][\dA-F][\w!$&()*+,;=:@.~/?-]*)*$/;

/** Whether a URL, or a pattern with wildcards in its path or query, is in wire form for sure. */
export function isWireForm(text: string): boolean {
  return text.length <= longestUrl && wireFormPattern.test(text) && text.indexOf("/", 8) <= longestHost;
}

// Scheme, authority, path, query and fragment (RFC 3986, appendix B). A ? with nothing behind it is not a query.
const components = /^(https?):\/\/([^/?#]*)([^?#]*)(\?[^#]+)?\??(#.*)?$/is;

/**
 * Brings a URL, once, to the string that every client sends, and its fragment, which clients keep: this string is
 * signed, and this string is returned.
 *
 * Wire form has the host in lower case without the scheme's default port, escapes in upper case and no
 * escaped unreserved character (RFC 3986, section 6.2.2), and every other character percent-encoded that some
 * client might still rewrite. `+`, `~`, `(`, a bare `?flag` and an empty `&&` stay as they are; a `?` with
 * nothing behind it is dropped. Segments `.` and `..` are refused: clients resolve them in different ways.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a canned policy" (the resource is compared
 * as it was requested).
 */
export function wireForm(input: UrlInput, option: string): WireUrl {
  const href = typeof input === "string" ? input : memberOf(input, "href");
  const given: unknown = typeof href === "string" ? href : input;
  if (typeof given === "string" && isWireForm(given)) return { href: given, fragment: "" };
  const text = checkUrlText(given, option);
  const [, scheme = "", authority = "", path = "", query = "", fragment = ""] = components.exec(
    text,
  ) as RegExpExecArray;
  const problem = pathProblem(path);
  if (problem !== undefined) refuseUrl(option, problem);
  const protocol = scheme.toLowerCase();
  return {
    href: `${protocol}://${wireHost(protocol, authority, option)}${wirePathAndQuery((path || "/") + query)}`,
    fragment: fragment && `#${encodeRest(fragment.slice(1), (escaped) => escaped)}`,
  };
}

/** Encodes what RFC 3986 allows behind the host only escaped, or not at all, and rewrites each escape. */
function encodeRest(text: string, rewriteEscape: (escaped: string) => string): string {
  return text.replace(/%[\da-fA-F]{2}|%|[^\w!$&'()*+,;=:@.~/?%-]+/g, (found) =>
    /^%../.test(found) ? rewriteEscape(found) : encodeURIComponent(found),
  );
}

/** A path with a query, also those of a pattern, in wire form. Browsers escape `'` in queries only. */
export function wirePathAndQuery(text: string): string {
  const wire = encodeRest(text, normalEscape);
  const query = wire.indexOf("?");
  return query < 0 ? wire : wire.slice(0, query) + wire.slice(query).replace(/'/g, "%27");
}

/** An escape as RFC 3986 section 6.2.2 normalizes it: in upper case, or the unreserved character that it stands for. */
function normalEscape(escaped: string): string {
  const code = Number.parseInt(escaped.slice(1), 16);
  const character = String.fromCharCode(code);
  return code < 0x80 && /[\w.~-]/.test(character) ? character : escaped.toUpperCase();
}
