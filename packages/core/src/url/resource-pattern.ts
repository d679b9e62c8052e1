import { fail } from "../errors.ts";
import { kindOf } from "../options.ts";
import { hasDotSegment } from "./dot-segments.ts";
import { longestUrl } from "./limits.ts";
import { checkParameterNames } from "./signed-url.ts";
import { checkCharacters } from "./url-text.ts";
import { normalEscape, wirePathAndQuery } from "./wire-form.ts";
import { wireHost } from "./wire-host.ts";

const example = "https://cdn.example.com/videos/*";

/**
 * Brings a resource pattern to wire form, section by section, with its `*` and `?` kept. A URL parser never sees it: to one, a `?` is no
 * wildcard. What could be read in two ways is an error.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a custom policy".
 */
export function wireResource(resource: string, option = "resource"): string {
  if (resource === "*") return resource;
  checkPatternText(resource, option);
  const [, scheme, authority = "", rest] = /^(?:([^/?]*):\/\/)?([^/]*)(\/.*)?$/s.exec(resource) as RegExpExecArray;
  const protocol = checkScheme(scheme, resource, option);
  if (rest === undefined && authority.includes("?")) {
    fail("ERR_RESOURCE_INVALID", option, "has a ? right behind the domain; write the / between them");
  }
  const host = wireDomain(protocol, authority, option);
  if (rest === undefined) return `${protocol}://${host}${host.endsWith("*") ? "" : "/"}`;
  checkRest(rest, option);
  return `${protocol}://${host}${wirePathAndQuery(rest)}`;
}

function checkPatternText(resource: unknown, option: string): asserts resource is string {
  if (typeof resource !== "string") fail("ERR_RESOURCE_INVALID", option, `expected text such as ${example}; received ${kindOf(resource)}`);
  if (resource.length > longestUrl) {
    fail(
      "ERR_URL_TOO_LONG",
      option,
      `has ${resource.length} characters; CloudFront takes URLs of ${longestUrl}. Let a * stand for a part of it`,
    );
  }
  checkCharacters(resource, option, "ERR_RESOURCE_INVALID");
  if (resource.includes("\\")) fail("ERR_RESOURCE_INVALID", option, "has a backslash; write ? without it, and / between folders");
  if (resource.includes("#"))
    fail("ERR_RESOURCE_INVALID", option, "has a #, which starts a fragment, and fragments are never sent; write %23");
}

function checkScheme(scheme: string | undefined, resource: string, option: string): string {
  const protocol = scheme?.toLowerCase();
  if (protocol === "https" || protocol === "http" || protocol === "http*" || protocol === "*") return protocol;
  if (protocol !== undefined) return fail("ERR_RESOURCE_INVALID", option, "has a scheme other than http, https, http* and *");
  return resource.startsWith("*")
    ? "*"
    : fail("ERR_RESOURCE_INVALID", option, `the scheme is missing; expected a pattern such as ${example}`);
}

/** The domain of a pattern. With wildcards it cannot be read as a host name, so it has to be written as one. */
function wireDomain(protocol: string, authority: string, option: string): string {
  if (!/[*?]/.test(authority)) return wireHost(protocol, authority, option);
  if (!/^[\w.*?-]+(?::[\d*?]+)?$/.test(authority)) {
    fail(
      "ERR_RESOURCE_INVALID",
      option,
      "has a domain with wildcards and characters other than letters, digits, - and .; write it in ASCII",
    );
  }
  const defaultPort = protocol === "https" ? ":443" : protocol === "http" ? ":80" : undefined;
  const domain = authority.toLowerCase();
  return defaultPort && domain.endsWith(defaultPort) ? domain.slice(0, -defaultPort.length) : domain;
}

/** Throws for a path and query that are read in two ways. */
function checkRest(rest: string, option: string): void {
  const query = rest.indexOf("?");
  const path = query < 0 ? rest : rest.slice(0, query);
  if (hasDotSegment(path)) {
    fail("ERR_RESOURCE_INVALID", option, "its path has a . or .. segment, which clients resolve in different ways; resolve it first");
  }
  if (query >= 0 && query === rest.length - 1) {
    fail(
      "ERR_RESOURCE_INVALID",
      option,
      "ends with a lone ?, to some readers a wildcard and to others nothing; leave it out, or end with ?* for any query",
    );
  }
  const changed = rest.match(/%[\da-fA-F]{2}/g)?.find((found) => normalEscape(found) !== found);
  if (changed) {
    fail(
      "ERR_RESOURCE_INVALID",
      option,
      `has ${changed}, which some clients send as ${normalEscape(changed)}; write ${normalEscape(changed)}`,
    );
  }
  checkParameterNames(rest, option);
}
