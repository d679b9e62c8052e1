import type { Finding, FindingTable } from "../../findings/finding.ts";
import type { ReadQuestion } from "../../request/question.ts";

/** What the response shows by itself. It is never more than `likely`, because another server can answer the same. */
export type AnswerFindingId =
  /** S3 returns an error about parameters that were forwarded to it: the cache behavior is not restricted. */
  | "s3-query-auth"
  /** The body is S3's error about a KMS key that is disabled, missing, not allowed, or used without Signature Version 4. */
  | "origin-kms"
  /** The body comes from S3: `Access Denied` with a capital D, or a `HostId`; or the `Server` header names S3, and there is no body. */
  | "s3-denied"
  /** The body is CloudFront's HTML page *Request blocked*, or the response has the header `x-amzn-waf-action`. */
  | "waf-blocked"
  /** The body is CloudFront's HTML page *configured to block access from your country*. */
  | "country-blocked"
  /** The body is CloudFront's HTML page *Bad request* for your host name, or says that the distribution does not match the certificate. */
  | "alternate-domain-missing"
  /** The body is CloudFront's HTML page *not configured to allow the HTTP request method*, or no cache behavior can allow the method. */
  | "method-not-allowed"
  /** The response redirects to https, or an http URL gets *Bad request*. */
  | "https-required"
  /** `X-Cache` says that a CloudFront Function or a Lambda@Edge function generated the response, or failed. */
  | "edge-function-answered"
  /** The body is CloudFront's HTML page *The request could not be satisfied*, with none of the reasons above. */
  | "blocked-before-signing"
  /** The URL is longer than 8,192 characters, the cookies are longer than 20,480, or the status is 413 or 414. */
  | "request-too-large"
  /** The response is `MissingKey`, but the request has a `Key-Pair-Id`. */
  | "parameters-lost"
  /** The request is `OPTIONS`, without signing parameters in the URL: browsers send no cookies with a preflight. */
  | "preflight-without-cookies"
  /** The request was denied, but the verifier's `restrict` leaves its path open; or an origin responded to a request that CloudFront denies on a restricted path. */
  | "not-restricted"
  /** The response has the page or headers of a web server, API Gateway or a load balancer. */
  | "origin-denied"
  /** The status is not 403, 413 or 414. */
  | "not-a-signing-error"
  /** `X-Cache` says *Hit* for an error, or the error has an `Age` header. */
  | "error-cached"
  /** The headers include neither `X-Amz-Cf-Id` nor a `Via` from CloudFront. */
  | "not-from-cloudfront"
  /** `X-Cache` says *Error*, but the response has a success status, or its body is not CloudFront's. */
  | "custom-error-page";

export type AnswerFinding = Finding<AnswerFindingId>;

