import { likely, type Seen } from "../../findings/finding.ts";
import type { ReadQuestion } from "../../request/question.ts";
import type { ReadAnswer } from "../../request/read-answer.ts";
import { type KmsError, readKmsError, readS3Error, type S3Error } from "../../request/s3-error.ts";
import { rankAfterConditions } from "../../request/ranks.ts";
import { readTarget } from "../../request/request-target.ts";
import type { AnswerFinding } from "./answer-finding-table.ts";

/** What S3 answered, which CloudFront asks only for a signature that it accepted or did not check. */
export function s3Finding({ answer, givenUrl }: ReadQuestion): AnswerFinding | undefined {
  const { error, isFromS3, header, body, status } = answer;
  const s3Error = readS3Error(answer);
  const kmsError = error && readKmsError(error);
  if (kmsError) return likely("origin-kms", kmsErrors[kmsError]);
  if (sawParameters(answer))
    return likely("s3-query-auth", "the body is S3's error about parameters that were forwarded to it");
  const isKeyUnknown = s3Error === "no-such-key" || (isFromS3 && s3Error === undefined);
  if (isKeyUnknown && /^[^/]*\/\/[^/?#]*\/\//.test(givenUrl)) return likely("s3-denied", slashInKey);
  const { host = "" } = readTarget(givenUrl) ?? {};
  if (s3Error === "no-such-bucket" && error?.bucket === host) return likely("s3-denied", hostAsBucket);
  if (s3Error === "signature" && /^[^?]*(?:[+ ]|%2[0B])/i.test(givenUrl))
    return likely("s3-denied", spaceInKey);
  if (isFromS3 || s3Error === "other-region")
    return likely("s3-denied", s3Error ? s3Errors[s3Error] : otherS3Error);
  // The answer to HEAD has no body.
  if (header("server") !== "AmazonS3" || body.trim() !== "" || status !== 403) return undefined;
  return likely("s3-denied", "the header Server is AmazonS3", {
    summary: "S3 seems to have denied the request.",
    rank: rankAfterConditions,
  });
}

/** What shows an error of a KMS key, and what to do about it. */
const kmsErrors: Readonly<Record<KmsError, Seen>> = {
  "no-permission": {
    evidence: "the body says that the KMS key may not be used to decrypt the object",
    fix: "Allow cloudfront.amazonaws.com to call kms:Decrypt in the key policy, with the ARN of the distribution as AWS:SourceArn.",
  },
  unusable: {
    evidence: "the body says that the KMS key is disabled or about to be deleted",
    fix: "Enable the KMS key again, or cancel its deletion. Otherwise store the object anew.",
  },
  missing: {
    evidence: "the body says that the KMS key does not exist",
    fix: "Store the object anew with a KMS key that exists in the Region of the bucket.",
  },
  "signature-version": {
    evidence: "the body says that the KMS key needs requests with AWS Signature Version 4",
    fix: "Replace the origin access identity by origin access control, which signs with Version 4, and allow the distribution in the key policy.",
  },
  other: { evidence: "the body names a KMS error of the origin" },
};

const otherS3Error = 'the body is S3\'s: "Access Denied" with a capital D, or a HostId';

const slashInKey: Seen = {
  evidence: "the path begins with //, so S3 looks for an object whose key begins with /",
  fix: "Sign the URL with one / before the path, unless the key of the object really begins with /.",
};

const hostAsBucket: Seen = {
  evidence: "the body is S3's NoSuchBucket, and names the viewer's host as the bucket",
  summary: "The viewer's Host header reached S3, which looks for a bucket of this name.",
  fix: "Do not forward the viewer's Host header to S3: use the origin request policy AllViewerExceptHostHeader, or none.",
};

const spaceInKey: Seen = {
  evidence:
    "the body is S3's SignatureDoesNotMatch, and the path has a + or a space, which S3 reads in another way",
  summary: "S3 does not accept CloudFront's own signature.",
  fix: "Write %2B for + and %20 for a space in the path before you sign the URL, or give the object a key without them. If that does not help, do not forward the viewer's Host header to S3.",
};

/** What shows an error of S3, what it means, and what to do. */
const s3Errors: Readonly<Record<S3Error, Seen>> = {
  "no-such-key": {
    evidence: "the body is S3's NoSuchKey: the bucket has no object with this key",
    summary: "S3 does not have this object.",
    fix: "Compare the path of the URL with the key of the object: capital letters, spaces, the origin path.",
  },
  "no-such-bucket": {
    evidence: "the body is S3's NoSuchBucket: the origin names a bucket that does not exist",
    summary: "S3 does not have this bucket.",
    fix: "Correct the domain name of the origin: BUCKET.s3.REGION.amazonaws.com.",
  },
  "other-region": {
    evidence: "S3 redirects to the endpoint of another Region",
    summary: "S3 redirects to another Region.",
    fix: "Write the Region in the domain name of the origin: BUCKET.s3.REGION.amazonaws.com.",
  },
  signature: {
    evidence: "the body is S3's SignatureDoesNotMatch: S3 does not accept how CloudFront signed",
    summary: "S3 does not accept CloudFront's own signature.",
    fix: "Do not forward the viewer's Host header to S3: use the origin request policy AllViewerExceptHostHeader, or none.",
  },
  authorization: {
    evidence: "the body says that S3 does not know the type of the Authorization header",
    summary: "The viewer's Authorization header reached S3.",
    fix: "Do not forward Authorization to S3: leave it out of the cache policy and the origin request policy. Or let origin access control always sign requests, which replaces the header.",
  },
  region: {
    evidence: "the body says that CloudFront signed the request for another Region than that of the bucket",
    summary: "S3 does not accept CloudFront's own signature.",
    fix: "Write the Region in the domain name of the origin: BUCKET.s3.REGION.amazonaws.com.",
  },
  "explicit-deny": {
    evidence: "the body names an explicit deny in a policy of the bucket or its account",
    fix: "Find the Deny statement in the bucket policy or an organization's policy, and except the distribution from it.",
  },
  "no-allow": {
    evidence: "the body says that no policy allows the request",
    fix: "Allow cloudfront.amazonaws.com to call s3:GetObject in the bucket policy, with the ARN of the distribution as AWS:SourceArn.",
  },
  disabled: {
    evidence: "the body says that all access to the object or the bucket has been disabled",
    summary: "S3 has disabled all access.",
    fix: "Check that the origin names your own bucket, and ask AWS Support if it does.",
  },
  archived: {
    evidence: "the body says that the object is archived (InvalidObjectState)",
    summary: "S3 has archived this object.",
    fix: "Restore the object from S3 Glacier, or store it in another storage class.",
  },
};

const parameterMessages = [
  "Query-string authentication requires",
  "Request has expired",
  "Only one auth mechanism allowed",
  "The authorization mechanism you have provided is not supported",
  "Invalid date (should be seconds since epoch)",
];

/** Whether S3 read signing parameters, which CloudFront takes off where it checks them. */
function sawParameters({ error }: ReadAnswer): boolean {
  if (!error || error.code === "SignatureDoesNotMatch") return false;
  return error.hasAccessKeyId || parameterMessages.some((message) => error.message.startsWith(message));
}
