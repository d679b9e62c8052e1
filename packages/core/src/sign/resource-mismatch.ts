import { fail } from "../errors.ts";
import { resourceCovers, sections } from "../url/resource-match.ts";

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
      ? `${subject} any URL: ${schemeMissing}`
      : `${subject} the URL: ${describeMismatch(resource, href)}`,
  );
}

/** A ready policy's resource without a scheme covers nothing, unless it starts with `*`. */
function canCoverAny(resource: string): boolean {
  return /^(\*|http(s|\*)?:\/\/)/.test(resource);
}

const schemeMissing = "its scheme is missing; start it with https://, or with a *";

/**
 * The first section in which a resource differs from a URL that it does not cover, and what mends it. Never shows their
 * paths and queries. Sections are replaced by wildcards until it covers, so that there is one rule for what covers.
 */
export function describeMismatch(resource: string, href: string): string {
  const pattern = sections(resource);
  const url = sections(href);
  if (pattern.protocol === undefined && !resource.startsWith("*")) return schemeMissing;
  if (!resourceCovers("*", href))
    return "some servers read a .. in its path, which no wildcard covers; sign the URL without a resource";
  const { protocol = "*", domain } = pattern;
  if (!resourceCovers(`${protocol}://${domain}/*`, href)) {
    return resourceCovers(`*://${domain}/*`, href)
      ? describeProtocols(protocol, url.protocol ?? "")
      : describeDomains(domain, url.domain);
  }
  return describeMismatchOfRest(resource, href, `${protocol}://${domain}${pattern.rest.split("?", 1)[0]}`);
}

// A ready policy's Resource can hold anything, so only what is plainly a protocol or a domain is shown.
const protocolPattern = /^(?:https?|http\*|http\?|\*|ftp|s3|rtmp)$/;
const domainPattern = /^[\w.*?-]{1,253}(?::[\d*?]{1,5})?$/;

function describeProtocols(pattern: string, protocol: string): string {
  return protocolPattern.test(pattern)
    ? `its protocol is ${pattern}, and that of the URL ${protocol}; write http*:// for both`
    : `its protocol is none that CloudFront serves, and that of the URL is ${protocol}; write http*:// for both`;
}

function describeDomains(pattern: string, domain: string): string {
  return domainPattern.test(pattern)
    ? `its domain is ${pattern}, and that of the URL ${domain}; a pattern for it starts with https://${domain}/`
    : `its domain is no host name, and that of the URL is ${domain}; a pattern for it starts with https://${domain}/`;
}

function describeMismatchOfRest(resource: string, href: string, withoutQuery: string): string {
  const hasQuery = href.includes("?");
  if (hasQuery && resourceCovers(`${resource}?*`, href))
    return "the URL has a query, and it has none; end it with ?* for any query";
  if (hasQuery && resourceCovers(`${withoutQuery}?*`, href))
    return "the queries differ; end it with ?* for any query";
  if (!hasQuery && resourceCovers(withoutQuery, href))
    return "its first ? starts a query, and the URL has none; end it before the ?, and write * for any characters";
  if (resourceCovers(`${resource}/*`, href)) return "the path of the URL is below its path; end it with /*";
  return resourceCovers(`${resource}*`, href)
    ? "the path of the URL goes on after its end; end it with *"
    : "its path does not match that of the URL; compare them, capital letters too, or end it with /* after a folder";
}
