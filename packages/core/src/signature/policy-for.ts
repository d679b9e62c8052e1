import { fail } from "../errors.ts";
import { type PolicyTerms, policyText } from "../policy/policy.ts";
import { resourceCovers } from "../url/resource.ts";
import type { Policy } from "./signed-policy.ts";

/**
 * The policy of terms; canned when they say no more than what `isExact` tells: one URL, without a wildcard, until one moment.
 * Throws when access would be over at `now` (milliseconds), or before it starts.
 */
export function policyFor(terms: PolicyTerms, isExact: boolean, now: number): Policy {
  const { resource, dateLessThan, dateGreaterThan, ipAddress } = terms;
  if (dateLessThan * 1000 <= now) fail("ERR_DATE_PAST", "dateLessThan", "is not in the future");
  if (dateLessThan <= (dateGreaterThan ?? -1)) fail("ERR_DATE_ORDER", "dateGreaterThan", "must be before the end");
  const kind = isExact && dateGreaterThan === undefined && ipAddress === undefined ? "canned" : "custom";
  return { kind, policy: policyText(terms), resource, dateLessThan };
}

/** A URL in wire form as the resource of its own policy. */
export function exactResource(href: string): string {
  if (href.includes("*")) fail("ERR_RESOURCE_INVALID", "url", "has a wildcard; write %2A for a real *, or give resource");
  return href;
}

/** Throws when a resource does not cover a URL in wire form. */
export function checkCovered(option: string, resource: string, href: string): void {
  if (!resourceCovers(resource, href)) {
    fail("ERR_RESOURCE_MISMATCH", option, "does not cover the URL in protocol, domain, path or query");
  }
}
