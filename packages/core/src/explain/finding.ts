import type { Evidence } from "./evidence.ts";

/** The names of all findings, in the order of their rank; `docs/explain.md` shows what each one is about. */
export type CloudFrontFindingId =
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
  | "not-restricted"
  /** `Domain` is `cloudfront.net`, or does not cover the host. */
  | "cookie-domain"
  /** `Path` has a `*`, or is not a prefix of the path. */
  | "cookie-path"
  /** `SameSite=None` without `Secure`. */
  | "cookie-same-site"
  /** A `Secure` cookie and an http URL. */
  | "cookie-secure"
  /** The value of a cookie is percent-encoded. */
  | "cookie-encoded"
  /** The host name is that of a bucket. */
  | "s3-host"
  /** The URL has an `X-Amz-Signature` or an `AWSAccessKeyId`. */
  | "s3-presigned"
  /** The signing parameters stand after a `#`. */
  | "parameters-in-fragment"
  /** The name of a parameter starts with `amp;`. */
  | "html-escaped"
  /** A parameter or cookie is missing, and one differs from it in case, hyphens or `CloudFront-` alone. */
  | "parameter-names"
  /** A media segment (`.ts`, `.m4s` and others) without signing parameters. */
  | "segment-not-signed"
  /** The signature is valid for another key of the group. */
  | "key-id-wrong"
  /** The key group does not have the ID, or the answer is `InvalidKey`; `possible` for another answer. */
  | "key-not-trusted"
  /** The signature has a size that no key makes, and its padding is missing. */
  | "signature-truncated"
  /** The signature is valid once it is encoded in DER, or has a size that CloudFront's keys never make. */
  | "signature-wrong-format"
  /** The signature is valid with the other hash. */
  | "hash-mismatch"
  /** The signature is for http and the request for https, or the other way round. */
  | "url-scheme-changed"
  /** The signature is for another host name or port. */
  | "url-host-changed"
  /** The signature is for the same URL in another encoding; the evidence names the character. */
  | "url-encoding-changed"
  /** The signature is for the URL without the parameters that the evidence names. */
  | "url-parameter-added"
  /** The signature is for a URL with a parameter that is not sent. */
  | "url-parameter-removed"
  /** The signature is for another order of the parameters. */
  | "url-parameters-reordered"
  /** The signature is for another path: dot segments, `/`, `index.html`. */
  | "url-path-changed"
  /** The signature is for a pattern, and the policy that was sent is a canned one. */
  | "canned-with-wildcard"
  /** The signature is for other JSON: white space, escapes, quotes, a newline. */
  | "policy-json-differs"
  /** The signature is for another expiry: milliseconds, rounded, another time zone, some days more or less. */
  | "expires-changed"
  /** The signature is valid for nothing that was tried; `possible` without a public key. */
  | "signature-mismatch"
  /** Not an absolute http or https URL, a user name, or a byte that no client sends. */
  | "request-invalid"
  /** Neither a signing parameter nor a `CloudFront-` cookie. */
  | "no-credentials"
  /** There are signed cookies, and a query parameter with a reserved name. */
  | "cookies-shadowed-by-query"
  /** `Key-Pair-Id` is missing or empty. */
  | "key-id-missing"
  /** `Key-Pair-Id` is a UUID, a name or `undefined`. */
  | "key-id-not-a-key-id"
  /** A signing parameter is there twice. */
  | "parameter-repeated"
  /** There is no `Signature`. */
  | "signature-missing"
  /** The signature is not in CloudFront's base64: plain base64, base64url, padding that was cut off. */
  | "signature-undecodable"
  /** Neither `Expires` nor `Policy`. */
  | "policy-missing"
  /** The policy is not in CloudFront's base64. */
  | "policy-undecodable"
  /** The decoded policy is not JSON: encoded twice, cut off, single quotes. */
  | "policy-not-json"
  /** The policy breaks a rule of the policy grammar; the evidence says which. */
  | "policy-schema"
  /** A time has twelve digits or more. */
  | "milliseconds"
  /** `Expires` is not a plain whole number. */
  | "expires-invalid"
  /** `Hash-Algorithm` is neither `SHA1` nor `SHA256`. */
  | "hash-unknown"
  /** The path has a `.` or `..` segment, plain, escaped or between backslashes, and `Resource` has a wildcard. */
  | "dot-segment"
  /** `Resource` does not cover the URL; the evidence names the section. */
  | "resource-mismatch"
  /** The expiry time has passed; the evidence says by how much. */
  | "expired"
  /** The start time is still to come. */
  | "not-yet-valid"
  /** The viewer's address is another one. */
  | "ip-mismatch"
  /** The policy names an IPv4 address, and the viewer connected over IPv6. */
  | "ipv6-viewer"
  /** The policy names an address, and the question does not. */
  | "ip-unknown"
  /** CloudFront denied what this key group allows; `possible` for cookies without the requested URL. */
  | "nothing-wrong-here";

/** One thing that explains a denial. */
export interface CloudFrontFinding {
  readonly id: CloudFrontFindingId;
  /**
   * `proven` by the input itself or by the public key; `likely` when few other causes look like this;
   * `possible` for a thing to check.
   */
  readonly certainty: "proven" | "likely" | "possible";
  /** The cause in one sentence, the same for all findings of this ID. */
  readonly summary: string;
  /** What was seen. Never a whole URL, policy or signature. */
  readonly evidence: string;
  /** What to do. */
  readonly fix: string;
}

/** A finding before it is put into words. */
export interface Finding {
  readonly id: CloudFrontFindingId;
  readonly certainty: CloudFrontFinding["certainty"];
  readonly evidence: Evidence;
  /** Where it comes, if not at the rank of its ID. */
  readonly rank?: number;
}

/** A finding that the request itself or the public key proves. */
export function proven(id: CloudFrontFindingId, evidence: Evidence): Finding {
  return { id, certainty: "proven", evidence };
}
