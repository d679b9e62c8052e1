import type { CloudFrontFindingId } from "./finding.ts";

/** The same for all findings of one ID. */
interface FindingEntry {
  /**
   * Findings come in the order of their rank: what the answer shows (10 and more), cookies (20) and parameters
   * (30) that do not count, the key (40), what the signature is for (50), faults of the parameters (80), and
   * conditions of the policy that are not met (100).
   */
  readonly rank: number;
  /** What to do. */
  readonly fix: string;
}

/** The table of findings. `docs/explain.md` shows it. */
export const findingTable: Record<CloudFrontFindingId, FindingEntry> = {
  "s3-query-auth": {
    rank: 11,
    fix: "Restrict viewer access for this cache behavior with a key group, so that S3 does not see the parameters.",
  },
  "origin-kms": {
    rank: 12,
    fix: "Use origin access control, and allow the distribution to decrypt with the KMS key of the bucket.",
  },
  "s3-denied": {
    rank: 13,
    fix: "Let the distribution read the bucket (origin access control), and check that the object exists. CloudFront accepted the signature.",
  },
  "blocked-before-signing": {
    rank: 14,
    fix: "Check the WAF rules, the geographic restrictions and the alternate domain names. The signature is not the reason.",
  },
  "request-too-large": {
    rank: 15,
    fix: "Keep the URL below 8,192 and the headers below 20,480 bytes: use shorter names, a P-256 key, or cookies.",
  },
  "parameters-lost": {
    rank: 16,
    fix: "Look at the request that was really sent: a redirect, a client or a cache key setting dropped the parameters.",
  },
  "not-a-signing-error": {
    rank: 17,
    fix: "Look at the origin, and at the distribution's error pages. CloudFront answers a bad signature with 403.",
  },
  "not-restricted": {
    rank: 18,
    fix: "Look for the cause at the origin, which gave this answer: CloudFront checks no signature here. Or restrict viewer access for this cache behavior, and in the verifier.",
  },
  "cookie-domain": {
    rank: 21,
    fix: "Give the distribution an alternate domain name, and set Domain to it or to its parent.",
  },
  "cookie-path": {
    rank: 22,
    fix: "Set Path to a plain prefix of the requested path, such as /. Cookies have no wildcards.",
  },
  "cookie-same-site": {
    rank: 23,
    fix: "Set SameSite=None; Secure for requests from another site, and fetch with credentials.",
  },
  "cookie-secure": { rank: 24, fix: "Request https, or leave Secure out." },
  "cookie-encoded": {
    rank: 25,
    fix: "Set the cookie values as they are, without encoding them (setrawcookie in PHP).",
  },
  "s3-host": { rank: 31, fix: "Sign and request the distribution's domain name instead of the bucket's." },
  "s3-presigned": {
    rank: 32,
    fix: "Sign the URL with the key of a CloudFront key group. This is an S3 presigned URL.",
  },
  "parameters-in-fragment": {
    rank: 33,
    fix: "Put the parameters before the #. Clients never send what comes after it.",
  },
  "html-escaped": {
    rank: 34,
    fix: "Write & instead of &amp; where the URL is used. Only HTML source needs &amp;.",
  },
  "parameter-names": {
    rank: 35,
    fix: "Spell the names exactly: Expires, Policy, Signature, Key-Pair-Id, Hash-Algorithm; in cookies, put CloudFront- in front.",
  },
  "segment-not-signed": {
    rank: 36,
    fix: "Sign the whole folder once (a grant or cookies for …/*), and use it for every segment.",
  },
  "key-id-wrong": {
    rank: 41,
    fix: "Send the ID of the public key that belongs to the private key that signs.",
  },
  "key-not-trusted": {
    rank: 42,
    fix: "Add the public key to a key group that this cache behavior trusts, or sign with a key that is in it.",
  },
  "signature-truncated": {
    rank: 51,
    fix: "Send the whole signature. Check the columns, logs and length limits that it passed through.",
  },
  "signature-wrong-format": {
    rank: 52,
    fix: "Send ECDSA signatures in DER (not raw r and s) and RSA signatures as PKCS#1 v1.5, made by the key that the ID names.",
  },
  "hash-mismatch": {
    rank: 53,
    fix: "Send the Hash-Algorithm that was signed with. Without it, CloudFront assumes SHA1.",
  },
  "url-scheme-changed": {
    rank: 54,
    fix: "Sign the scheme that is requested in the end, usually https. A redirect from http changes the URL.",
  },
  "url-host-changed": {
    rank: 55,
    fix: "Sign the host name that the viewer requests.",
  },
  "url-encoding-changed": {
    rank: 56,
    fix: "Percent-encode the URL once before signing, and send exactly the string that was signed.",
  },
  "url-parameter-added": {
    rank: 57,
    fix: "Add parameters before signing, or sign a custom policy whose Resource ends in *.",
  },
  "url-parameter-removed": {
    rank: 58,
    fix: "Send every parameter that was signed, or sign without it.",
  },
  "url-parameters-reordered": {
    rank: 59,
    fix: "Send the parameters in the order in which they were signed.",
  },
  "url-path-changed": {
    rank: 60,
    fix: "Sign the path that is requested, after all rewrites that happen before CloudFront.",
  },
  "canned-with-wildcard": {
    rank: 61,
    fix: "Send a custom policy (Policy instead of Expires). A canned policy has no wildcards.",
  },
  "policy-json-differs": {
    rank: 62,
    fix: "Sign exactly the documented bytes: no white space, no escapes such as \\/ or \\u0026, this order, numbers without quotes.",
  },
  "expires-changed": { rank: 63, fix: "Send the Expires that was signed." },
  "signature-mismatch": {
    rank: 64,
    fix: "Check which private key signs, and that URL, policy and parameters are sent as they were signed.",
  },
  "request-invalid": {
    rank: 81,
    fix: "Request an absolute http or https URL, and percent-encode every character that needs it.",
  },
  "no-credentials": {
    rank: 82,
    fix: "Send a signed URL, or check that the cookies reach the host: Domain, Path, Secure, SameSite, credentials of fetch.",
  },
  "cookies-shadowed-by-query": {
    rank: 83,
    fix: "Rename the query parameter. CloudFront ignores the cookies if the URL has one of its own parameter names.",
  },
  "key-id-missing": { rank: 84, fix: "Add Key-Pair-Id, or find out what drops it on the way." },
  "key-id-not-a-key-id": {
    rank: 85,
    fix: "Use the ID of the public key (K…), not the key group's ID or a name.",
  },
  "parameter-repeated": {
    rank: 86,
    fix: "Send each parameter once. Do not sign a URL that is already signed.",
  },
  "signature-missing": { rank: 87, fix: "Add Signature, or find out what drops it on the way." },
  "signature-undecodable": {
    rank: 88,
    fix: "Encode the signature as base64 with padding, replace + = / by - _ ~, and send all of it.",
  },
  "policy-missing": { rank: 89, fix: "Send Expires for a canned policy, or Policy for a custom policy." },
  "policy-undecodable": {
    rank: 90,
    fix: "Encode the policy as base64 with padding, replace + = / by - _ ~, and send all of it.",
  },
  "policy-not-json": { rank: 91, fix: "Encode the JSON text of the policy as base64, once." },
  "policy-schema": {
    rank: 92,
    fix: "Write a list of one statement with Resource and Condition, spelled as in the developer guide.",
  },
  milliseconds: { rank: 93, fix: "Divide by 1000 and round down: CloudFront counts seconds." },
  "expires-invalid": { rank: 94, fix: "Send whole epoch seconds as plain digits." },
  "hash-unknown": { rank: 95, fix: "Send Hash-Algorithm=SHA1 or Hash-Algorithm=SHA256, in capital letters." },
  "dot-segment": {
    rank: 101,
    fix: "Request the URL without dot segments, as clients resolve it, or sign exactly this URL. No wildcard covers a path with . or .. in it.",
  },
  "resource-mismatch": {
    rank: 102,
    fix: "Make Resource cover the URL. A wildcard ends with its section; only a * at the very end also covers the query.",
  },
  expired: {
    rank: 103,
    fix: "Sign again, or for a longer time. If it should still be valid, check the clock of the signer.",
  },
  "not-yet-valid": {
    rank: 104,
    fix: "Wait, or let DateGreaterThan start earlier: clocks differ by seconds.",
  },
  "ip-mismatch": {
    rank: 105,
    fix: "Sign for the public address that CloudFront sees, or without IpAddress: NAT, VPN and mobile networks change it.",
  },
  "ipv6-viewer": { rank: 106, fix: "Turn IPv6 off for the distribution, or sign without IpAddress." },
  "ip-unknown": { rank: 121, fix: "Pass the viewer's address as ipAddress to compare it with the policy." },
  "nothing-wrong-here": {
    rank: 122,
    fix: "Compare the failing request with this one: another cache behavior, an old response in a cache, another key group.",
  },
};
