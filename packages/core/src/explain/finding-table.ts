import type { CloudFrontFindingId } from "./finding.ts";

/** The same for all findings of one ID. */
interface FindingEntry {
  /**
   * Findings come in the order of their rank: what the answer shows (10 and more), cookies (20) and parameters
   * (30) that do not count, the key (40), what the signature is for (50), faults of the parameters (80), and
   * conditions of the policy that are not met (100).
   */
  readonly rank: number;
  /** The cause in one sentence. */
  readonly summary: string;
  /** What to do. */
  readonly fix: string;
}

/** The table of findings. `docs/explain.md` shows it. */
export const findingTable: Record<CloudFrontFindingId, FindingEntry> = {
  "s3-query-auth": {
    rank: 11,
    summary: "The signing parameters reached S3: CloudFront does not restrict this path.",
    fix: "Restrict viewer access for this cache behavior with a key group, so that S3 does not see the parameters.",
  },
  "origin-kms": {
    rank: 12,
    summary: "CloudFront accepted the signature; the origin cannot use its KMS key.",
    fix: "Use origin access control, and allow the distribution to decrypt with the KMS key of the bucket.",
  },
  "s3-denied": {
    rank: 13,
    summary: "CloudFront accepted the signature; S3 denied the request.",
    fix: "Let the distribution read the bucket (origin access control), and check that the object exists. CloudFront accepted the signature.",
  },
  "blocked-before-signing": {
    rank: 14,
    summary: "CloudFront blocked the request before it checked the signature.",
    fix: "Check the WAF rules, the geographic restrictions and the alternate domain names. The signature is not the reason.",
  },
  "request-too-large": {
    rank: 15,
    summary: "The request is larger than CloudFront accepts.",
    fix: "Keep the URL below 8,192 and the headers below 20,480 bytes: use shorter names, a P-256 key, or cookies.",
  },
  "parameters-lost": {
    rank: 16,
    summary: "The parameters were lost before the request reached CloudFront.",
    fix: "Look at the request that was really sent: a redirect, a client or a cache key setting dropped the parameters.",
  },
  "not-a-signing-error": {
    rank: 17,
    summary: "CloudFront does not answer a bad signature with this status.",
    fix: "Look at the origin, and at the distribution's error pages. CloudFront answers a bad signature with 403.",
  },
  "not-restricted": {
    rank: 18,
    summary: "This path is not restricted, so the signature is not the cause.",
    fix: "Look for the cause at the origin, which gave this answer: CloudFront checks no signature here. Or restrict viewer access for this cache behavior, and in the verifier.",
  },
  "cookie-domain": {
    rank: 21,
    summary: "The Domain of the cookies keeps them from this host.",
    fix: "Give the distribution an alternate domain name, and set Domain to it or to its parent.",
  },
  "cookie-path": {
    rank: 22,
    summary: "The Path of the cookies keeps them from this URL.",
    fix: "Set Path to a plain prefix of the requested path, such as /. Cookies have no wildcards.",
  },
  "cookie-same-site": {
    rank: 23,
    summary: "Browsers reject these cookies: SameSite=None needs Secure.",
    fix: "Set SameSite=None; Secure for requests from another site, and fetch with credentials.",
  },
  "cookie-secure": {
    rank: 24,
    summary: "Browsers do not send Secure cookies over http.",
    fix: "Request https, or leave Secure out.",
  },
  "cookie-encoded": {
    rank: 25,
    summary: "The values of the cookies were percent-encoded on the way.",
    fix: "Set the cookie values as they are, without encoding them (setrawcookie in PHP).",
  },
  "s3-host": {
    rank: 31,
    summary: "The request goes to S3 and not through CloudFront.",
    fix: "Sign and request the distribution's domain name instead of the bucket's.",
  },
  "s3-presigned": {
    rank: 32,
    summary: "This URL is signed for S3, not for CloudFront.",
    fix: "Sign the URL with the key of a CloudFront key group. This is an S3 presigned URL.",
  },
  "parameters-in-fragment": {
    rank: 33,
    summary: "The signing parameters stand after a #, so clients never send them.",
    fix: "Put the parameters before the #. Clients never send what comes after it.",
  },
  "html-escaped": {
    rank: 34,
    summary: "The URL has &amp; instead of &, so the parameters are lost.",
    fix: "Write & instead of &amp; where the URL is used. Only HTML source needs &amp;.",
  },
  "parameter-names": {
    rank: 35,
    summary: "The name of a signing parameter is misspelt.",
    fix: "Spell the names exactly: Expires, Policy, Signature, Key-Pair-Id, Hash-Algorithm; in cookies, put CloudFront- in front.",
  },
  "segment-not-signed": {
    rank: 36,
    summary: "This media segment is requested without a signature.",
    fix: "Sign the whole folder once (a grant or cookies for …/*), and use it for every segment.",
  },
  "key-id-wrong": {
    rank: 41,
    summary: "The signature was made with another key than the request names.",
    fix: "Send the ID of the public key that belongs to the private key that signs.",
  },
  "key-not-trusted": {
    rank: 42,
    summary: "CloudFront does not trust this key here.",
    fix: "Add the public key to a key group that this cache behavior trusts, or sign with a key that is in it.",
  },
  "signature-truncated": {
    rank: 51,
    summary: "The signature was cut off.",
    fix: "Send the whole signature. Check the columns, logs and length limits that it passed through.",
  },
  "signature-wrong-format": {
    rank: 52,
    summary: "The signature is in a format that CloudFront does not read.",
    fix: "Send ECDSA signatures in DER (not raw r and s) and RSA signatures as PKCS#1 v1.5, made by the key that the ID names.",
  },
  "hash-mismatch": {
    rank: 53,
    summary: "The signature was made with another hash than the request names.",
    fix: "Send the Hash-Algorithm that was signed with. Without it, CloudFront assumes SHA1.",
  },
  "url-scheme-changed": {
    rank: 54,
    summary: "The signature is for http and the request for https, or the other way round.",
    fix: "Sign the scheme that is requested in the end, usually https. A redirect from http changes the URL.",
  },
  "url-host-changed": {
    rank: 55,
    summary: "The signature is for another host name.",
    fix: "Sign the host name that the viewer requests.",
  },
  "url-encoding-changed": {
    rank: 56,
    summary: "The URL was encoded differently after it was signed.",
    fix: "Percent-encode the URL once before signing, and send exactly the string that was signed.",
  },
  "url-parameter-added": {
    rank: 57,
    summary: "A query parameter was added after signing.",
    fix: "Add parameters before signing, or sign a custom policy whose Resource ends in *.",
  },
  "url-parameter-removed": {
    rank: 58,
    summary: "A query parameter was lost after signing.",
    fix: "Send every parameter that was signed, or sign without it.",
  },
  "url-parameters-reordered": {
    rank: 59,
    summary: "The query parameters changed their order after signing.",
    fix: "Send the parameters in the order in which they were signed.",
  },
  "url-path-changed": {
    rank: 60,
    summary: "The signature is for another path.",
    fix: "Sign the path that is requested, after all rewrites that happen before CloudFront.",
  },
  "canned-with-wildcard": {
    rank: 61,
    summary: "The signature is for a wildcard, which only a custom policy can have.",
    fix: "Send a custom policy (Policy instead of Expires). A canned policy has no wildcards.",
  },
  "policy-json-differs": {
    rank: 62,
    summary: "The signed policy is written differently from the one that CloudFront checks.",
    fix: "Sign exactly the documented bytes: no white space, no escapes such as \\/ or \\u0026, this order, numbers without quotes.",
  },
  "expires-changed": {
    rank: 63,
    summary: "The signature is for another expiry time than the request names.",
    fix: "Send the Expires that was signed.",
  },
  "signature-mismatch": {
    rank: 64,
    summary: "The signature does not fit this request.",
    fix: "Check which private key signs, and that URL, policy and parameters are sent as they were signed.",
  },
  "request-invalid": {
    rank: 81,
    summary: "This is not a URL that clients can request.",
    fix: "Request an absolute http or https URL, and percent-encode every character that needs it.",
  },
  "no-credentials": {
    rank: 82,
    summary: "Nothing in this request is signed.",
    fix: "Send a signed URL, or check that the cookies reach the host: Domain, Path, Secure, SameSite, credentials of fetch.",
  },
  "cookies-shadowed-by-query": {
    rank: 83,
    summary: "A parameter in the URL makes CloudFront ignore the cookies.",
    fix: "Rename the query parameter. CloudFront ignores the cookies if the URL has one of its own parameter names.",
  },
  "key-id-missing": {
    rank: 84,
    summary: "The key pair ID is missing.",
    fix: "Add Key-Pair-Id, or find out what drops it on the way.",
  },
  "key-id-not-a-key-id": {
    rank: 85,
    summary: "The key pair ID is not the ID of a public key.",
    fix: "Use the ID of the public key (K…), not the key group's ID or a name.",
  },
  "parameter-repeated": {
    rank: 86,
    summary: "A signing parameter is there twice.",
    fix: "Send each parameter once. Do not sign a URL that is already signed.",
  },
  "signature-missing": {
    rank: 87,
    summary: "The signature is missing.",
    fix: "Add Signature, or find out what drops it on the way.",
  },
  "signature-undecodable": {
    rank: 88,
    summary: "The signature cannot be decoded.",
    fix: "Encode the signature as base64 with padding, replace + = / by - _ ~, and send all of it.",
  },
  "policy-missing": {
    rank: 89,
    summary: "The request has neither Expires nor Policy.",
    fix: "Send Expires for a canned policy, or Policy for a custom policy.",
  },
  "policy-undecodable": {
    rank: 90,
    summary: "The policy cannot be decoded.",
    fix: "Encode the policy as base64 with padding, replace + = / by - _ ~, and send all of it.",
  },
  "policy-not-json": {
    rank: 91,
    summary: "The policy is not JSON.",
    fix: "Encode the JSON text of the policy as base64, once.",
  },
  "policy-schema": {
    rank: 92,
    summary: "The policy breaks a rule of CloudFront's grammar.",
    fix: "Write a list of one statement with Resource and Condition, spelled as in the developer guide.",
  },
  milliseconds: {
    rank: 93,
    summary: "A time is in milliseconds instead of seconds.",
    fix: "Divide by 1000 and round down: CloudFront counts seconds.",
  },
  "expires-invalid": {
    rank: 94,
    summary: "Expires is not a number of seconds.",
    fix: "Send whole epoch seconds as plain digits.",
  },
  "hash-unknown": {
    rank: 95,
    summary: "CloudFront does not know the hash algorithm.",
    fix: "Send Hash-Algorithm=SHA1 or Hash-Algorithm=SHA256, in capital letters.",
  },
  "dot-segment": {
    rank: 101,
    summary: "The path has a . or .. segment, which no wildcard covers.",
    fix: "Request the URL without dot segments, as clients resolve it, or sign exactly this URL. No wildcard covers a path with . or .. in it.",
  },
  "resource-mismatch": {
    rank: 102,
    summary: "The policy does not cover this URL.",
    fix: "Make Resource cover the URL. A wildcard ends with its section; only a * at the very end also covers the query.",
  },
  expired: {
    rank: 103,
    summary: "The signature has expired.",
    fix: "Sign again, or for a longer time. If it should still be valid, check the clock of the signer.",
  },
  "not-yet-valid": {
    rank: 104,
    summary: "The signature is not valid yet.",
    fix: "Wait, or let DateGreaterThan start earlier: clocks differ by seconds.",
  },
  "ip-mismatch": {
    rank: 105,
    summary: "The signature is for another viewer's address.",
    fix: "Sign for the public address that CloudFront sees, or without IpAddress: NAT, VPN and mobile networks change it.",
  },
  "ipv6-viewer": {
    rank: 106,
    summary: "The viewer connected over IPv6, and the policy names an IPv4 address.",
    fix: "Turn IPv6 off for the distribution, or sign without IpAddress.",
  },
  "ip-unknown": {
    rank: 121,
    summary: "The policy restricts the viewer's address.",
    fix: "Pass the viewer's address as ipAddress to compare it with the policy.",
  },
  "nothing-wrong-here": {
    rank: 122,
    summary: "This request should be allowed; the one that failed was another.",
    fix: "Compare the failing request with this one: another cache behavior, an old response in a cache, another key group.",
  },
};
