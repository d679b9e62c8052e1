import { fail } from "../errors.ts";
import { describeType } from "../options/type-name.ts";
import { sections } from "./resource-match.ts";
import { checkParameterNames } from "./signed-url.ts";
import { characterProblem, checkLength, pathProblem, relativeProblem } from "./url-text.ts";
import { isWireForm, normalEscape, wirePathAndQuery } from "./wire-form.ts";
import { defaultPorts, wireHost } from "./wire-host.ts";

const questionMarkAfterDomain = "has a ? directly after the domain; write the / between them";

function refuseResource(option: string, problem: string): never {
  return fail("ERR_RESOURCE_INVALID", option, problem);
}

/**
 * Brings a resource pattern to wire form, section by section, with its `*` and `?` kept. A URL parser never
 * sees it: to one, a `?` is not a wildcard. What could be read in two ways is an error.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a custom policy".
 */
export function wireResource(resource: string, option = "resource"): string {
  const wired = wirePattern(resource, option);
  checkQuestionMarks(wired, option);
  return wired;
}

/** {@link wireResource} for a resource whose `*` and `?` may be those of one URL, in a canned policy. */
export function wirePattern(resource: string, option: string): string {
  if (resource === "*") return resource;
  if (typeof resource === "string" && isWireForm(resource)) {
    checkParameterNames(resource, option);
    return resource;
  }
  checkPatternText(resource, option);
  const [, scheme, authority = "", rest = ""] = /^(?:([^/?]*):\/\/)?([^/]*)(.*)$/s.exec(
    resource,
  ) as RegExpExecArray;
  // Only a pattern that starts with * may go without a scheme.
  if (scheme === undefined && !resource.startsWith("*")) refuseResource(option, relativeProblem(resource));
  const protocol = scheme?.toLowerCase() ?? "*";
  if (!/^(?:https?|http\*|\*)$/.test(protocol))
    refuseResource(option, "has another scheme; a resource starts with https://, http://, http*:// or *://");
  if (rest === "" && authority.includes("?")) refuseResource(option, questionMarkAfterDomain);
  const host = (/[*?]/.test(authority) ? wireDomain : wireHost)(protocol, authority, option);
  checkPathAndQuery(rest, option);
  return `${protocol}://${host}${rest === "" && !host.endsWith("*") ? "/" : wirePathAndQuery(rest)}`;
}

/** Throws for a URL without a path whose query has a `*`: as a pattern, with the `/` of clients, it matches every path. */
export function checkPathBeforeWildcard(url: unknown): void {
  if (typeof url === "string" && /^[^/]*\/\/[^/?#]*\?[^#]*\*/.test(url))
    refuseResource("url", questionMarkAfterDomain);
}

/**
 * Throws for a pattern whose path or query has a `*` and a `?`, unless `?*` is its end. AWS documents a `?` both as
 * the start of the query and as one character, so that `/a?size=*` would cover `/a/size=1/b`, too. A `?*` at the
 * end covers no more than a `*` does in any reading. Without a `*`, the `?` of a URL's own query covers one character.
 *
 * The same holds in the domain: `https://cdn.example.com?*` would be any query of `/`, or all files. No host of
 * CloudFront is called `cdn`, so `https://cdn?.example.com/*` has one reading.
 *
 * Sources: CloudFront Developer Guide, "Create a signed URL using a custom policy" and "Set signed cookies using
 * a custom policy".
 */
export function checkQuestionMarks(resource: string, option: string, subject = ""): void {
  const { protocol = "", domain, rest } = sections(resource);
  // The text in front of a ? may be a whole domain.
  const isInDomain = [protocol, domain].some((section) => /^[^.*:]*[.*:].*\?/s.test(section));
  if (isInDomain && resource.includes("*"))
    refuseResource(
      option,
      `${subject}has a ? in the domain that starts the query to some readers and is a wildcard to others; write * for it, or / in front of a query`,
    );
  if (rest.includes("*") && /\?(?!\*+$)/.test(rest))
    refuseResource(
      option,
      `${subject}has a ? that starts the query to some readers and is a wildcard to others; end the pattern at this ?, with * or, for any query, with ?*`,
    );
}

function checkPatternText(resource: unknown, option: string): asserts resource is string {
  if (typeof resource !== "string")
    return refuseResource(
      option,
      `expected a pattern such as https://cdn.example.com/videos/*; received ${describeType(resource)}`,
    );
  checkLength(resource, option);
  const problem = characterProblem(resource, resource);
  if (problem !== undefined) refuseResource(option, problem);
  if (resource.includes("#"))
    refuseResource(option, "has a # that starts a fragment, which is never sent; write %23 for it");
}

/** A domain with wildcards cannot be read as a host name, so it has to be written as one. */
function wireDomain(protocol: string, authority: string, option: string): string {
  const domain = authority.toLowerCase();
  const port = `:${defaultPorts[protocol]}`;
  const name = domain.endsWith(port) ? domain.slice(0, -port.length) : domain;
  // Clients leave the default port out, and without it a * before it would stand for every other port, and at the
  // end for every path.
  if (name !== domain && name.endsWith("*"))
    refuseResource(
      option,
      `has the default port ${port} after a domain that ends in *; end the domain with a name, or leave the port out`,
    );
  if (!/^[\w.*?-]+(?::[\d*?]+)?$/.test(authority))
    refuseResource(
      option,
      "has a domain with wildcards and other characters; write letters, digits, - and . (international names in Punycode)",
    );
  return name;
}

/** Throws for what is read in two ways. */
function checkPathAndQuery(rest: string, option: string): void {
  const [path = ""] = rest.split("?", 1);
  const problem = pathProblem(path, rest, true);
  if (problem !== undefined) refuseResource(option, problem);
  if (/^[^?]*\?$/.test(rest))
    refuseResource(
      option,
      "ends with a lone ?, to some readers a wildcard and to others nothing; leave it out, or end with ?* for any query",
    );
  for (const written of rest.match(/%[\da-fA-F]{2}/g) ?? []) {
    const normal = normalEscape(written);
    if (normal !== written)
      refuseResource(option, `has ${written}, which some clients send as ${normal}; write ${normal}`);
  }
  checkParameterNames(rest, option);
}
