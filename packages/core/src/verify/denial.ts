/** The `Code` of CloudFront's error body; `BadRequest` where CloudFront answers 400 or 413 before it looks at signatures. */
export type CloudFrontDenialCode = "MissingKey" | "InvalidKey" | "MalformedSignature" | "MalformedPolicy" | "AccessDenied" | "BadRequest";

/** Why a request is denied; `docs/explain.md` says more of each. */
export type CloudFrontDenialReason = keyof typeof codes;

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

// The codes of a missing signature, of a repeated parameter and of an unknown hash are documented nowhere.
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
  "parameter-repeated": "AccessDenied",
  "policy-missing": "MalformedPolicy",
  "policy-undecodable": "MalformedPolicy",
  "policy-not-json": "MalformedPolicy",
  "policy-schema": "MalformedPolicy",
  "expires-invalid": "MalformedPolicy",
  "hash-unknown": "AccessDenied",
  "hash-mismatch": "AccessDenied",
  "signature-wrong-format": "AccessDenied",
  "signature-mismatch": "AccessDenied",
  "resource-mismatch": "AccessDenied",
  expired: "AccessDenied",
  "not-yet-valid": "AccessDenied",
  "ip-unknown": "AccessDenied",
  "ip-mismatch": "AccessDenied",
  "ipv6-viewer": "AccessDenied",
} as const;

export function denied(reason: CloudFrontDenialReason): CloudFrontDenial {
  const code = codes[reason];
  return { allowed: false, reason, code, message: messages[code] };
}
