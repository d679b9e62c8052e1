import { fail } from "../errors.ts";
import { resourceCovers, sections } from "../url/resource-match.ts";

/** What a resource and a URL that it does not cover differ in. Never their paths and queries. */
export type ResourceMismatch =
  | { readonly id: "protocol" | "domain"; readonly pattern: string | undefined; readonly url: string }
  | { readonly id: "scheme-missing" | "dot-segment" }
  | { readonly id: "query-not-covered" | "query-missing" | "query" }
  | { readonly id: "folder-below" | "path-continues" | "path" };

/**
 * Throws when a resource in wire form, or that of a ready policy, does not cover a URL in wire form; without
 * one, when it cannot cover any.
 *
 * @throws `ERR_RESOURCE_MISMATCH`
 */
export function checkCoverage(
  resource: string,
  href: string | undefined,
  option: "resource" | "policy",
): void {
  // The resource of most URLs is the URL itself.
  if (resource === href) return;
  if (href === undefined ? !canCoverAny(resource) : !resourceCovers(resource, href))
    refuseCoverage(resource, href, option);
}

function refuseCoverage(resource: string, href: string | undefined, option: "resource" | "policy"): never {
  const subject = option === "policy" ? "its Resource does not cover" : "does not cover";
  return fail(
    "ERR_RESOURCE_MISMATCH",
    option,
    href === undefined
      ? `${subject} any URL: its scheme is missing; start it with https://, or with a *`
      : `${subject} the URL: ${describeMismatch(findMismatch(resource, href))}`,
  );
}

/** A ready policy's resource without a scheme covers nothing, unless it starts with `*`. */
function canCoverAny(resource: string): boolean {
  return /^(\*|http(s|\*)?:\/\/)/.test(resource);
}

/**
 * The first section in which a resource differs from a URL that it does not cover. Sections are replaced by
 * wildcards until it covers, so that there is one rule for what covers.
 */
export function findMismatch(resource: string, href: string): ResourceMismatch {
  const pattern = sections(resource);
  const url = sections(href);
  if (pattern.protocol === undefined && !resource.startsWith("*")) return { id: "scheme-missing" };
  if (!resourceCovers("*", href)) return { id: "dot-segment" };
  const { protocol = "*", domain } = pattern;
  if (!resourceCovers(`${protocol}://${domain}/*`, href)) {
    return resourceCovers(`*://${domain}/*`, href)
      ? { id: "protocol", pattern: shownPattern(protocol, protocolPattern), url: url.protocol ?? "" }
      : { id: "domain", pattern: shownPattern(domain, domainPattern), url: url.domain };
  }
  return findMismatchOfRest(resource, href, `${protocol}://${domain}${pattern.rest.split("?", 1)[0]}`);
}

// A ready policy's Resource can hold anything, so only what is plainly a protocol or a domain is shown.
const protocolPattern = /^(?:https?|http\*|http\?|\*|ftp|s3|rtmp)$/;
const domainPattern = /^[\w.*?-]{1,253}(?::[\d*?]{1,5})?$/;

function shownPattern(pattern: string, plain: RegExp): string | undefined {
  return plain.test(pattern) ? pattern : undefined;
}

function findMismatchOfRest(resource: string, href: string, withoutQuery: string): ResourceMismatch {
  const hasQuery = href.includes("?");
  if (hasQuery && resourceCovers(`${resource}?*`, href)) return { id: "query-not-covered" };
  if (hasQuery && resourceCovers(`${withoutQuery}?*`, href)) return { id: "query" };
  if (!hasQuery && resourceCovers(withoutQuery, href)) return { id: "query-missing" };
  if (resourceCovers(`${resource}/*`, href)) return { id: "folder-below" };
  return resourceCovers(`${resource}*`, href) ? { id: "path-continues" } : { id: "path" };
}

/** The mismatch in words, with what mends it. */
export function describeMismatch(mismatch: ResourceMismatch): string {
  switch (mismatch.id) {
    case "protocol":
      return mismatch.pattern === undefined
        ? `its protocol is none that CloudFront serves, and that of the URL is ${mismatch.url}; write http*:// for both`
        : `its protocol is ${mismatch.pattern}, and that of the URL ${mismatch.url}; write http*:// for both`;
    case "domain":
      return mismatch.pattern === undefined
        ? `its domain is no host name, and that of the URL is ${mismatch.url}; a pattern for it starts with https://${mismatch.url}/`
        : `its domain is ${mismatch.pattern}, and that of the URL ${mismatch.url}; a pattern for it starts with https://${mismatch.url}/`;
    case "scheme-missing":
      return "its scheme is missing; start it with https://, or with a *";
    case "dot-segment":
      return "some servers read a .. in its path, which no wildcard covers; sign the URL without a resource";
    case "query-not-covered":
      return "the URL has a query, and it has none; end it with ?* for any query";
    case "query-missing":
      return "its first ? starts a query, and the URL has none; end it before the ?, and write * for any characters";
    case "query":
      return "the queries differ; end it with ?* for any query";
    case "folder-below":
      return "the path of the URL is below its path; end it with /*";
    case "path-continues":
      return "the path of the URL goes on after its end; end it with *";
    case "path":
      return "its path does not match that of the URL; compare them, capital letters too, or end it with /* after a folder";
  }
}
