import { codePoint, limits } from "cloudfront-sign-webcrypto/internals";
import { Fault, refuseReference, tooLong } from "./fault.ts";
import { shownName } from "./shown-name.ts";
import { splitReference } from "./url-parts.ts";

/**
 * Whether a reference has another scheme than http and https: `skd:`, `data:`, `urn:`. CloudFront serves none
 * of these.
 */
export function hasOtherScheme(reference: string): boolean {
  return /^(?!https?:)[a-z][a-z\d+.-]*:/i.test(reference);
}

/** Throws for a reference with another scheme, where the grant has to cover the reference. */
export function refuseOtherScheme(reference: string): void {
  if (hasOtherScheme(reference))
    refuseReference(
      `has the scheme ${shownName(reference.slice(0, reference.indexOf(":")))}:, which a grant cannot cover; write an https URL that the grant covers`,
    );
}

// URL parsers drop, move or replace these, each in its own way.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const changedByParsers = /[\0-\x1f\x7f-\x9f\\\u2028\u2029\ud800-\udfff]|^\s|\s$/u;
/** Host names in ASCII, addresses, and a port: every reader reads these alike. */
const plainAuthority = /^(?:[a-z\d._-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** A path, or a host with a path, and a query, with nothing to refuse in it: most references. */
const plainSyntax = /^\/{0,2}[\w.-][\w./-]*(?:\?[\w.~=&/-]*)?$/;

/**
 * Throws for references that URL parsers read differently. For each of these, some reader has requested
 * another host than the others.
 *
 * Source: RFC 3986, sections 3.2, 4.2 and 5; WHATWG URL Standard, "URL parsing".
 *
 * @throws `ERR_URL_INVALID`, `ERR_URL_TOO_LONG`, as a {@link Fault}.
 */
export function checkSyntax(reference: string): void {
  if (reference.length > limits.longestUrl) throw new Fault(tooLong);
  if (plainSyntax.test(reference)) return;
  const changed = changedByParsers.exec(reference);
  if (changed)
    refuseReference(
      `has the character ${codePoint(changed[0])} at position ${changed.index}, which URL parsers replace or drop; ${changed[0] === "\\" ? "write / or %5C" : "remove it"}`,
    );
  const { scheme, authority, path } = splitReference(reference);
  if (authority === "" || (scheme !== undefined && authority === undefined))
    refuseReference(
      "does not have exactly two slashes before its host, so players read different hosts; write https:// and the host, or start a path with one slash",
    );
  if (authority?.includes("@"))
    refuseReference("has a user name (an @ before the path), which never reaches CloudFront; remove it");
  if (authority !== undefined && !plainAuthority.test(authority))
    refuseReference(
      "has a host or port that players read differently; write ASCII letters, digits, . and - (other names in Punycode), and a port of digits",
    );
  // Of "a #1.ts", players ask for "a ".
  if (/^[^#]*\s#/.test(reference))
    refuseReference("has a space before a #, which would end its path; write %23 for a # in a file name");
  // Some readers take what is before the colon for a scheme.
  if (authority === undefined && /^[^/]*:/.test(path))
    refuseReference(
      "has a colon in its first path segment, so some players read the part before it as a scheme; write ./ before it",
    );
}
