/** The `Code` of CloudFront's error body; `BadRequest` where CloudFront answers 400 or 413 before it looks at signatures. */
export type CloudFrontDenialCode = "MissingKey" | "InvalidKey" | "MalformedSignature" | "MalformedPolicy" | "AccessDenied" | "BadRequest";

/** Why a request is denied; `docs/explain.md` says more of each. */
export type CloudFrontDenialReason =
  | "request-invalid"
  | "request-too-large"
  | "no-credentials"
  | "cookies-shadowed-by-query"
  | "key-id-missing"
  | "key-id-not-a-key-id"
  | "key-not-trusted"
  | "signature-missing"
  | "signature-undecodable"
  | "policy-missing"
  | "policy-undecodable"
  | "policy-not-json"
  | "policy-schema"
  | "expires-invalid"
  | "parameter-repeated"
  | "hash-unknown"
  | "hash-mismatch"
  | "signature-wrong-format"
  | "signature-mismatch"
  | "resource-mismatch"
  | "expired"
  | "not-yet-valid"
  | "ip-unknown"
  | "ip-mismatch"
  | "ipv6-viewer";

/** Denied: with the reason that CloudFront keeps to itself, and with what it says instead. */
export interface CloudFrontDenial {
  readonly allowed: false;
  readonly reason: CloudFrontDenialReason;
  /** What CloudFront has as `Code` in the body of its answer. */
  readonly code: CloudFrontDenialCode;
  /** What CloudFront has as `Message` in the body of its answer. */
  readonly message: string;
}

// The first that fits counts. That of a missing signature is documented nowhere.
const answers = [
  [/^request-/, "BadRequest", "Bad request"],
  [/^(no-credentials|key-id-missing|cookies)/, "MissingKey", "Missing Key-Pair-Id query parameter or cookie value"],
  [/^key-/, "InvalidKey", "Unknown Key"],
  [/^signature-(missing|undecodable)/, "MalformedSignature", "Could not unencode Signature"],
  [/^(policy|expires)-/, "MalformedPolicy", "Malformed Policy"],
  // All the rest CloudFront keeps together; so it is with a repeated parameter and an unknown hash, of which nothing is documented.
  [/^/, "AccessDenied", "Access denied"],
] as const;

export function denied(reason: CloudFrontDenialReason): CloudFrontDenial {
  const [, code, message] = answers.find(([reasons]) => reasons.test(reason)) as (typeof answers)[number];
  return { allowed: false, reason, code, message };
}
