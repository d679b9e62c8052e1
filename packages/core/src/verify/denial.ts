/** The `Code` of CloudFront's error body; `BadRequest` where CloudFront answers 400 or 413 before it looks at signatures. */
export type CloudFrontDenialCode = "MissingKey" | "InvalidKey" | "MalformedSignature" | "MalformedPolicy" | "AccessDenied" | "BadRequest";

/** Why a request is denied; `docs/explain.md` says more of each. */
export type CloudFrontDenialReason = keyof typeof codes | AccessDenied;

/** What CloudFront keeps together under one code; so it is with a repeated parameter and an unknown hash, of which nothing is documented. */
type AccessDenied =
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

const messages = {
  MissingKey: "Missing Key-Pair-Id query parameter or cookie value",
  InvalidKey: "Unknown Key",
  MalformedSignature: "Could not unencode Signature",
  MalformedPolicy: "Malformed Policy",
  AccessDenied: "Access denied",
  BadRequest: "Bad request",
} as const;

// That of a missing signature is documented nowhere.
const codes = {
  "request-invalid": "BadRequest",
  "request-too-large": "BadRequest",
  "no-credentials": "MissingKey",
  "key-id-missing": "MissingKey",
  "cookies-shadowed-by-query": "MissingKey",
  "key-id-not-a-key-id": "InvalidKey",
  "key-not-trusted": "InvalidKey",
  "signature-missing": "MalformedSignature",
  "signature-undecodable": "MalformedSignature",
  "policy-missing": "MalformedPolicy",
  "policy-undecodable": "MalformedPolicy",
  "policy-not-json": "MalformedPolicy",
  "policy-schema": "MalformedPolicy",
  "expires-invalid": "MalformedPolicy",
} as const;

export function denied(reason: CloudFrontDenialReason): CloudFrontDenial {
  const code = (codes as Partial<Record<CloudFrontDenialReason, CloudFrontDenialCode>>)[reason] ?? "AccessDenied";
  return { allowed: false, reason, code, message: messages[code] };
}
