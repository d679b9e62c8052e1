import { type CloudFrontFindingId, type Finding, possible } from "../findings/finding.ts";

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
export function faultyRequestFindings(response: readonly Finding[], denial: readonly Finding[]): Finding[] {
  const isAnswered = response.some(
    ({ id, certainty }) => certainty === "proven" && answeredByOrigin.includes(id),
  );
  const isFaulty = denial.some(({ id, certainty }) => certainty === "proven" && !circumstances.includes(id));
  if (!isAnswered || !isFaulty) return [];
  return [possible("not-restricted", "origin-answered-faulty-request")];
}
