import { fail } from "../errors.ts";
import { resourceCovers, sections } from "../url/resource-match.ts";

/**
 * Throws when a resource in wire form, or that of a ready policy, does not cover a URL in wire form.
 *
 * @throws `ERR_RESOURCE_MISMATCH`
 */
export function checkCoverage(resource: string, href: string, option: "resource" | "policy"): void {
  // The resource of most URLs is the URL itself.
  if (resource === href || resourceCovers(resource, href)) return;
  const subject = option === "policy" ? "its Resource " : "";
  fail("ERR_RESOURCE_MISMATCH", option, `${subject}does not cover the URL: ${describeMismatch(href)}`);
}

/**
 * A URL in wire form as the resource of its own policy. Throws for a `*` in its path: a policy has no other sign for
 * it than the wildcard, and whoever gets the signature of a canned one can send it with a custom policy of these bytes.
 */
export function exactResource(href: string): string {
  const [beforeQuery = ""] = href.split("?", 1);
  if (beforeQuery.includes("*"))
    fail(
      "ERR_RESOURCE_INVALID",
      "url",
      "has a * in its path, which also covers other URLs; write %2A for a literal *, or pass the pattern as resource",
    );
  return href;
}

/** What mends a resource that does not cover a URL. Shows no path and no query, and nothing of the resource. */
export function describeMismatch(href: string): string {
  if (!resourceCovers("*", href))
    return "some servers read a .. in its path, which no wildcard covers; sign the URL without a resource";
  const { protocol, domain } = sections(href);
  return `protocol, domain, path and query must each match; a pattern for this URL is ${protocol}://${domain}/FOLDER/*, with the URL's own folder`;
}
