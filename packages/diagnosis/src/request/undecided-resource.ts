import { limits } from "cloudfront-sign-webcrypto/internals";
import type { ReadQuestion } from "./question.ts";

/** Whether the comparison of a policy's resource with the URL gives up: then its denial proves nothing. */
export function isResourceUndecided({
  credentials,
  time,
  ipAddress,
  unmetConditions,
}: ReadQuestion): boolean {
  const { policy } = credentials;
  return (
    policy !== undefined &&
    exceedsSearch(policy.resource) &&
    unmetConditions(time, ipAddress).includes("resource-mismatch")
  );
}

/** Whether a resource has more wildcards than are tried, so that it may cover a URL that a policy with it denies. */
function exceedsSearch(resource: string): boolean {
  const parts = resource.split("*").slice(1, -1);
  return parts.some((part) => part.length > limits.longestWildcardPart && part.includes("?"));
}
