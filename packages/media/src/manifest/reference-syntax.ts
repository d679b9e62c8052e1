import { longestUrl } from "cloudfront-sign-webcrypto/internals";
import { refuseReference } from "./reference-problem.ts";
import { shownName } from "./shown-name.ts";

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
    refuseReference({ id: "other-scheme", scheme: shownName(reference.slice(0, reference.indexOf(":"))) });
}

// URL parsers drop, move or replace these, each in its own way.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const changedByParsers = /[\0-\x1f\x7f-\x9f\\\u2028\u2029]/;
const halfSurrogate = /[\ud800-\udfff]/u;
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
 * @throws `ERR_URL_INVALID`, `ERR_URL_TOO_LONG`, as a {@link ReferenceFault}.
 */
export function checkSyntax(reference: string): void {
  if (reference.length > longestUrl) refuseReference({ id: "too-long", characters: reference.length });
  if (plainSyntax.test(reference)) return;
  const changed = changedByParsers.exec(reference);
  if (changed) {
    const { 0: character, index: position } = changed;
    if (character === "\\") refuseReference({ id: "backslash", position });
    refuseReference({ id: "control-character", character, position });
  }
  const half = halfSurrogate.exec(reference);
  if (half) refuseReference({ id: "half-surrogate", position: half.index });
  if (reference.trimStart() !== reference) refuseReference({ id: "white-space", side: "start" });
  if (reference.trimEnd() !== reference) refuseReference({ id: "white-space", side: "end" });
  const [address = ""] = reference.split(/[?#]/, 1);
  const scheme = /^(https?):(?!\/\/(?!\/))/i.exec(address)?.[1];
  if (scheme !== undefined) refuseReference({ id: "slashes-after-scheme", scheme: scheme.toLowerCase() });
  if (address.startsWith("///")) refuseReference({ id: "three-slashes" });
  const authority = /^(?:https?:)?\/\/([^/]*)/i.exec(address)?.[1];
  if (authority === undefined) checkFirstSegment(address);
  else checkAuthority(authority);
}

function checkAuthority(authority: string): void {
  if (authority === "") refuseReference({ id: "host-missing" });
  if (authority.includes("@")) refuseReference({ id: "user-name" });
  if (plainAuthority.test(authority)) return;
  const [host = ""] = /^(?:\[[\da-f:.]+\]|[^:]*)/i.exec(authority) ?? [];
  const character = /^\[[^[]+\]$/.test(host) ? undefined : /[^a-z\d._-]/iu.exec(host)?.[0];
  if (character !== undefined) refuseReference({ id: "host-character", character });
  refuseReference(host === "" ? { id: "host-missing" } : { id: "port" });
}

/** Some readers take what is before a colon in the first segment of a relative path for a scheme. */
function checkFirstSegment(address: string): void {
  const [segment = ""] = address.split("/", 1);
  if (segment.includes(":")) refuseReference({ id: "colon-in-first-segment" });
}
