import { describePolicyProblem } from "../policy/describe-policy-problem.ts";
import type { Base64Fault } from "./base64-fault.ts";
import type { DetailedEvidence, Evidence, PlainEvidence } from "./evidence.ts";
import { longestQuote, longestShortQuote } from "./limits.ts";

const plainSentences: Record<PlainEvidence, string> = {
  "s3-parameter-error": "the body is S3's error about parameters that were forwarded to it",
  "origin-kms-error": "the body names a KMS error of the origin",
  "s3-error-body": 'the body is S3\'s: "Access Denied" with a capital D, or a HostId',
  "cloudfront-html-page": 'the body is CloudFront\'s HTML page "The request could not be satisfied"',
  "answered-missing-key": "the answer is MissingKey, and this request has a Key-Pair-Id",
  "answered-invalid-key": "the answer is InvalidKey: no key group of this cache behavior has the ID",
  "same-site-none-without-secure": "browsers refuse SameSite=None without Secure",
  "secure-cookie-over-http": "browsers do not send a Secure cookie over http",
  "cookie-value-percent-encoded": "the value of a cookie is percent-encoded",
  "s3-host-name": "the host name belongs to S3",
  "parameters-after-hash": "signing parameters stand after the #",
  "name-starts-with-amp": "the name of a parameter starts with amp;",
  "segment-without-parameters": "it is a segment of a stream and has no signing parameters",
  "request-too-long": "the URL or the cookies are longer than CloudFront accepts",
  "not-a-url": "it is not an absolute http or https URL, or has a character that no client sends",
  "no-signing-parameter": "the URL has no signing parameter, and there is no CloudFront- cookie",
  "no-key-pair-id": "there is no Key-Pair-Id",
  "key-pair-id-empty": "Key-Pair-Id is empty",
  "key-pair-id-is-uuid": "Key-Pair-Id is a UUID, as key groups have",
  "no-signature": "there is no Signature",
  "neither-expires-nor-policy": "there is neither Expires nor Policy",
  "policy-not-utf8": "the policy is not UTF-8",
  "expires-in-milliseconds": "Expires has 12 digits or more",
  "parameter-repeated": "the URL has a signing parameter more than once",
  "cookie-repeated": "a signing cookie is there more than once",
  "key-pair-id-not-in-group": "the key group does not have the ID",
  "valid-once-in-der": "the signature is valid once its raw r and s are encoded in DER",
  "size-of-raw-signature": "the signature has 64 bytes, as raw r and s have",
  "valid-for-nothing-tried":
    "the signature is valid neither for this request nor for what is often signed instead",
  "signed-with-wildcard": "the signature is for a Resource with a *",
  "dot-segment-and-wildcard": "the path has a . or .. segment, plain or escaped, and Resource has a wildcard",
  "backslash-in-resource": "Resource has a backslash, which CloudFront no longer documents",
  "address-not-given": "the policy restricts the viewer's address, and the question does not name it",
  "path-not-restricted": "no cache behavior that the verifier restricts has this path",
  "key-pair-id-not-in-group-but-accepted":
    "the given key group does not have the ID, and the answer is not InvalidKey",
  "no-url-to-compare": "without the requested URL, the signed resource cannot be compared with it",
  "all-valid": "signature, resource and times are right for this key group",
  "no-public-key": "without the public key, the signature cannot be checked",
};

/** Evidence in words. Quotes at most a few characters of a URL, and nothing of a policy or a signature. */
export function describeEvidence(evidence: Evidence): string {
  return typeof evidence === "string" ? plainSentences[evidence] : describeDetails(evidence);
}

