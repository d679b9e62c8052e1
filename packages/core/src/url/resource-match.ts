import { hasDotSegmentInAnyReading } from "./dot-segments.ts";
import { matchesWildcards } from "./wildcard-pattern.ts";

/** A URL or pattern in its sections. */
interface Sections {
  readonly protocol: string | undefined;
  readonly domain: string;
  /** Path and query, with the `?` between them. */
  readonly rest: string;
}

/**
 * Whether a policy's resource covers a URL in wire form, as CloudFront decides it: protocol, domain, path and query
 * are compared each on its own, `*` is any number of characters and `?` is one, and neither reaches into the next
 * section; only a `*` at the very end covers all that follows. Takes time in proportion to the lengths of both.
 *
 * The first `?` behind the domain starts the query of a pattern. AWS also documents `?` as one character of a path:
 * what only that reading covers is not covered here. A URL whose path has a dot segment in any reading is covered by
 * no wildcard: `/dir/*` must not cover `/dir/../secret`, which an origin may resolve.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a custom policy".
 */
export function resourceCovers(resource: string, href: string): boolean {
  return resourceMatcher(resource)(href);
}

/** {@link resourceCovers} for one resource and many URLs. */
export function resourceMatcher(resource: string): (href: string) => boolean {
  if (folderPattern.test(resource)) {
    const folder = resource.slice(0, -1);
    return (href) => href === resource || (href.startsWith(folder) && !hasDots(href));
  }
  const pattern = sections(resource);
  return (href) =>
    href === resource || (!hasDots(href) && (resource === "*" || sectionsCover(pattern, sections(href))));
}

/** Only one *, at the end, as most policies have it: this needs no search. */
const folderPattern = /^\w+:\/\/[^*?]*\*$/;

function sectionsCover({ protocol, domain, rest }: Sections, url: Sections): boolean {
  // Only a domain that starts with * may lack the protocol, and with it the slash behind a domain that ends
  // otherwise.
  const isBare = protocol === undefined;
  if (url.protocol === undefined || (isBare && !domain.startsWith("*"))) return false;
  if (protocol !== url.protocol && !matchesWildcards(protocol ?? "*", url.protocol)) return false;
  if (domain !== url.domain && !matchesWildcards(domain, url.domain)) return false;
  return rest || (isBare && !domain.endsWith("*")) ? restCovers(rest || "/", url.rest) : domain.endsWith("*");
}

export function sections(text: string): Sections {
  const [, protocol, domain = "", rest = ""] = /^(?:([^/]*):\/\/)?([^/]*)(.*)$/s.exec(
    text,
  ) as RegExpExecArray;
  return { protocol, domain, rest };
}

/** Whether the path has a dot segment in any reading. The first test is quick and rules out most URLs. */
function hasDots(href: string): boolean {
  return (
    /\/\.|\\|%(?!20|[89a-f][\da-f])|%(?:c[01]|e0%[89]|f0%8)/i.test(href) &&
    hasDotSegmentInAnyReading(sections(href).rest.split("?", 1)[0] ?? "")
  );
}

/** Path and query of a pattern against those of a URL. */
function restCovers(pattern: string, text: string): boolean {
  const [path, query] = pathAndQuery(text);
  const [pathPattern, queryPattern] = pathAndQuery(pattern);
  // A * at the end of a pattern without a query covers any query.
  if (queryPattern === undefined)
    return (query === undefined || pattern.endsWith("*")) && matchesWildcards(pattern, path);
  return query !== undefined && matchesWildcards(pathPattern, path) && matchesWildcards(queryPattern, query);
}

function pathAndQuery(rest: string): [path: string, query: string | undefined] {
  const at = rest.indexOf("?");
  return at < 0 ? [rest, undefined] : [rest.slice(0, at), rest.slice(at + 1)];
}

/**
 * Whether a resource has one host, or the hosts of a domain that one owner has: not those of a registry (`*.com`, and by
 * their form `*.co.uk` and `*.com.au`) or of all distributions.
 */
export function namesHost(resource: string): boolean {
  const [, host = ""] = /^(?:https?|http\*):\/\/([^/]+?)(?::[\d*?]*)?\//.exec(resource) ?? [];
  const end = host.replace(/^.*[*?]/s, "");
  if (end === host) return host !== "";
  const [, domain = ""] = /^[^.]*\.(.*)$/s.exec(end) ?? [];
  return (
    /^(?:[^.]+\.[^.]|localhost$)/.test(domain) && !isRegistry(domain) && !/\.cloudfront\.net\.?$/i.test(end)
  );
}

/** Whether a domain has the form of one below which a registry sells names, such as `co.uk` and `com.au`. */
export function isRegistry(domain: string): boolean {
  return /^(?:ac|com?|edu|gov|net|org)\.[a-z]{2}\.?$/i.test(domain);
}