export const answerFindingTable: FindingTable<AnswerFindingId, ReadQuestion> = {
  "s3-query-auth": {
    rank: 110,
    summary: "The signing parameters reached S3: CloudFront does not restrict this path.",
    fix: "Restrict viewer access for this cache behavior with a key group, so that S3 does not see the parameters.",
  },
  "origin-kms": {
    rank: 115,
    summary: "The origin cannot use its KMS key.",
    fix: "Use origin access control, and allow the distribution to decrypt with the KMS key of the bucket.",
  },
  "s3-denied": {
    rank: 120,
    summary: "S3 denied the request, not CloudFront.",
    fix: "Let the distribution read the bucket (origin access control), and check that the object exists.",
  },
  "waf-blocked": {
    rank: 125,
    summary: "AWS WAF blocked the request.",
    fix: "Find the rule in the sampled requests of the web ACL, and exclude this request from it. The signature is not the reason.",
  },
  "country-blocked": {
    rank: 130,
    summary: "The distribution blocks the country of the viewer.",
    fix: "Change the geographic restrictions of the distribution, or send the request from another country. The signature is not the reason.",
  },
  "alternate-domain-missing": {
    rank: 135,
    summary: "No distribution has this host name as an alternate domain name.",
    fix: "Add the host name to the distribution as an alternate domain name, with a certificate for it: a DNS record alone is not enough. CloudFront also sends this page if a GET request has a body.",
  },
  "method-not-allowed": {
    rank: 140,
    summary: "The cache behavior does not allow this HTTP method.",
    fix: "Allow the method in the cache behavior (allowed HTTP methods). A signed URL is valid for every method that the cache behavior allows.",
  },
  "https-required": {
    rank: 145,
    summary: "CloudFront accepts requests for this path over https only.",
    fix: "Sign and request the https URL. A signature for the http URL is not valid after the redirect.",
  },
  "edge-function-answered": {
    rank: 150,
    summary: "A function of the distribution generated this response.",
    fix: "Look at the code of the function that this cache behavior runs. CloudFront's own signature check never responds like this.",
  },
  "blocked-before-signing": {
    rank: 155,
    summary: "CloudFront blocked the request before it checked the signature.",
    fix: "Check the WAF rules, the geographic restrictions and the alternate domain names. The signature is not the reason.",
  },
  "request-too-large": {
    rank: 160,
    summary: "The request is larger than CloudFront accepts.",
    fix: "Keep the URL below 8,192 and the headers below 20,480 bytes: use shorter names, a P-256 key, or cookies.",
  },
  "parameters-lost": {
    rank: 165,
    summary: "The parameters were lost before the request reached CloudFront.",
    fix: "Look at the request that was actually sent: a redirect, a client or a cache key setting dropped the parameters.",
    certainty: "likely",
    find: ({ code, answer, request, keyLookupProblem, method }) => {
      const isWhole = code === "MissingKey" && !request.problem && !keyLookupProblem;
      // Browsers send no cookies with a preflight, so that none were lost.
      return isWhole && !answer.isAllowed && method !== "OPTIONS"
        ? "the response is MissingKey, but this request has a Key-Pair-Id"
        : undefined;
    },
  },
  "preflight-without-cookies": {
    rank: 170,
    summary: "This is a preflight request, which browsers send without cookies.",
    fix: "Send GET without custom headers, so that browsers send no preflight. Or sign the URL instead of setting cookies, because a preflight includes the URL's parameters. Or serve the page and the files from one host name.",
  },
  "not-restricted": {
    rank: 180,
    summary: "This path is not restricted, so the signature is not the cause.",
    fix: "If the path is open on purpose, look at the server that denied the request: CloudFront does not check signatures for this path. Otherwise restrict viewer access in its cache behavior, and add its path pattern to the restrict option.",
  },
  // From here on only likely: what the request itself or the public key proves comes first.
  "origin-denied": {
    rank: 991,
    summary: "The origin denied the request, not CloudFront.",
    fix: "Look at the access rules of the origin, and at the headers, cookies and query parameters that CloudFront forwards to it.",
  },
  "not-a-signing-error": {
    rank: 992,
    summary: "CloudFront does not return this status for a bad signature.",
    fix: "Look at the origin, and at the distribution's error pages. CloudFront responds to a bad signature with 403.",
  },
  "error-cached": {
    rank: 993,
    summary: "CloudFront returned an origin error from its cache.",
    fix: "Correct the origin, then invalidate the path, or wait for the error caching minimum TTL (10 seconds by default).",
  },
  "not-from-cloudfront": {
    rank: 1120,
    summary: "The response did not come through CloudFront.",
    fix: "Find out what responded: a proxy, a firewall, a service worker, or a DNS record that points elsewhere.",
  },
  "custom-error-page": {
    rank: 1130,
    summary: "A custom error page of the distribution hides CloudFront's own response.",
    fix: "Look at the error pages of the distribution, and remove the one for 403 while you test: CloudFront's own response has a Code, which tells you more.",
  },
};
