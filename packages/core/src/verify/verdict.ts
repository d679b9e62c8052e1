import type { HashAlgorithm } from "../key/algorithm.ts";
import type { PolicyStatement } from "../policy/policy.ts";

/**
 * The `Code` of CloudFront's error body; `BadRequest` where CloudFront returns 400 or 413 before it looks at
 * signatures.
 */
export type CloudFrontDenialCode =
  | "MissingKey"
  | "InvalidKey"
  | "MalformedSignature"
  | "MalformedPolicy"
  | "AccessDenied"
  | "BadRequest";

/** Why a request is denied; `docs/findings.md` explains each reason. */
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
  | "dot-segment"
  | "resource-mismatch"
  | "expired"
  | "not-yet-valid"
  | "ip-unknown"
  | "ip-mismatch"
  | "ipv6-viewer";

/** A denial: its reason, which CloudFront does not tell, and the answer of CloudFront. */
export interface CloudFrontDenial {
  /** Always `false`. */
  readonly allowed: false;
  /** Why the request is denied, for `switch`. */
  readonly reason: CloudFrontDenialReason;
  /** The `Code` in the body of CloudFront's answer. */
  readonly code: CloudFrontDenialCode;
  /** The `Message` in the body of CloudFront's answer. */
  readonly message: string;
}

/** Allowed by a policy. */
export interface CloudFrontPermission {
  /** Always `true`. */
  readonly allowed: true;
  /** `true`: the path needs a signature. */
  readonly restricted: true;
  /** Where the signature was. */
  readonly source: "url" | "cookies";
  /** A canned policy is rebuilt from the request, a custom policy was sent. */
  readonly kind: "canned" | "custom";
  /** The statement of the policy; times in epoch seconds. */
  readonly policy: PolicyStatement;
  /** ID of the key that signed. */
  readonly keyPairId: string;
  /** Hash of the signature. */
  readonly hashAlgorithm: HashAlgorithm;
  /** The URL to request from the origin: as it came, without the signing parameters. */
  readonly url: string;
}

/** Allowed because viewer access is not restricted for this path. Nothing was verified. */
export interface CloudFrontOpenAccess {
  /** Always `true`. */
  readonly allowed: true;
  /** `false`: the path needs no signature. */
  readonly restricted: false;
  /** The requested URL. Signing parameters stay in it: here they are parameters like others. */
  readonly url: string;
}

/** What CloudFront would do with a request. */
export type CloudFrontVerdict = CloudFrontPermission | CloudFrontOpenAccess | CloudFrontDenial;

const messages: Record<CloudFrontDenialCode, string> = {
  BadRequest: "Bad request",
  MissingKey: "Missing Key-Pair-Id query parameter or cookie value",
  InvalidKey: "Unknown Key",
  MalformedSignature: "Could not unencode Signature",
  MalformedPolicy: "Malformed Policy",
  AccessDenied: "Access denied",
};

/** The reasons that CloudFront answers in a way of their own. AWS does not document all of them. */
const codes: { readonly [Reason in CloudFrontDenialReason]?: CloudFrontDenialCode } = {
  "request-invalid": "BadRequest",
  "request-too-large": "BadRequest",
  "no-credentials": "MissingKey",
  "cookies-shadowed-by-query": "MissingKey",
  "key-id-missing": "MissingKey",
  "key-id-not-a-key-id": "InvalidKey",
  "key-not-trusted": "InvalidKey",
  "signature-missing": "MalformedSignature",
  "signature-undecodable": "MalformedSignature",
  "policy-missing": "MalformedPolicy",
  "policy-undecodable": "MalformedPolicy",
  "policy-not-json": "MalformedPolicy",
  "policy-schema": "MalformedPolicy",
  "expires-invalid": "MalformedPolicy",
};

export function denied(reason: CloudFrontDenialReason): CloudFrontDenial {
  const code = codes[reason] ?? "AccessDenied";
  return { allowed: false, reason, code, message: messages[code] };
}
