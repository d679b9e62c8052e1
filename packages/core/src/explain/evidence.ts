import type { PolicyProblem } from "../policy/policy-problem.ts";
import type { Base64Fault } from "./base64-fault.ts";

/** What was seen, where there is nothing to add to its name. */
export type PlainEvidence =
  // In the answer.
  | "s3-parameter-error"
  | "origin-kms-error"
  | "s3-error-body"
  | "cloudfront-html-page"
  | "answered-missing-key"
  | "answered-invalid-key"
  // In the cookies.
  | "same-site-none-without-secure"
  | "secure-cookie-over-http"
  | "cookie-value-percent-encoded"
  // In the URL.
  | "s3-host-name"
  | "parameters-after-hash"
  | "name-starts-with-amp"
  | "segment-without-parameters"
  | "request-too-long"
  | "not-a-url"
  // In the signing parameters.
  | "no-signing-parameter"
  | "no-key-pair-id"
  | "key-pair-id-empty"
  | "key-pair-id-is-uuid"
  | "no-signature"
  | "neither-expires-nor-policy"
  | "policy-not-utf8"
  | "expires-in-milliseconds"
  | "parameter-repeated"
  | "cookie-repeated"
  // By a check of the signature.
  | "key-pair-id-not-in-group"
  | "valid-once-in-der"
  | "size-of-raw-signature"
  | "valid-for-nothing-tried"
  | "signed-with-wildcard"
  // In the policy.
  | "dot-segment-and-wildcard"
  | "backslash-in-resource"
  | "address-not-given"
  // Nothing is wrong.
  | "path-not-restricted"
  | "key-pair-id-not-in-group-but-accepted"
  | "no-url-to-compare"
  | "all-valid"
  | "no-public-key";

/** What was seen, with its parts. */
export type DetailedEvidence =
  | { readonly kind: "status-too-large"; readonly status: number }
  | { readonly kind: "status-not-403"; readonly status: number }
  | { readonly kind: "cookie-domain-is-public-suffix"; readonly domain: string }
  | { readonly kind: "cookie-domain-elsewhere"; readonly domain: string; readonly host: string }
  | { readonly kind: "cookie-path-with-asterisk"; readonly path: string }
  | { readonly kind: "cookie-path-elsewhere"; readonly path: string }
  | { readonly kind: "s3-parameter"; readonly name: string }
  | { readonly kind: "misspelt-name"; readonly name: string }
  | { readonly kind: "reserved-names"; readonly names: readonly string[] }
  | { readonly kind: "key-pair-id-shape"; readonly length: number }
  | { readonly kind: "base64"; readonly name: "Signature" | "Policy"; readonly fault: Base64Fault }
  | { readonly kind: "policy"; readonly problem: PolicyProblem }
  | { readonly kind: "expires"; readonly value: string }
  | { readonly kind: "hash-algorithm"; readonly value: string }
  | { readonly kind: "signature-size"; readonly bytes: number; readonly isTruncated: boolean }
  | { readonly kind: "other-key"; readonly keyPairId: string }
  | { readonly kind: "other-hash"; readonly signed: string; readonly sent: string }
  | { readonly kind: "other-expiry"; readonly signed: number; readonly sent: number }
  | {
      readonly kind: "other-policy-text";
      readonly position: number;
      readonly signed: string;
      readonly sent: string;
    }
  | UrlDifferenceEvidence
  | { readonly kind: "rewritten-by-clients"; readonly difference: Evidence }
  | { readonly kind: "ended"; readonly secondsAgo: number }
  | { readonly kind: "starts"; readonly secondsLeft: number }
  | { readonly kind: "section-not-covered"; readonly section: ResourceSection; readonly resource: string }
  | { readonly kind: "other-address"; readonly cidr: string }
  | { readonly kind: "ipv6-address"; readonly cidr: string };

/** How a signed URL differs from the requested one. */
export type UrlDifferenceEvidence =
  | { readonly kind: "other-host"; readonly signed: string; readonly requested: string }
  | { readonly kind: "other-scheme"; readonly signed: string; readonly requested: string }
  | { readonly kind: "parameters-added"; readonly names: readonly string[] }
  | { readonly kind: "parameters-removed"; readonly names: readonly string[] }
  | { readonly kind: "parameters-reordered"; readonly names: readonly string[] }
  | {
      readonly kind: "other-text";
      readonly position: number;
      readonly signed: string;
      readonly requested: string;
    };

/** The sections of a resource, which CloudFront compares one by one. */
export type ResourceSection = "protocol" | "domain" | "path" | "query";

/** What was seen, as a value: `describe-evidence.ts` has the sentences. */
export type Evidence = PlainEvidence | DetailedEvidence;
