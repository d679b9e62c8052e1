import { hasDotSegmentInAnyReading } from "./dot-segments.ts";
import { matchesWildcards } from "./wildcard-pattern.ts";

/** A URL, or one reading of a pattern, in its sections. */
interface Sections {
  readonly protocol: string | undefined;
  readonly domain: string;
  readonly path: string;
  readonly query: string | undefined;
}

/**
 * Whether a policy's resource covers a URL in wire form: protocol, domain, path and query are compared each on its own,
 * `*` is any number of characters and `?` is one, and neither reaches into the next section; only a `*` at the very end
 * covers all that follows. Takes time in proportion to the lengths of both.
 *
 * AWS documents two readings of a `?`: the first one starts the query, or each is one character and `\?` starts the
 * query. What either covers is covered. A `?` directly before `*` starts the query in both, so that `/?*` is any query
 * of `/` and not every path. A URL whose path has a dot segment in any reading is covered by no wildcard: `/dir/*` must
 * not cover `/dir/../secret`, which an origin may resolve.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a custom policy".
 */
export function resourceCovers(resource: string, href: string): boolean {
  return resourceMatcher(resource)(href);
}

/** {@link resourceCovers} for one resource and many URLs. */
export function resourceMatcher(resource: string): (href: string) => boolean {
  const readings = resourceReadings(resource);
  return (href) => readings.some((covers) => covers(href));
}

/** What each documented reading of a resource covers: one of them, or two that differ. */
export function resourceReadings(resource: string): readonly ((href: string) => boolean)[] {
  if (folderPattern.test(resource)) {
    const folder = resource.slice(0, -1);
    return [(href) => href === resource || (href.startsWith(folder) && !hasDots(href))];
  }
  return queryStarts(resource).map((start) => {
    const pattern = sectionsAt(resource, start);
    return (href) =>
      href === resource ||
      (!hasDots(href) && (resource === "*" || covers(pattern, sectionsAt(href, href.indexOf("?")))));
  });
}

/** Only one *, at the end, as most policies have it: this needs no search. */
const folderPattern = /^\w+:\/\/[^*?]*\*$/;

/** Where the query of a pattern starts by each reading; -1 where it has none. */
function queryStarts(resource: string): readonly number[] {
  const { domain, rest } = sections(resource);
  const atDomain = resource.length - rest.length - domain.length;
  const find = (start: RegExp, from: number): number => {
    const at = resource.slice(from).search(start);
    return at < 0 ? at : from + at;
  };
  const inDomain = queryInDomain(domain, rest);
  const first = inDomain < 0 ? find(/\\?\?/, atDomain + domain.length) : atDomain + inDomain;
  // grant-id is the parameter of a grant: what denies it reads the query alone.
  const beyondDoubt = find(/\\\?|\?(?=\*|grant-id=)/, atDomain);
  // Who escapes the ? of the query means one character by every other.
  const isEscaped = beyondDoubt >= 0 && resource[beyondDoubt] === "\\";
  return first === beyondDoubt || isEscaped ? [beyondDoubt] : [first, beyondDoubt];
}

/** A domain in which a `?` can be nothing but one character. */
export const plainDomain: RegExp = /^[\w.*?-]+(?::[\d*?]+)?$/;

/** Where the query of a pattern starts in what stands in front of its first `/`; -1 where each `?` there is a wildcard. */
export function queryInDomain(domain: string, rest: string): number {
  if (!plainDomain.test(domain)) return domain.search(/\\?\?/);
  const beforeStar = domain.indexOf("?*");
  // A whole host may stand in front of it, and no path behind it.
  const dot = rest === "" ? domain.search(/[.:]/) : -1;
  const behindHost = dot < 0 ? -1 : domain.indexOf("?", dot);
  return beforeStar < 0 || (behindHost >= 0 && behindHost < beforeStar) ? behindHost : beforeStar;
}

/** The sections of a URL, or of a pattern whose query starts at a place. */
function sectionsAt(text: string, start: number): Sections {
  const { protocol, domain, rest } = sections(start < 0 ? text : text.slice(0, start));
  const query = start < 0 ? undefined : text.slice(start).replace(/^\\?\?/, "");
  return { protocol, domain, path: rest, query };
}

/** Protocol, domain, and all that follows the domain. */
export function sections(text: string): {
  readonly protocol: string | undefined;
  readonly domain: string;
  readonly rest: string;
} {
  const [, protocol, domain = "", rest = ""] = /^(?:([^/]*):\/\/)?([^/]*)(.*)$/s.exec(
    text,
  ) as RegExpExecArray;
  return { protocol, domain, rest };
}

function covers(pattern: Sections, url: Sections): boolean {
  const { protocol, domain, path, query } = pattern;
  // Only a domain that starts with * may lack the protocol, and with it the slash behind a domain that ends
  // otherwise.
  const isBare = protocol === undefined;
  if (url.protocol === undefined || (isBare && !domain.startsWith("*"))) return false;
  if (protocol !== url.protocol && !matchesWildcards(protocol ?? "*", url.protocol)) return false;
  if (domain !== url.domain && !matchesWildcards(domain, url.domain)) return false;
  const isOpen = path === "" ? domain.endsWith("*") : path.endsWith("*");
  // Clients send a / where a URL has no path in front of its query.
  const written = path === "" && (isBare || query !== undefined) ? "/" : path;
  if (!(path === "" && isOpen) && !matchesWildcards(written, url.path)) return false;
  // A * at the end of a pattern without a query covers any query.
  if (query === undefined) return url.query === undefined || isOpen;
  return url.query !== undefined && matchesWildcards(query, url.query);
}

/** Whether the path has a dot segment in any reading. The first test is quick and rules out most URLs. */
function hasDots(href: string): boolean {
  return (
    /\/\.|\\|%(?!20|[89a-f][\da-f])|%(?:c[01]|e0%[89]|f0%8)/i.test(href) &&
    hasDotSegmentInAnyReading(sections(href).rest.split("?", 1)[0] ?? "")
  );
}

/**
 * Whether a resource has one host, or the hosts below a domain of at least two labels that is not that of all
 * distributions.
 */
export function namesHost(resource: string): boolean {
  const [, host = ""] = /^(?:https?|http\*):\/\/([^/]+?)(?::[\d*?]*)?\//.exec(resource) ?? [];
  const end = host.replace(/^.*[*?]/s, "");
  if (end === host) return host !== "";
  const [, domain = ""] = /^[^.]*\.(.*)$/s.exec(end) ?? [];
  return /^(?:[^.]+\.[^.]|localhost$)/.test(domain) && !/(?:^|\.)cloudfront\.net\.?$/i.test(domain);
}
