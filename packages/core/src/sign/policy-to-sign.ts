import { type PolicyStatement, policyText } from "../policy/policy.ts";

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

/** The policy of a statement. `text` is that of a ready one. */
export function createPolicy(
  kind: PolicyToSign["kind"],
  statement: PolicyStatement,
  text: string = policyText(statement),
): PolicyToSign {
  return { kind, text, resource: statement.resource, dateLessThan: statement.dateLessThan };
}

/**
 * Canned if it can be: CloudFront rebuilds it from the URL and the expiry time, so it can hold no other condition.
 * `isGiven` says that the resource was given as such, and is not just the URL.
 */
export function policyKind(
  { resource, dateGreaterThan, ipAddress }: PolicyStatement,
  href: string | undefined,
  isGiven: boolean = href === undefined,
): PolicyToSign["kind"] {
  if (dateGreaterThan !== undefined || ipAddress !== undefined) return "custom";
  // The * and ? of the URL itself are not wildcards. In a resource they may be, and a custom policy is right either
  // way; but a ? that is given as the URL has it starts the query.
  const wildcards = href === undefined ? /[*?]/ : /\*/;
  const isExact = (href === undefined || resource === href) && !(isGiven && wildcards.test(resource));
  return isExact ? "canned" : "custom";
}

/** A policy and its signature, for any number of URLs, cookies, grants and playlists. */
export interface SignedPolicy extends PolicyToSign {
  /**
   * Everything that is sent, as a query string, in this order: `Expires` or `Policy`, `Signature`,
   * `Key-Pair-Id`, and `Hash-Algorithm` unless it is SHA1.
   *
   * Source: CloudFront Developer Guide, "Create a signed URL using a canned policy" and "… using a custom
   * policy".
   */
  readonly query: string;
}
