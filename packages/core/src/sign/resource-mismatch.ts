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
  if (resource === href || (href !== undefined && resourceCovers(resource, href))) return;
  const subject = option === "policy" ? "its Resource does not cover" : "does not cover";
  if (href !== undefined)
    fail("ERR_RESOURCE_MISMATCH", option, `${subject} the URL: ${describeMismatch(href)}`);
  // A ready policy's resource without a scheme covers nothing, unless it starts with *.
  if (!/^(\*|http(s|\*)?:\/\/)/.test(resource))
    fail(
      "ERR_RESOURCE_MISMATCH",
      option,
      `${subject} any URL: its scheme is missing; start it with https://, or with a *`,
    );
}

/** What mends a resource that does not cover a URL. Shows no path and no query, and nothing of the resource. */
export function describeMismatch(href: string): string {
  if (!resourceCovers("*", href))
    return "some servers read a .. in its path, which no wildcard covers; sign the URL without a resource";
  const { protocol, domain } = sections(href);
  return `protocol, domain, path and query must each match; a pattern for this URL starts with ${protocol}://${domain}/, and a * at its end covers any path and query`;
}
