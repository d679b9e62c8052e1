import { limits, unmetConditions } from "cloudfront-sign-webcrypto/internals";
import type { ReadQuestion } from "./question.ts";

/** Whether the comparison of a policy's resource with the URL gives up: then its denial proves nothing. */
export function isResourceUndecided({ request, credentials, time, ipAddress }: ReadQuestion): boolean {
  const { policy, kind } = credentials;
  return (
    policy !== undefined &&
    request.url !== "" &&
    exceedsSearch(policy.resource) &&
    unmetConditions(kind, policy, request.url, time, ipAddress).includes("resource-mismatch")
  );
}

/** Whether a resource has more wildcards than are tried, so that it may cover a URL that a policy with it denies. */
function exceedsSearch(resource: string): boolean {
  const parts = resource.split("*").slice(1, -1);
  return parts.some((part) => part.length > limits.longestWildcardPart && part.includes("?"));
}
