import { fail } from "../errors.ts";
import { characterName } from "../options/printable.ts";
import { describeType } from "../options/type-name.ts";
import { plainDomain, queryInDomain, sections } from "./resource-match.ts";
import { checkParameterNames } from "./signed-url.ts";
import { characterProblem, checkLength, pathProblem, relativeProblem } from "./url-text.ts";
import { matchesWildcards } from "./wildcard-pattern.ts";
import { isWireForm, wirePathAndQuery } from "./wire-form.ts";
import { defaultPorts, wireHost } from "./wire-host.ts";

function refuseResource(option: string, problem: string): never {
  return fail("ERR_RESOURCE_INVALID", option, problem);
}

/**
 * Brings a resource pattern to wire form, section by section, with its `*` and `?` kept. A URL parser never
 * sees it: to one, a `?` is not a wildcard. Throws for a pattern that no request can match.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a custom policy".
 */
export function wireResource(resource: string, option = "resource"): string {
  if (resource === "*") return resource;
  if (typeof resource === "string" && isWireForm(resource)) {
    checkParameterNames(resource, option);
    return resource;
  }
  if (typeof resource !== "string")
    return refuseResource(
      option,
      `expected a pattern such as https://cdn.example.com/videos/*; received ${describeType(resource)}`,
    );
  checkLength(resource, option);
  const { scheme, authority, rest } = partsOf(resource);
  const [path = ""] = rest.split("?", 1);
  const [beforeQuery = ""] = resource.split("?", 1);
  const refuse: Refuse = (problem) => refuseResource(option, problem);
  const problem = characterProblem(resource, beforeQuery) ?? (resource.includes("#") ? fragment : undefined);
  if (problem !== undefined) refuse(problem);
  const protocol = checkScheme(resource, scheme?.toLowerCase(), refuse);
  const host = wireDomain(protocol, authority, option, refuse);
  checkPath(path, refuse);
  checkParameterNames(rest, option);
  return `${protocol}://${host}${rest === "" && !host.endsWith("*") ? "/" : wirePathAndQuery(rest)}`;
}

/**
 * Throws for the Resource of a ready policy that no client requests. It is signed byte for byte, so nothing of it is
 * brought to wire form.
 *
 * Source: WHATWG URL, "Percent-encoded bytes" and "URL serializing": what a URL never has when it is sent.
 */
export function checkReadyResource(resource: string, option: string): void {
  const refuse: Refuse = (problem) => refuseResource(option, `its Resource ${problem}`);
  if (resource === "*") return;
  checkLength(resource, option);
  const found = /[^!-~]|["<>#]/u.exec(resource);
  if (found)
    refuse(
      `has ${characterName(found[0])} at position ${found.index}, which no client sends; percent-encode it`,
    );
  const { scheme, authority, rest } = partsOf(resource);
  if (scheme === undefined && !resource.startsWith("*")) refuse("has no scheme; start it with https://");
  const protocol = checkScheme(resource, scheme, refuse);
  const [path = ""] = rest.split(/\\?\?/, 1);
  if (path.includes("\\")) refuse("has a \\ in its path, which clients send as /; write / or %5C");
  const host = wireDomain(protocol, authority, option, refuse);
  if (host !== authority) refuse(`has the host ${authority}, which clients send as ${host}; write ${host}`);
  checkPath(path, refuse);
  checkParameterNames(rest, option);
}

type Refuse = (problem: string) => never;

interface Parts {
  readonly scheme: string | undefined;
  readonly authority: string;
  /** Path and query, with the `/` that clients send in front of the query. */
  readonly rest: string;
}

/** A `?` in the domain is a wildcard unless the query has to start there. */
function partsOf(resource: string): Parts {
  const { protocol: scheme, domain, rest } = sections(resource);
  const query = queryInDomain(domain, rest);
  if (query < 0) return { scheme, authority: domain, rest };
  const authority = domain.slice(0, query);
  // A * at the end of a domain stands for the path, too.
  const slash = authority.endsWith("*") ? "" : "/";
  return { scheme, authority, rest: slash + domain.slice(query) + rest };
}

const fragment = "has a # that starts a fragment, which clients never send; write %23 instead";

/** The scheme of a pattern, `*` for none. Throws where neither http nor https fits it. */
function checkScheme(resource: string, scheme: string | undefined, refuse: Refuse): string {
  // Only a pattern that starts with * may go without a scheme.
  if (scheme === undefined && !resource.startsWith("*")) refuse(relativeProblem(resource));
  const protocol = scheme ?? "*";
  return ["https", "http"].some((name) => matchesWildcards(protocol, name))
    ? protocol
    : refuse("has another scheme; a resource starts with https://, http:// or *://");
}

function checkPath(path: string, refuse: Refuse): void {
  const problem = pathProblem(path);
  if (problem !== undefined) refuse(problem);
}

/** The domain as clients send it. One with wildcards cannot be read as a host name, so it has to be written as one. */
function wireDomain(protocol: string, authority: string, option: string, refuse: Refuse): string {
  if (!/[*?]/.test(authority)) return wireHost(protocol, authority, option);
  const domain = authority.toLowerCase();
  const port = `:${defaultPorts[protocol]}`;
  const name = domain.endsWith(port) ? domain.slice(0, -port.length) : domain;
  // Clients leave the default port out, and without it a * before it would stand for every other port, and at the
  // end for every path.
  if (name !== domain && name.endsWith("*"))
    refuse(
      `has the default port ${port} after a domain that ends in *; end the domain with a name, or leave the port out`,
    );
  return plainDomain.test(authority)
    ? name
    : refuse(
        "has a domain with wildcards and other characters; write letters, digits, - and . (international names in Punycode)",
      );
}
