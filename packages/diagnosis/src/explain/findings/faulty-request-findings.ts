import { possible } from "../../findings/finding.ts";
import type { CloudFrontFindingId, DenialFinding } from "./finding.ts";

/** Findings that prove that the request reached the origin. */
const answeredByOrigin: readonly CloudFrontFindingId[] = ["s3-query-auth", "s3-denied", "origin-kms"];

/** What can be otherwise for CloudFront, or was when it answered: the time, the viewer's address, the keys. */
const circumstances: readonly CloudFrontFindingId[] = [
  "expired",
  "not-yet-valid",
  "ip-mismatch",
  "ipv6-viewer",
  "key-not-trusted",
];

/**
 * An origin is asked only for a request that CloudFront accepted or did not check. With a proven fault in the
 * request, its behavior is not restricted, or another request was answered.
 */
export function faultyRequestFindings(
  response: readonly DenialFinding[],
  denial: readonly DenialFinding[],
): DenialFinding[] {
  const isAnswered = response.some(
    ({ id, certainty }) => certainty === "proven" && answeredByOrigin.includes(id),
  );
  const isFaulty = denial.some(({ id, certainty }) => certainty === "proven" && !circumstances.includes(id));
  if (!isAnswered || !isFaulty) return [];
  const seen = {
    evidence: "the origin answered, and CloudFront would have denied this request where it checks signatures",
    summary: "CloudFront seems to check no signature for this path.",
    fix: "Check that viewer access is restricted for the cache behavior of this path. Otherwise the answer is that of another request.",
  };
  return [possible("not-restricted", seen)];
}
