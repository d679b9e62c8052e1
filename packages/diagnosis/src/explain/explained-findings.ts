import { likely } from "../findings/finding.ts";
import { rankBeforeAnswer } from "../request/ranks.ts";
import type { CloudFrontFindingId, DenialFinding } from "../checks/finding.ts";

/** Findings that say no more than that a parameter is missing. */
const missing: readonly CloudFrontFindingId[] = [
  "no-credentials",
  "key-id-missing",
  "signature-missing",
  "policy-missing",
];

/** The same, also of a segment of a stream. */
const unsigned: readonly CloudFrontFindingId[] = [...missing, "segment-not-signed"];

/** Findings that a value is wrong, and what follows from a wrong value. */
const wrongValue: readonly CloudFrontFindingId[] = [
  "key-id-wrong",
  "key-not-trusted",
  "signature-truncated",
  "signature-wrong-format",
  "signature-mismatch",
  "stray-characters",
  "key-id-not-a-key-id",
  "signature-undecodable",
  "policy-undecodable",
  "policy-not-json",
  "expires-invalid",
  "hash-unknown",
];

/** What a finding explains: the parameters are elsewhere, or not whole. */
function explainedBy(id: CloudFrontFindingId): readonly CloudFrontFindingId[] {
  switch (id) {
    case "s3-presigned":
    case "signed-for-other-service":
      return [...unsigned, ...wrongValue, "parameter-names"];
    case "parameters-in-fragment":
    case "html-escaped":
      return unsigned;
    case "cookies-in-headers":
      return [...unsigned, "cookie-missing", "third-party-cookies"];
    case "cookie-missing":
    case "segment-not-signed":
    case "preflight-without-cookies":
      return missing;
    case "parameter-names":
      // A mismatch that has another cause is found once the names are mended.
      return [...unsigned, "url-parameter-added", "resource-mismatch"];
    case "cookie-encrypted":
      return wrongValue;
    case "quoted-printable":
      return [...unsigned, ...wrongValue];
    case "parameters-escaped":
      return [...unsigned, ...wrongValue, "request-invalid"];
    case "url-truncated":
      return [...unsigned, ...wrongValue, "url-parameter-added"];
    case "signature-undecodable":
      // A word such as null is base64, too.
      return ["signature-truncated"];
    default:
      return [];
  }
}

/** The findings without those that only follow from others: a parameter is missing, and it is known where it went. */
export function withoutExplained(findings: readonly DenialFinding[]): DenialFinding[] {
  const explained = new Set(
    findings.flatMap(({ id, certainty }) => (certainty === "possible" ? [] : explainedBy(id))),
  );
  // A scheme that is there twice and a variable without a value in the host name are causes of their own.
  return findings.filter(
    ({ id, rank }) => !explained.has(id) || (id === "request-invalid" && rank !== undefined),
  );
}

/** Findings that say that the request reached the origin. */
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
 * request, its behavior is not restricted, or another request was answered: that comes first.
 */
export function faultyRequestFindings(
  response: readonly DenialFinding[],
  denial: readonly DenialFinding[],
): DenialFinding[] {
  const isAnswered = response.some(({ id, rank }) => rank === undefined && answeredByOrigin.includes(id));
  const isFaulty = denial.some(({ id, certainty }) => certainty === "proven" && !circumstances.includes(id));
  if (!isAnswered || !isFaulty) return [];
  const seen = {
    evidence:
      "the origin responded, but CloudFront would have denied this request where it checks signatures",
    summary: "CloudFront seems to check no signature for this path.",
    fix: "Check that viewer access is restricted for the cache behavior of this path. Otherwise the response belongs to another request.",
    rank: rankBeforeAnswer,
  };
  return [likely("not-restricted", seen)];
}
