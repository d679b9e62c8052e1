import { longestUrl } from "../url/limits.ts";
import { refuse } from "./reference-fault.ts";

/**
 * A reference with another scheme than http and https: `skd:`, `data:`, `urn:`. CloudFront serves none of
 * these.
 */
export function hasOtherScheme(reference: string): boolean {
  return /^(?!https?:)[a-z][a-z\d+.-]*:/i.test(reference);
}

// URL parsers drop, move or replace these, each its own.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const changedByParsers = /[\0-\x1f\x7f-\x9f\\\u2028\u2029]/;
const halfPair = /[\ud800-\udfff]/u;
/** Host names in ASCII, addresses, and a port: what every reader reads alike. */
const plainAuthority = /^(?:[a-z\d._-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Throws for what readers of URLs read in different ways. Each of these has sent a request, in some reader,
 * to another host than in others.
 *
 * Source: RFC 3986, sections 3.2, 4.2 and 5; WHATWG URL Standard, "URL parsing".
 *
 * @throws `ERR_URL_INVALID`, `ERR_URL_TOO_LONG`, as faults.
 */
export function checkSyntax(reference: string): void {
  if (reference.length > longestUrl)
    refuse(
      "ERR_URL_TOO_LONG",
      `has ${reference.length} characters; CloudFront takes URLs of ${longestUrl} bytes, parameters included: shorten it`,
    );
  const changed = changedByParsers.exec(reference)?.[0];
  if (changed === "\\")
    refuse("ERR_URL_INVALID", "has a backslash, which browsers read as a slash; write / or %5C");
  if (changed !== undefined)
    refuse(
      "ERR_URL_INVALID",
      `has the control character ${codePoint(changed)}, which URL parsers drop; remove it`,
    );
  if (halfPair.test(reference))
    refuse("ERR_URL_INVALID", "has half a surrogate pair, which is no character; remove it");
  if (reference.trim() !== reference)
    refuse("ERR_URL_INVALID", "has white space around it, which some readers cut off; remove it");
  const [address = ""] = reference.split(/[?#]/, 1);
  if (/^https?:(?!\/\/(?!\/))/i.test(address))
    refuse(
      "ERR_URL_INVALID",
      "does not have exactly two slashes behind http: or https:; readers find different hosts in it",
    );
  if (address.startsWith("///"))
    refuse(
      "ERR_URL_INVALID",
      "starts with three slashes, which browsers read as two; write one for a path, two for a host",
    );
  const authority = /^(?:https?:)?\/\/([^/]*)/i.exec(address)?.[1];
  if (authority === undefined) checkFirstSegment(address);
  else checkAuthority(authority);
}

function checkAuthority(authority: string): void {
  if (authority === "")
    refuse("ERR_URL_INVALID", "has no host behind its two slashes; write the host, or one slash for a path");
  if (authority.includes("@"))
    refuse("ERR_URL_INVALID", "has a user name (an @ before the path), which clients drop; remove it");
  if (!plainAuthority.test(authority))
    refuse(
      "ERR_URL_INVALID",
      "has a host with other characters than letters, digits, . and -, or a wrong port; write IDNs in Punycode",
    );
}

/** A colon in the first segment of a relative path makes it a scheme, for some readers and not for others. */
function checkFirstSegment(address: string): void {
  const [segment = ""] = address.split("/", 1);
  if (segment.includes(":"))
    refuse(
      "ERR_URL_INVALID",
      "has a colon in its first segment, which some readers take for a scheme; write ./ before it",
    );
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}`;
}
