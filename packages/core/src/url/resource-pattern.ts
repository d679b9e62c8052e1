import { fail } from "../errors.ts";
import { absoluteUrlProblem } from "./absolute-url.ts";
import { hasDotSegment } from "./dot-segments.ts";
import { longestUrl } from "./limits.ts";
import { sections } from "./resource-match.ts";
import { type ResourceProblem, refuseResource } from "./resource-problem.ts";
import { checkParameterNames } from "./signed-url.ts";
import { characterProblem } from "./url-text.ts";
import { isWireForm, normalEscape, wirePathAndQuery } from "./wire-form.ts";
import { defaultPorts, wireHost } from "./wire-host.ts";

/**
 * Brings a resource pattern to wire form, section by section, with its `*` and `?` kept. A URL parser never
 * sees it: to one, a `?` is no wildcard. What could be read in two ways is an error.
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
  const problem = schemeProblem(resource, scheme) ?? questionMarkProblem(authority, rest);
  if (problem !== undefined) refuseResource(option, problem);
  const protocol = scheme?.toLowerCase() ?? "*";
  const host = /[*?]/.test(authority)
    ? wireDomain(protocol, authority, option)
    : wireHost(protocol, authority, option);
  const ambiguity = ambiguityOf(rest);
  if (ambiguity !== undefined) refuseResource(option, ambiguity);
  checkParameterNames(rest, option);
  return `${protocol}://${host}${rest === "" && !host.endsWith("*") ? "/" : wirePathAndQuery(rest)}`;
}

/**
 * Throws for a URL without a path whose query has a `*`, when it is signed as a pattern: with the `/` that clients
 * send, its `?` and `*` would match every path.
 */
export function checkPathBeforeWildcard(url: unknown): void {
  if (typeof url === "string" && /^[^/]*\/\/[^/?#]*\?[^#]*\*/.test(url))
    refuseResource("url", { id: "question-mark-after-domain" });
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
  if (resource.includes("*") && (mayEndAtQuestionMark(protocol) || mayEndAtQuestionMark(domain)))
    refuseResource(option, { id: "question-mark-in-domain", subject });
  if (rest.includes("*") && /\?(?!\*+$)/.test(rest))
    refuseResource(option, { id: "question-mark-before-wildcard", subject });
}

/** Whether the text in front of a `?` may be a whole domain. */
function mayEndAtQuestionMark(section: string): boolean {
  return /[.*:]/.test(section.slice(0, Math.max(section.lastIndexOf("?"), 0)));
}

function checkPatternText(resource: unknown, option: string): asserts resource is string {
  if (typeof resource !== "string") return refuseResource(option, { id: "not-a-pattern", value: resource });
  if (resource.length > longestUrl) {
    fail(
      "ERR_URL_TOO_LONG",
      option,
      `has ${resource.length} characters; CloudFront takes URLs of ${longestUrl}. Let a * stand for a part of it`,
    );
  }
  if (resource === "") refuseResource(option, { id: "empty-pattern" });
  const problem = characterProblem(resource);
  if (problem !== undefined) refuseResource(option, problem);
  if (resource.includes("\\")) refuseResource(option, { id: "has-backslash" });
  if (resource.includes("#")) refuseResource(option, { id: "has-fragment" });
}

/** Only a pattern that starts with `*` may go without a scheme. */
function schemeProblem(resource: string, scheme: string | undefined): ResourceProblem | undefined {
  if (scheme === undefined)
    return resource.startsWith("*") ? undefined : (absoluteUrlProblem(resource) ?? { id: "scheme-missing" });
  if (/^(?:https?|http\*|\*)$/i.test(scheme)) return undefined;
  return {
    id: "scheme-of-pattern",
    scheme: /^[a-z][a-z\d+-]{0,15}$/i.test(scheme) ? scheme : undefined,
  };
}

function questionMarkProblem(authority: string, rest: string): ResourceProblem | undefined {
  return rest === "" && authority.includes("?") ? { id: "question-mark-after-domain" } : undefined;
}

/** A domain with wildcards cannot be read as a host name, so it has to be written as one. */
function wireDomain(protocol: string, authority: string, option: string): string {
  if (!/^[\w.*?-]+(?::[\d*?]+)?$/.test(authority))
    refuseResource(option, { id: "domain-character", character: foreignCharacter(authority) });
  const domain = authority.toLowerCase();
  const port = `:${defaultPorts[protocol]}`;
  if (!domain.endsWith(port)) return domain;
  const name = domain.slice(0, -port.length);
  // Clients leave the port out, and without it the * would stand for every other port, and at the end for
  // every path.
  if (name.endsWith("*")) refuseResource(option, { id: "default-port-after-wildcard", port });
  return name;
}

/** What keeps it from being a domain with wildcards; a colon when it is in the wrong place. */
function foreignCharacter(authority: string): string {
  return /[^\w.*?:-]/u.exec(authority)?.[0] ?? ":";
}

/** What in a path and query is read in two ways. */
function ambiguityOf(rest: string): ResourceProblem | undefined {
  const [path = ""] = rest.split("?", 1);
  if (hasDotSegment(path)) return { id: "dot-segment" };
  if (rest !== "" && rest.indexOf("?") === rest.length - 1) return { id: "question-mark-at-end" };
  for (const written of rest.match(/%[\da-fA-F]{2}/g) ?? []) {
    const normal = normalEscape(written);
    if (normal !== written) return { id: "rewritten-escape", written, normal };
  }
  return undefined;
}
