import { hasDotSegmentInAnyReading } from "./dot-segments.ts";
import { longestWildcardPart, matchesWildcards } from "./wildcard-pattern.ts";

/**
 * The most `?` that are tried as the start of a pattern's query, from the left. Our own limit: a UUID in
 * wildcards has 32.
 */
const mostQueryStarts = 40;

/** A URL or pattern in its sections. */
interface Sections {
  readonly protocol: string | undefined;
  readonly domain: string;
  /** Path and query, with the `?` between them. */
  readonly rest: string;
}

/**
 * Whether a policy's resource covers a URL in wire form, as CloudFront decides it: protocol, domain, path and
 * query are compared each on its own, `*` is any number of characters and `?` is one, and neither reaches
 * into the next section; only a `*` at the very end covers all that follows. Takes time in proportion to the
 * lengths of both.
 *
 * Whether a `?` of a pattern starts its query or stands for one character is documented both ways; either
 * covers. A URL whose path has a dot segment in any reading is covered by no wildcard: `/dir/*` must not
 * cover `/dir/../secret`, which an origin may resolve.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a custom policy".
 */
export function resourceCovers(resource: string, href: string): boolean {
  if (resource === href) return true;
  if (folderPattern.test(resource)) return folderCovers(resource.slice(0, -1), href);
  if (hasDots(href)) return false;
  if (resource === "*") return true;
  const { protocol, domain, rest } = sections(resource);
  const url = sections(href);
  // Only a domain that starts with * may lack the protocol, and with it the slash behind a domain that ends
  // otherwise.
  const isBare = protocol === undefined;
  if (url.protocol === undefined || (isBare && !domain.startsWith("*"))) return false;
  if (!matchesWildcards(protocol ?? "*", url.protocol) || !matchesWildcards(domain, url.domain)) return false;
  return rest || (isBare && !domain.endsWith("*")) ? restCovers(rest || "/", url.rest) : domain.endsWith("*");
}

/**
 * Whether a resource has more wildcards than are tried, so that it may cover a URL which {@link resourceCovers}
 * denies.
 */
export function exceedsSearch(resource: string): boolean {
  const parts = resource.split("*").slice(1, -1);
  return (
    parts.some((part) => part.length > longestWildcardPart && part.includes("?")) ||
    resource.split("?").length - 1 > mostQueryStarts
  );
}

/** {@link resourceCovers} for one resource and many URLs. */
export function resourceMatcher(resource: string): (href: string) => boolean {
  if (!folderPattern.test(resource)) return (href) => resourceCovers(resource, href);
  const folder = resource.slice(0, -1);
  return (href) => href === resource || folderCovers(folder, href);
}

/** Only one *, at the end, as most policies have it: this needs no search. */
const folderPattern = /^\w+:\/\/[^*?]*\*$/;

function folderCovers(folder: string, href: string): boolean {
  return href.startsWith(folder) && !hasDots(href);
}

export function sections(text: string): Sections {
  const [, protocol, domain = "", rest = ""] = /^(?:([^/]*):\/\/)?([^/]*)(.*)$/s.exec(
    text,
  ) as RegExpExecArray;
  return { protocol, domain, rest };
}

/**
 * Whether the path has a dot segment in any reading. The first test is quick and rules out most URLs.
 */
function hasDots(href: string): boolean {
  return (
    /\/\.|\\|%(?!20|[89a-f][\da-f])/i.test(href) &&
    hasDotSegmentInAnyReading(sections(href).rest.split("?", 1)[0] ?? "")
  );
}

/** Path and query of a pattern against those of a URL. */
function restCovers(pattern: string, text: string): boolean {
  const query = text.indexOf("?");
  const path = query < 0 ? text : text.slice(0, query);
  // No ? of the pattern starts its query: it covers a URL without one, or ends with a * that covers any.
  if ((query < 0 || pattern.endsWith("*")) && matchesWildcards(pattern, path)) return true;
  if (query < 0) return false;
  const search = text.slice(query + 1);
  let tried = 0;
  for (let at = pattern.indexOf("?"); at >= 0 && tried < mostQueryStarts; at = pattern.indexOf("?", at + 1)) {
    const halves = [
      () => matchesWildcards(pattern.slice(0, at), path),
      () => matchesWildcards(pattern.slice(at + 1), search),
    ];
    // The shorter text first: if it does not match, the longer one is not searched.
    if ((path.length < search.length ? halves : halves.reverse()).every((fits) => fits())) return true;
    tried++;
  }
  return false;
}
