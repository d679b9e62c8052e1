import { fail } from "../errors.ts";
import { kindOf } from "../options/read-options.ts";
import { checkSegments } from "./dot-segments.ts";
import { longestUrl } from "./limits.ts";
import { checkParameterNames } from "./signed-url.ts";
import { checkCharacters, type Refuse, refuseUrl } from "./url-text.ts";
import { normalEscape, wirePathAndQuery } from "./wire-form.ts";
import { defaultPorts, wireHost } from "./wire-host.ts";

/**
 * Brings a resource pattern to wire form, section by section, with its `*` and `?` kept. A URL parser never
 * sees it: to one, a `?` is no wildcard. What could be read in two ways is an error.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a custom policy".
 */
export function wireResource(resource: string, option = "resource"): string {
  if (resource === "*") return resource;
  const refuse: Refuse = (message) => fail("ERR_RESOURCE_INVALID", option, message);
  checkPatternText(resource, option, refuse);
  const [, scheme, authority = "", rest = ""] = /^(?:([^/?]*):\/\/)?([^/]*)(.*)$/s.exec(
    resource,
  ) as RegExpExecArray;
  if (scheme === undefined && !resource.startsWith("*"))
    refuse(`the scheme is missing; expected a pattern such as ${example}`);
  const protocol = scheme?.toLowerCase() ?? "*";
  if (!/^(?:https?|http\*|\*)$/.test(protocol)) refuse("has a scheme other than http, https, http* and *");
  if (rest === "" && authority.includes("?"))
    refuse("has a ? right behind the domain; write the / between them");
  const host = /[*?]/.test(authority)
    ? wireDomain(protocol, authority, refuse)
    : wireHost(protocol, authority, refuseUrl(option));
  checkRest(rest, refuse);
  checkParameterNames(rest, option);
  return `${protocol}://${host}${rest === "" && !host.endsWith("*") ? "/" : wirePathAndQuery(rest)}`;
}

function checkPatternText(resource: unknown, option: string, refuse: Refuse): asserts resource is string {
  if (typeof resource !== "string")
    return refuse(`expected a pattern such as ${example}; received ${kindOf(resource)}`);
  if (resource.length > longestUrl) {
    fail(
      "ERR_URL_TOO_LONG",
      option,
      `has ${resource.length} characters; CloudFront takes URLs of ${longestUrl}. Let a * stand for a part of it`,
    );
  }
  checkCharacters(resource, refuse);
  if (resource.includes("\\")) refuse("has a backslash; write ? without it, and / between folders");
  if (resource.includes("#"))
    refuse("has a #, which starts a fragment, and fragments are never sent; write %23");
}

const example = "https://cdn.example.com/videos/*";

/** A domain with wildcards cannot be read as a host name, so it has to be written as one. */
function wireDomain(protocol: string, authority: string, refuse: Refuse): string {
  if (!/^[\w.*?-]+(?::[\d*?]+)?$/.test(authority))
    refuse(
      "has a domain with wildcards and characters other than letters, digits, - and .; write it in ASCII",
    );
  const domain = authority.toLowerCase();
  const port = `:${defaultPorts[protocol]}`;
  if (!domain.endsWith(port)) return domain;
  const name = domain.slice(0, -port.length);
  // Clients leave the port out, and without it the * would stand for every other port, and at the end for
  // every path.
  if (name.endsWith("*"))
    refuse(
      `has the default port ${port} behind a domain that ends in *; end the domain with a name, or leave the port out`,
    );
  return name;
}

/** Throws for a path and query that are read in two ways. */
function checkRest(rest: string, refuse: Refuse): void {
  const [path = ""] = rest.split("?", 1);
  checkSegments(path, refuse);
  if (rest.indexOf("?") === rest.length - 1 && rest !== "")
    refuse(
      "ends with a lone ?, to some readers a wildcard and to others nothing; leave it out, or end with ?* for any query",
    );
  for (const escaped of rest.match(/%[\da-fA-F]{2}/g) ?? []) {
    const normal = normalEscape(escaped);
    if (normal !== escaped) refuse(`has ${escaped}, which some clients send as ${normal}; write ${normal}`);
  }
}