function describeDetails(evidence: DetailedEvidence): string {
  switch (evidence.kind) {
    case "status-too-large":
      return `the status is ${evidence.status}`;
    case "status-not-403":
      return `the status is ${evidence.status}, and CloudFront answers a bad signature with 403`;
    case "cookie-domain-is-public-suffix":
      return `Domain=${quote(evidence.domain)} is a public suffix, for which browsers refuse cookies`;
    case "cookie-domain-elsewhere":
      return `Domain=${quote(evidence.domain)} does not cover ${quote(evidence.host)}`;
    case "cookie-path-with-asterisk":
      return `Path=${quote(evidence.path)} has a *, which is no wildcard there`;
    case "cookie-path-elsewhere":
      return `Path=${quote(evidence.path)} is not a prefix of the requested path`;
    case "s3-parameter":
      return `there is the parameter ${evidence.name}`;
    case "misspelt-name":
      return `CloudFront does not know the name ${quote(evidence.name)}`;
    case "reserved-names":
      return `there are signed cookies, and the URL has the reserved name ${evidence.names.join(", ")}`;
    case "key-pair-id-shape":
      return `Key-Pair-Id has ${evidence.length} characters, not all of them capital letters and digits`;
    case "base64":
      return `${evidence.name} ${describeBase64Fault(evidence.fault)}`;
    case "policy":
      return describePolicyProblem(evidence.problem);
    case "expires":
      return `Expires is "${shortQuote(evidence.value)}"`;
    case "hash-algorithm":
      return `Hash-Algorithm is "${shortQuote(evidence.value)}"`;
    case "signature-size":
      return evidence.isTruncated
        ? `the signature has ${evidence.bytes} bytes, which no key makes: it was cut off`
        : `the signature has ${evidence.bytes} bytes, in no form that CloudFront reads`;
    case "other-key":
      return `the signature was made with the key ${quote(evidence.keyPairId)}`;
    case "other-hash":
      return `the signature was made with ${evidence.signed}, and the request says or implies ${evidence.sent}`;
    case "other-expiry":
      return `the signature is for ${evidence.signed}, and ${evidence.sent} is sent`;
    case "other-policy-text":
      return `from byte ${evidence.position}: signed ${JSON.stringify(shortQuote(evidence.signed))}, expected ${JSON.stringify(shortQuote(evidence.sent))}`;
    case "other-host":
      return `signed for ${quote(evidence.signed)}, requested from ${quote(evidence.requested)}`;
    case "other-scheme":
      return `signed for ${evidence.signed}, requested with ${evidence.requested}`;
    case "parameters-added":
      return `not signed: the parameter ${quote(evidence.names.join(", "))}`;
    case "parameters-removed":
      return `not sent: the parameter ${quote(evidence.names.join(", "))}`;
    case "parameters-reordered":
      return `the parameters were signed in another order than ${quote(evidence.names.join(", "))}`;
    case "other-text":
      return `from character ${evidence.position}: signed "${shortQuote(evidence.signed)}", requested "${shortQuote(evidence.requested)}"`;
    case "rewritten-by-clients":
      return `clients rewrite it: ${describeEvidence(evidence.difference)}`;
    case "ended":
      return `it expired ${evidence.secondsAgo} seconds ago`;
    case "starts":
      // Clocks that are not synchronized rarely differ by more than some minutes.
      return `it starts in ${evidence.secondsLeft} seconds${evidence.secondsLeft < 300 ? ": perhaps the clocks differ" : ""}`;
    case "section-not-covered":
      return `the ${evidence.section} is not covered by Resource ${quote(evidence.resource)}`;
    case "other-address":
      return `the policy is for ${evidence.cidr}`;
    case "ipv6-address":
      return `the policy is for ${evidence.cidr}, and the viewer connected over IPv6`;
  }
}

/** The fault in words that follow the name of the parameter. */
function describeBase64Fault(fault: Base64Fault): string {
  switch (fault.id) {
    case "variable-not-set":
      return `is the word "${shortQuote(fault.word)}": a variable was not set`;
    case "not-encoded":
      return "is not encoded at all";
    case "percent-encoded":
      return "is percent-encoded";
    case "standard-base64":
      return `has "${fault.character}" in it: plain base64, in which + = / must become - _ ~`;
    case "foreign-character":
      return `has "${fault.character}" in it, which no base64 has`;
    case "base64url":
      return 'has "_" inside, which is padding here: base64url, not CloudFront\'s alphabet';
    case "wrong-length":
      return `has ${fault.length} characters, which is no multiple of 4: cut off, or the padding _ was dropped`;
    case "too-long":
      return `has ${fault.length} characters, more than any key makes`;
    case "not-canonical":
      return "is base64 that no encoder writes: the bits after its last byte are not 0";
  }
}

function quote(text: string, longest: number = longestQuote): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function shortQuote(text: string): string {
  return quote(text, longestShortQuote);
}
