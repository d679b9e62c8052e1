import type { KmsError } from "../question/kms-error.ts";
import type { OriginServer } from "../question/origin-server.ts";
import type { S3Error } from "../question/s3-error.ts";
import type { Sentences } from "./sentences.ts";

/** What was seen in the answer. */
export type AnswerEvidence =
  | "s3-parameter-error"
  | "s3-error-body"
  | "s3-server-header"
  | "cloudfront-html-page"
  | "request-blocked-page"
  | "country-page"
  | "method-page"
  | "other-certificate-page"
  | "redirected-to-https"
  | "error-page-body"
  | "body-not-from-cloudfront"
  | "success-with-html"
  | "no-cloudfront-header"
  | "preflight-without-credentials"
  | "preflight-answered-missing-key"
  | "answered-missing-key"
  | "path-not-restricted"
  | "origin-answered-faulty-request"
  | { readonly kind: "kms-error"; readonly error: KmsError }
  | { readonly kind: "s3-error"; readonly error: S3Error }
  | { readonly kind: "waf-challenge"; readonly action: "challenge" | "captcha" }
  | { readonly kind: "waf-action" }
  | { readonly kind: "bad-request-page"; readonly scheme: "http" | "https" }
  | { readonly kind: "unknown-method"; readonly method: string }
  | {
      readonly kind: "edge-function";
      readonly maker: "CloudFront function" | "Lambda@Edge function";
      readonly hasFailed: boolean;
    }
  | { readonly kind: "origin-answered"; readonly server: OriginServer }
  | { readonly kind: "error-from-cache"; readonly cacheResult: string }
  | { readonly kind: "error-with-success"; readonly status: number }
  | { readonly kind: "status-too-large"; readonly status: number }
  | { readonly kind: "status-not-403"; readonly status: number };

const kmsSentences: Record<KmsError, string> = {
  "no-permission": "the body says that the KMS key may not be used to decrypt the object",
  unusable: "the body says that the KMS key is disabled or about to be deleted",
  missing: "the body says that the KMS key does not exist",
  "signature-version": "the body says that the KMS key needs requests with AWS Signature Version 4",
  other: "the body names a KMS error of the origin",
};

const s3Sentences: Record<S3Error, string> = {
  "no-such-key": "the body is S3's NoSuchKey: the bucket has no object with this key",
  "no-such-bucket": "the body is S3's NoSuchBucket: the origin names a bucket that does not exist",
  "other-region": "S3 redirects to the endpoint of another Region",
  signature: "the body is S3's SignatureDoesNotMatch: S3 does not accept how CloudFront signed",
  region: "the body says that CloudFront signed the request for another Region than that of the bucket",
  "explicit-deny": "the body names an explicit deny in a policy of the bucket or its account",
  "no-allow": "the body says that no policy allows the request",
  disabled: "the body says that all access to the object or the bucket has been disabled",
  archived: "the body says that the object is archived (InvalidObjectState)",
};

const originSentences: Record<OriginServer, string> = {
  nginx: "the answer is that of nginx",
  Apache: "the answer is that of Apache",
  "API Gateway": "the answer is that of API Gateway",
  "Elastic Load Balancing": "the answer is that of a load balancer (awselb)",
  other: "the answer is that of a server which is neither CloudFront nor S3",
};

export const answerSentences: Sentences<AnswerEvidence> = {
  "s3-parameter-error": "the body is S3's error about parameters that were forwarded to it",
  "s3-error-body": 'the body is S3\'s: "Access Denied" with a capital D, or a HostId',
  "s3-server-header": "the header Server is AmazonS3",
  "cloudfront-html-page": 'the body is CloudFront\'s HTML page "The request could not be satisfied"',
  "request-blocked-page": 'CloudFront\'s HTML page says "Request blocked"',
  "country-page": "CloudFront's HTML page says that access from the country is blocked",
  "method-page": "CloudFront's HTML page says that the distribution does not allow the method",
  "other-certificate-page":
    "CloudFront's HTML page says that the distribution does not match the certificate of the connection",
  "redirected-to-https": "the answer redirects to the same URL with https",
  "error-page-body":
    "X-Cache says Error, and the body is not the one with which CloudFront denies a signature",
  "body-not-from-cloudfront": "the body is not the one with which CloudFront denies a signature",
  "success-with-html": "the file has the extension of another type, and the answer is an HTML page",
  "no-cloudfront-header": "the headers have neither X-Amz-Cf-Id nor a Via of CloudFront",
  "preflight-without-credentials": "the method is OPTIONS, and browsers send no cookies with a preflight",
  "preflight-answered-missing-key":
    "the answer to OPTIONS is MissingKey: browsers send no cookies with a preflight",
  "answered-missing-key": "the answer is MissingKey, and this request has a Key-Pair-Id",
  "path-not-restricted": "no restricted path pattern has this path",
  "origin-answered-faulty-request":
    "the origin answered, and CloudFront would have denied this request where it checks signatures",
  "kms-error": ({ error }) => kmsSentences[error],
  "s3-error": ({ error }) => s3Sentences[error],
  "waf-challenge": ({ action }) => `the header x-amzn-waf-action is ${action}`,
  "waf-action": () => "the answer has the header x-amzn-waf-action",
  "bad-request-page": ({ scheme }) =>
    `CloudFront's HTML page says "Bad request" to a request with ${scheme}; signatures do not cause this page`,
  "unknown-method": ({ method }) => `no cache behavior can allow the method ${JSON.stringify(method)}`,
  "edge-function": ({ maker, hasFailed }) =>
    hasFailed ? `CloudFront says that a ${maker} failed` : `X-Cache says that a ${maker} made the answer`,
  "origin-answered": ({ server }) => originSentences[server],
  "error-from-cache": ({ cacheResult }) =>
    cacheResult === "error"
      ? "the answer has an Age: it was in the cache, where CloudFront keeps errors of the origin"
      : "X-Cache says Hit: the error was in the cache, where CloudFront keeps errors of the origin",
  "error-with-success": ({ status }) => `X-Cache says Error, and the status is ${status}`,
  "status-too-large": ({ status }) => `the status is ${status}`,
  "status-not-403": ({ status }) =>
    `the status is ${status}, and CloudFront answers a bad signature with 403`,
};
