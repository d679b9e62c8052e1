import { fail } from "../errors.ts";
import { type PolicyTerms, policyText } from "../policy/policy.ts";
import type { Policy } from "./signed-policy.ts";

/**
 * The policy of terms for one URL in wire form, or for a resource; `ready` is its text when there is one
 * already. Throws when access would be over at `now` (milliseconds), or before it starts.
 */
export function policyFor(terms: PolicyTerms, now: number, href?: string, ready?: string): Policy {
  const { resource, dateLessThan, dateGreaterThan, ipAddress } = terms;
  if (dateLessThan * 1000 <= now)
    fail("ERR_DATE_PAST", "dateLessThan", `${new Date(dateLessThan * 1000).toJSON()} is not in the future`);
  if (dateLessThan <= (dateGreaterThan ?? -1))
    fail("ERR_DATE_ORDER", "dateGreaterThan", "must be before the end");
  // A ? that starts the query of the URL itself is no wildcard; in a resource without a URL nobody can tell,
  // and custom is right either way.
  const isCustom =
    (ready ?? dateGreaterThan ?? ipAddress) !== undefined ||
    (href ?? resource) !== resource ||
    (href ? /\*/ : /[*?]/).test(resource);
  return { kind: isCustom ? "custom" : "canned", policy: ready ?? policyText(terms), resource, dateLessThan };
}

/** A URL in wire form as the resource of its own policy. */
export function exactResource(href: string): string {
  if (href.includes("*"))
    fail("ERR_RESOURCE_INVALID", "url", "has a wildcard; write %2A for a real *, or give resource");
  return href;
}
