import { exceedsSearch, unmetConditions } from "cloudfront-sign-webcrypto/internals";
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
