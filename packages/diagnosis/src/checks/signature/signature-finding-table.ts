import type { Finding, FindingTable } from "../../findings/finding.ts";
import type { UrlDifferenceId } from "../../differences/url-difference.ts";
import type { ReadQuestion } from "../../request/question.ts";

/** What the signature was made for. */
export type SignatureFindingId =
  /** The signature is valid for another key of the group. */
  | "key-id-wrong"
  /** The key group contains no key with this ID, or the response is `InvalidKey`; `possible` for another response. */
  | "key-not-trusted"
  /** The length of the signature fits no key, and its padding is missing. */
  | "signature-truncated"
  /** The signature is raw ECDSA or RSA-PSS, has no DigestInfo, signs a digest that was hashed again, or has a size that CloudFront's keys never produce. */
  | "signature-wrong-format"
  /** The signature was made with a different hash: SHA-1, SHA-256, or one that CloudFront rejects. */
  | "hash-mismatch"
  /** The policy was signed before its placeholders were filled in, or with example values. */
  | "placeholder-signed"
  /** The signature is for a URL without a scheme, or for the path alone. */
  | "url-incomplete"
  /** The signature is for http and the request uses https, or the other way round. */
  | "url-scheme-changed"
  /** The signature is for another host name or port. */
  | "url-host-changed"
  /** The signature is for the same URL in another encoding; the evidence names the character. */
  | "url-encoding-changed"
  /** The signature is for the URL without the parameters that the evidence names. */
  | "url-parameter-added"
  /** The signature is for a URL with a parameter, or with a value, that is not sent. */
  | "url-parameter-removed"
  /** The signature is for another order of the parameters. */
  | "url-parameters-reordered"
  /** The signature is for another path: the paths differ in dot segments, slashes, `index.html`, or an extra or missing folder. */
  | "url-path-changed"
  /** The signature is for a pattern, but the request has a canned policy. */
  | "canned-with-wildcard"
  /** The signed text differs from the policy that CloudFront checks: other JSON (white space, escapes), other bytes (UTF-16), or no policy at all. */
  | "policy-json-differs"
  /** The signature is for a different expiry: in milliseconds, rounded, in another time zone, or off by some days. */
  | "expires-changed"
  /** Another private key made the signature, or the right key signed another text. */
  | "signature-mismatch";

export type SignatureFinding = Finding<
  SignatureFindingId | UrlDifferenceId | "signature-not-checked" | "signature-undecodable"
>;

export const signatureFindingTable: FindingTable<SignatureFindingId, ReadQuestion> = {
  "key-id-wrong": {
    rank: 410,
    summary: "The signature fits a different public key from the one that the request names.",
    fix: "Send the ID of the public key that belongs to the signer's private key.",
  },
  "key-not-trusted": {
    rank: 420,
    summary: "CloudFront does not trust this key here.",
    fix: "Add the public key to a key group that this cache behavior trusts, or sign with a key that is in such a key group.",
  },
  "signature-truncated": {
    rank: 510,
    summary: "The signature was cut off.",
    fix: "Send the whole signature. Check for database columns, logs and length limits that cut it off.",
  },
  "signature-wrong-format": {
    rank: 520,
    summary: "The signature is in a format that CloudFront does not read.",
    fix: "Send ECDSA signatures in DER (not raw r and s) and RSA signatures as PKCS#1 v1.5, made by the key that the ID names.",
  },
  "hash-mismatch": {
    rank: 530,
    summary: "The signature was not made with the hash that the request names.",
    fix: "Send the Hash-Algorithm that the signer used. Without it, CloudFront assumes SHA1.",
  },
  "placeholder-signed": {
    rank: 540,
    summary: "The policy was signed before its placeholders were filled in.",
    fix: "Put the real URL and the real time into the policy first, and then sign the policy.",
  },
  "url-incomplete": {
    rank: 550,
    summary: "The signature is for an incomplete URL.",
    fix: "Sign the whole URL that is requested, with https:// and the host name.",
    hasComparison: true,
  },
  "url-scheme-changed": {
    rank: 560,
    summary: "The signature is for http and the request uses https, or the other way round.",
    fix: "Sign the URL with the scheme of the final request, usually https. A redirect from http changes the URL.",
    hasComparison: true,
  },
  "url-host-changed": {
    rank: 570,
    summary: "The signature is for another host name.",
    fix: "Sign the host name that the viewer requests.",
    hasComparison: true,
  },
  "url-encoding-changed": {
    rank: 580,
    summary: "The URL was encoded differently after it was signed.",
    fix: "Percent-encode the URL once before signing, and send exactly the string that was signed.",
    hasComparison: true,
  },
  "url-parameter-added": {
    rank: 590,
    summary: "A query parameter was added after signing.",
    fix: "Add parameters before signing, or sign a custom policy whose Resource ends in *.",
  },
  "url-parameter-removed": {
    rank: 600,
    summary: "A query parameter was lost after signing.",
    fix: "Send every parameter that was signed, or sign the URL without the missing ones.",
  },
  "url-parameters-reordered": {
    rank: 610,
    summary: "The order of the query parameters changed after signing.",
    fix: "Send the parameters in the order in which they were signed.",
  },
  "url-path-changed": {
    rank: 620,
    summary: "The signature is for another path.",
    fix: "Sign the path that is requested, after all rewrites that happen before the request reaches CloudFront.",
    hasComparison: true,
  },
  "canned-with-wildcard": {
    rank: 630,
    summary: "The signature is for a wildcard, which only a custom policy can have.",
    fix: "Send a custom policy (Policy instead of Expires). A canned policy has no wildcards.",
  },
  "policy-json-differs": {
    rank: 640,
    summary: "The signed policy is written differently from the one that CloudFront checks.",
    fix: "Sign exactly the documented bytes: no white space, no escapes such as \\/ or \\u0026, the documented order, numbers without quotes.",
    hasComparison: true,
  },
  "expires-changed": {
    rank: 650,
    summary: "The signature is not for the expiry time that the request names.",
    fix: "Send the Expires that was signed.",
    hasComparison: true,
  },
  "signature-mismatch": {
    rank: 660,
    summary: "The signature does not fit this request.",
    fix: "Check which private key signs, and that the URL, policy and parameters are sent as they were signed.",
  },
};
