import { fail } from "../errors.ts";
import { namesHost, resourceCovers, sections } from "../url/resource-match.ts";
import { wireResource } from "../url/resource-pattern.ts";

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
  // A ready policy's resource without a scheme covers nothing, unless it starts with *.
  if (href === undefined && /^(\*|http(s|\*)?:\/\/)/.test(resource)) return;
  const problem =
    href === undefined
      ? "covers no URL, because its scheme is missing; start it with https://"
      : `does not cover the URL: ${describeMismatch(href)}`;
  fail("ERR_RESOURCE_MISMATCH", option, option === "policy" ? `its Resource ${problem}` : problem);
}

/**
 * A resource in wire form. Throws for one that opens other hosts, for a number that a * makes longer, and for a folder
 * whose name has a * or is nothing (as a variable that was not set may leave it). As the resource of cookies or a grant,
 * also for a folder or playlist alone, and for // after the host. `givePolicy` is the step for those who mean it.
 */
export function readResource(
  given: unknown,
  href?: string,
  option = "resource",
  givePolicy = "give a ready policy",
): string {
  const resource = wireResource(given as string, option);
  const { domain, rest } = sections(resource);
  let problem: string | undefined;
  // One path of every host is that of all tenants.
  if ((/[^*?.:\d]/.test(domain) || !/[^/*?]/.test(rest)) && !namesHost(`https://${domain}/`))
    problem = `its domain ${domain} covers hosts that are not yours, too; write one host name, or *. and your domain for all of its hosts`;
  else if (href === undefined && /^[^*?]*(?:\/|\.m3u8|\.mpd)$/.test(rest))
    problem = "covers only that address, and nothing else of its folder; write /* after the folder";
  else if (href === undefined && rest.startsWith("//"))
    problem = "its path starts with //, as after an origin that ends with /; write one /";
  else if (/\/(?:|[^/*]*\*[^/]*)\/\*$|\/\d+\*$/.test(rest))
    problem =
      "its last folder has no whole name, so that it covers others, too, as 1* covers 10; write the name and /* after it";
  return problem === undefined
    ? resource
    : fail("ERR_RESOURCE_INVALID", option, `${problem}, or ${givePolicy} if that is meant`);
}

/** What mends a resource that does not cover a URL. Shows no path and no query, and nothing of the resource. */
export function describeMismatch(href: string): string {
  if (!resourceCovers("*", href))
    return "some servers read a .. in its path, which no wildcard covers; sign the URL without a resource";
  const { protocol, domain } = sections(href);
  return `protocol, domain, path and query must each match; a pattern for this URL is ${protocol}://${domain}/FOLDER/*, with the URL's own folder`;
}

/** A URL in wire form as the resource of its own policy. */
export function exactResource(href: string): string {
  if (href.includes("*"))
    fail(
      "ERR_RESOURCE_INVALID",
      "url",
      "has a wildcard; write %2A for a real *, or give the option resource",
    );
  return href;
}
