import type { KmsError } from "../question/kms-error.ts";
import type { OriginServer } from "../question/origin-server.ts";
import type { S3Error } from "../question/s3-error.ts";
import type { FindingWords } from "./finding-entry.ts";

/** Words that fit one case of a finding better than the general ones of its ID. */
type Words = Partial<FindingWords>;

/** What to do about an error of a KMS key. */
export const kmsWords: Record<KmsError, Words> = {
  "no-permission": {
    fix: "Allow cloudfront.amazonaws.com to call kms:Decrypt in the key policy, with the ARN of the distribution as AWS:SourceArn.",
  },
  unusable: { fix: "Enable the KMS key again, or cancel its deletion. Otherwise store the object anew." },
  missing: {
    fix: "Store the object anew with a KMS key that exists in the Region of the bucket.",
  },
  "signature-version": {
    fix: "Replace the origin access identity by origin access control, which signs with Version 4, and allow the distribution in the key policy.",
  },
  other: {},
};

/** What an error of S3 means, and what to do. */
export const s3Words: Record<S3Error, Words> = {
  "no-such-key": {
    summary: "CloudFront accepted the signature; S3 does not have this object.",
    fix: "Compare the path of the URL with the key of the object: capital letters, spaces, the origin path.",
  },
  "no-such-bucket": {
    summary: "CloudFront accepted the signature; S3 does not have this bucket.",
    fix: "Correct the domain name of the origin: BUCKET.s3.REGION.amazonaws.com.",
  },
  "other-region": {
    summary: "CloudFront accepted the signature; S3 redirects to another Region.",
    fix: "Write the Region in the domain name of the origin: BUCKET.s3.REGION.amazonaws.com.",
  },
  signature: {
    summary: "S3 does not accept CloudFront's own signature.",
    fix: "Do not forward the viewer's Host header to S3: use the origin request policy AllViewerExceptHostHeader, or none.",
  },
  region: {
    summary: "S3 does not accept CloudFront's own signature.",
    fix: "Write the Region in the domain name of the origin: BUCKET.s3.REGION.amazonaws.com.",
  },
  "explicit-deny": {
    fix: "Find the Deny statement in the bucket policy or an organization's policy, and except the distribution from it. CloudFront accepted the signature.",
  },
  "no-allow": {
    fix: "Allow cloudfront.amazonaws.com to call s3:GetObject in the bucket policy, with the ARN of the distribution as AWS:SourceArn. CloudFront accepted the signature.",
  },
  disabled: {
    summary: "CloudFront accepted the signature; S3 has disabled all access.",
    fix: "Check that the origin names your own bucket, and ask AWS Support if it does.",
  },
  archived: {
    summary: "CloudFront accepted the signature; S3 has archived this object.",
    fix: "Restore the object from S3 Glacier, or store it in another storage class.",
  },
};

export const challengeWords: Words = {
  summary: "AWS WAF answered with a challenge that only a browser can solve.",
  fix: "Except this path from the rules of the web ACL with the actions Challenge and CAPTCHA: players, scripts and requests from another origin cannot solve them.",
};

export const otherCertificateWords: Words = {
  summary: "The host name belongs to another distribution than the TLS connection.",
  fix: "Connect with the host name that is requested: a proxy in front must send the same name in TLS (SNI) and in Host.",
};

export const unknownMethodWords: Words = {
  fix: "Use GET, HEAD, OPTIONS, PUT, POST, PATCH or DELETE: CloudFront knows no other methods.",
};

export const failedFunctionWords: Words = {
  summary: "A function of the distribution failed.",
  fix: "Look at the function's errors in CloudWatch Logs. The signature is not the reason.",
};

export const faultyRequestWords: Words = {
  summary: "CloudFront seems to check no signature for this path.",
  fix: "Check that viewer access is restricted for the cache behavior of this path. Otherwise the answer is that of another request.",
};

/** What to look at where an origin denies the request. */
export const originWords: Partial<Record<OriginServer, Words>> = {
  "API Gateway": {
    fix: "Check the origin path (the stage), the route and the API key: API Gateway also answers 403 for a route that does not exist.",
  },
  "Elastic Load Balancing": {
    fix: "Check the listener rules and the AWS WAF web ACL of the load balancer: both answer with this page.",
  },
};
