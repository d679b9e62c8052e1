import type { FindingEntry } from "../finding-entry.ts";

/** What the answer shows by itself. */
export type AnswerFindingId =
  /** S3 answers with an error about parameters that were forwarded to it: the behavior is not restricted. */
  | "s3-query-auth"
  /** The body names a KMS error of the origin. */
  | "origin-kms"
  /** The body is S3's: `Access Denied` with a capital D, or a `HostId`. */
  | "s3-denied"
  /** The body is CloudFront's HTML page *The request could not be satisfied*. */
  | "blocked-before-signing"
  /** A URL of more than 8,192 or cookies of more than 20,480 characters, or status 413 or 414. */
  | "request-too-large"
  /** The answer is `MissingKey`, and the request has a `Key-Pair-Id`. */
  | "parameters-lost"
  /** A status other than 403, 413 and 414; only likely, since an error page can have any status. */
  | "not-a-signing-error"
  /** CloudFront denied the request, and the verifier's `restrict` leaves its path open. */
  | "not-restricted";

export const answerFindingTable: Record<AnswerFindingId, FindingEntry> = {
  "s3-query-auth": {
    rank: 110,
    summary: "The signing parameters reached S3: CloudFront does not restrict this path.",
    fix: "Restrict viewer access for this cache behavior with a key group, so that S3 does not see the parameters.",
  },
  "origin-kms": {
    rank: 120,
    summary: "CloudFront accepted the signature; the origin cannot use its KMS key.",
    fix: "Use origin access control, and allow the distribution to decrypt with the KMS key of the bucket.",
  },
  "s3-denied": {
    rank: 130,
    summary: "CloudFront accepted the signature; S3 denied the request.",
    fix: "Let the distribution read the bucket (origin access control), and check that the object exists. CloudFront accepted the signature.",
  },
  "blocked-before-signing": {
    rank: 140,
    summary: "CloudFront blocked the request before it checked the signature.",
    fix: "Check the WAF rules, the geographic restrictions and the alternate domain names. The signature is not the reason.",
  },
  "request-too-large": {
    rank: 150,
    summary: "The request is larger than CloudFront accepts.",
    fix: "Keep the URL below 8,192 and the headers below 20,480 bytes: use shorter names, a P-256 key, or cookies.",
  },
  "parameters-lost": {
    rank: 160,
    summary: "The parameters were lost before the request reached CloudFront.",
    fix: "Look at the request that was really sent: a redirect, a client or a cache key setting dropped the parameters.",
  },
  "not-a-signing-error": {
    rank: 170,
    summary: "CloudFront does not answer a bad signature with this status.",
    fix: "Look at the origin, and at the distribution's error pages. CloudFront answers a bad signature with 403.",
  },
  "not-restricted": {
    rank: 180,
    summary: "This path is not restricted, so the signature is not the cause.",
    fix: "Look for the cause at the origin, which gave this answer: CloudFront checks no signature here. Or restrict viewer access for this cache behavior, and in the verifier.",
  },
};
