/** Every finding and what to do about it; `docs/explain.md` has a row for each. */
export const fixes = {
  "s3-denied":
    "The signature was accepted: let the distribution read the bucket (origin access control), and check that the object exists.",
  "s3-query-auth":
    "Restrict viewer access for this cache behavior with a key group; S3 must not see the parameters.",
  "origin-kms":
    "Use origin access control and allow the distribution to decrypt with the KMS key of the bucket.",
  "blocked-before-signing":
    "Look at WAF rules, geographic restrictions and alternate domain names; the signature was not the reason.",
  "not-a-signing-error":
    "Look at the origin, and at the distribution's error pages: a denied signature is answered with 403.",
  "not-restricted":
    "Look at the origin, which answers here: signatures do not count. Or restrict viewer access for this cache behavior, and in the verifier.",
  "request-too-large":
    "Stay below 8,192 bytes of URL and 20,480 bytes of headers: shorter names, a P-256 key, or cookies.",
  "request-invalid": "Request an absolute http or https URL with nothing unencoded in it.",
  "s3-host": "Sign and request the distribution's domain name instead of the bucket's.",
  "s3-presigned":
    "This is an S3 presigned URL; CloudFront needs one that is signed with the key of a key group.",
  "parameters-in-fragment": "Put the parameters before the #: what is behind it is never sent.",
  "html-escaped": "Write & instead of &amp; where the URL is used; only HTML source has it escaped.",
  "parameter-names":
    "Spell the names exactly: Expires, Policy, Signature, Key-Pair-Id, Hash-Algorithm; cookies with CloudFront- in front.",
  "segment-not-signed":
    "Sign the whole folder once (a grant or cookies for …/*), and put it on every segment.",
  "no-credentials":
    "Send a signed URL, or check that the cookies reach the host: Domain, Path, Secure, SameSite, credentials of fetch.",
  "cookie-domain": "Give the distribution an alternate domain name, and set Domain to it or to its parent.",
  "cookie-path": "Set Path to a plain prefix of the requested path, such as /; cookies know no wildcards.",
  "cookie-same-site": "Set SameSite=None; Secure for requests from another site, and fetch with credentials.",
  "cookie-secure": "Request https, or leave Secure out.",
  "cookie-encoded": "Set the cookie values as they are, without encoding (setrawcookie in PHP).",
  "cookies-shadowed-by-query":
    "Rename the query parameter: with any of CloudFront's own names in the URL the cookies are ignored.",
  "key-id-missing": "Add Key-Pair-Id, or check that nothing on the way drops it.",
  "key-id-not-a-key-id": "Use the ID of the public key (K…), not the key group's ID or a name.",
  "key-not-trusted":
    "Add the public key to a key group that this cache behavior trusts, or sign with one that is in it.",
  "key-id-wrong": "Send the ID of the public key that belongs to the private key that signs.",
  "signature-missing": "Add Signature, or check that nothing on the way drops it.",
  "signature-undecodable":
    "Encode the signature as base64 with padding, then replace + = / by - _ ~, and send it whole.",
  "signature-truncated":
    "Send the whole signature: look at the columns, logs and length limits that it passed through.",
  "parameter-repeated": "Send each parameter once; do not sign a URL that is signed already.",
  "policy-missing": "Send Expires for a canned policy, or Policy for a custom one.",
  "policy-undecodable":
    "Encode the policy as base64 with padding, then replace + = / by - _ ~, and send it whole.",
  "policy-not-json": "Encode the JSON text of the policy, once.",
  "policy-schema":
    "Write one statement in a list, with Resource and Condition, as the developer guide spells it.",
  milliseconds: "Divide by 1000 and round down: CloudFront counts seconds.",
  "expires-invalid": "Send whole epoch seconds as plain digits.",
  "hash-unknown": "Send Hash-Algorithm=SHA1 or SHA256, in capital letters.",
  "hash-mismatch": "Send the Hash-Algorithm that was signed with; without it CloudFront assumes SHA1.",
  "signature-wrong-format":
    "Send ECDSA signatures in DER (not the raw r and s), RSA ones as PKCS#1 v1.5, made by the key that the ID names.",
  "url-scheme-changed":
    "Sign https if that is what is requested in the end; a redirect from http changes the URL.",
  "url-host-changed": "Sign the very host name that the viewer uses.",
  "url-encoding-changed":
    "Percent-encode the URL once before signing, and send exactly the string that was signed.",
  "url-parameter-added": "Add parameters before signing, or sign a custom policy that ends in *.",
  "url-parameter-removed": "Send every parameter that was signed, or sign without it.",
  "url-parameters-reordered": "Send the parameters in the order in which they were signed.",
  "url-path-changed": "Sign the path that is requested, after all rewrites that happen before CloudFront.",
  "canned-with-wildcard": "Send a custom policy (Policy instead of Expires): a canned one has no wildcards.",
  "policy-json-differs":
    "Sign exactly the documented bytes: no white space, no escapes such as \\/ or \\u0026, this order, numbers without quotes.",
  "expires-changed": "Send the Expires that was signed.",
  "signature-mismatch":
    "Check which private key signs, and that URL, policy and parameters are sent as they were signed.",
  "dot-segment":
    "Request the URL without dot segments, as clients resolve it, or sign exactly this URL: no wildcard covers a path with . or .. in it.",
  "resource-mismatch":
    "Make Resource cover the URL: a wildcard ends with its section, and only a * at the very end covers the query too.",
  expired: "Sign again, or for longer; compare the clock of the signer.",
  "not-yet-valid": "Wait, or let DateGreaterThan start earlier: clocks differ by seconds.",
  "ip-unknown": "Say the viewer's address to check it against the policy.",
  "ip-mismatch":
    "Sign for the public address that CloudFront sees, or without IpAddress: NAT, VPN and mobile networks change it.",
  "ipv6-viewer": "Turn IPv6 off for the distribution, or sign without IpAddress.",
  "parameters-lost":
    "Look at what was really requested: a redirect, a client or a cache key setting dropped the parameters.",
  "nothing-wrong-here":
    "Compare the failing request with this one: another cache behavior, an old response in a cache, another key group.",
} as const;

/** The names of all findings. */
export type CloudFrontFindingId = keyof typeof fixes;

/** One thing that explains a denial. */
export interface CloudFrontFinding {
  readonly id: CloudFrontFindingId;
  /**
   * `proven` by the input itself or by the public key; `likely` when little else does it; `possible` as a
   * thing to check.
   */
  readonly certainty: "proven" | "likely" | "possible";
  /** What was seen; never a whole URL, policy or signature. */
  readonly evidence: string;
  readonly fix: string;
}

/** A finding without its fix. */
export type Told = readonly [
  id: CloudFrontFindingId,
  certainty: CloudFrontFinding["certainty"],
  evidence: string,
];
