import { type PolicyTerms, policyText } from "../policy/policy.ts";

/** A policy before it is signed. */
export interface PolicyToSign {
  /** A canned policy is not sent; CloudFront rebuilds it from the request and `Expires`. */
  readonly kind: "canned" | "custom";
  /** The text that is signed. */
  readonly text: string;
  /** What it covers: the exact URL, or a pattern. */
  readonly resource: string;
  /** Expiry time, epoch seconds. */
  readonly dateLessThan: number;
}

/**
 * The policy of terms for one URL in wire form, or for a resource; `ready` is its text when there is one
 * already. Canned if it can be: CloudFront rebuilds it from the request and the expiry time alone.
 */
export function createPolicy(terms: PolicyTerms, href?: string, ready?: string): PolicyToSign {
  const { resource, dateLessThan } = terms;
  const isCanned = ready === undefined && canBeCanned(terms, href);
  return { kind: isCanned ? "canned" : "custom", text: ready ?? policyText(terms), resource, dateLessThan };
}

function canBeCanned(terms: PolicyTerms, href: string | undefined): boolean {
  const { resource, dateGreaterThan, ipAddress } = terms;
  // CloudFront rebuilds a canned policy of the URL and its expiry time, so it can hold no other condition.
  if (dateGreaterThan !== undefined || ipAddress !== undefined) return false;
  // The ? that starts the query of the URL itself is not a wildcard. In a resource without a URL it may be one,
  // and a custom policy is right either way.
  return href === undefined ? !/[*?]/.test(resource) : resource === href && !href.includes("*");
}
