import { type Finding, likely, type Seen } from "../../findings/finding.ts";
import { ownValue } from "../../findings/own-value.ts";
import { quote } from "../../findings/quote.ts";
import type { ErrorBody } from "../../request/error-body.ts";
import type { ReadQuestion } from "../../request/question.ts";
import type { ReadAnswer } from "../../request/read-answer.ts";
import { readTarget } from "../../request/request-target.ts";
import { type Checks, rankAfterConditions } from "../check.ts";

/**
 * What S3 answers, which CloudFront asks only for a signature that it accepted or did not check.
 *
 * @inline
 */
export type S3AnswerFindingId =
  /**
   * S3 returns an error about parameters that were forwarded to it: the cache behavior is not restricted.
   *
   * @see https://github.com/jasonsims/aws-cloudfront-sign/issues/15
   */
  | "s3-query-auth"
  /**
   * The body is S3's error about a KMS key that is disabled, missing, not allowed, or used without Signature Version 4.
   *
   * @see https://github.com/aws/aws-sdk-php/issues/1568
   */
  | "origin-kms"
  /**
   * The body comes from S3: `Access Denied` with a capital D, or a `HostId`; or the `Server` header names S3, and there is no body.
   *
   * @see https://github.com/jasonsims/aws-cloudfront-sign/issues/23
   */
  | "s3-denied";

export const s3Answers: Checks<S3AnswerFindingId> = {
  "s3-query-auth": {
    rank: 110,
    isOfOrigin: true,
    isAnsweredElsewhere: true,
    summary: "The signing parameters reached S3: CloudFront does not restrict this path.",
    fix: "Restrict viewer access for this cache behavior with a key group, so that S3 does not see the parameters.",
  },
  "origin-kms": {
    rank: 115,
    isOfOrigin: true,
    isAnsweredElsewhere: true,
    summary: "The origin cannot use its KMS key.",
    fix: "Use origin access control, and allow the distribution to decrypt with the KMS key of the bucket.",
  },
  "s3-denied": {
    rank: 120,
    isOfOrigin: true,
    isAnsweredElsewhere: true,
    summary: "S3 denied the request, not CloudFront.",
    fix: "Check that the object exists, in exactly this case: without s3:ListBucket, S3 answers 403 for a missing object. Then check the origin path, and that the distribution may read the bucket (origin access control).",
  },
};

type S3AnswerFinding = Finding<S3AnswerFindingId>;

/** What S3 answered. */
export function s3Answer({ answer, givenUrl }: ReadQuestion): S3AnswerFinding | undefined {
  const { error, isFromS3, header, body, status } = answer;
  const s3Error = s3ErrorOf(answer);
  const kmsError = error && kmsErrorOf(error);
  if (kmsError) return likely("origin-kms", kmsError);
  if (/<ArgumentName>Authorization<[\s\S]{0,40}<ArgumentValue>(?!AWS4-HMAC)/.test(body))
    return likely("s3-denied", viewersAuthorization);
  if (s3Error === signatureMismatch && /[?&](?:AWSAccessKeyId|X-Amz-Signature)=/i.test(givenUrl))
    return likely("s3-query-auth", parameterOfS3);
  if (error?.message.includes("Please use AWS4-HMAC-SHA256")) return likely("s3-query-auth", oldSignature);
  if (sawParameters(answer))
    return likely("s3-query-auth", "the body is S3's error about parameters that were forwarded to it");
  const isKeyUnknown = s3Error === noSuchKey || (isFromS3 && s3Error === undefined);
  if (isKeyUnknown && /^[^/]*\/\/[^/?#]*\/\//.test(givenUrl)) return likely("s3-denied", slashInKey);
  const { host = "" } = readTarget(givenUrl) ?? {};
  if (s3Error === noSuchBucket && error?.bucket === host) return likely("s3-denied", hostAsBucket);
  if (s3Error === signatureMismatch && /^[^?]*(?:[+ ]|%2[0B])/i.test(givenUrl))
    return likely("s3-denied", spaceInKey);
  if (isFromS3 || s3Error === otherRegion) return likely("s3-denied", s3Error ?? otherErrorOf(error));
  // The answer to HEAD has no body.
  if (header("server") !== "AmazonS3" || body.trim() !== "" || status !== 403) return undefined;
  return likely("s3-denied", "the header Server is AmazonS3", {
    summary: "S3 seems to have denied the request.",
    rank: rankAfterConditions,
  });
}

const kmsPermission: Seen = {
  evidence: "the body says that the KMS key may not be used to decrypt the object",
  fix: "Allow cloudfront.amazonaws.com to call kms:Decrypt in the key policy, with the ARN of the distribution as AWS:SourceArn.",
};
const kmsUnusable: Seen = {
  evidence: "the body says that the KMS key is disabled or about to be deleted",
  fix: "Enable the KMS key again, or cancel its deletion. Otherwise store the object anew.",
};
const kmsSignatureVersion: Seen = {
  evidence: "the body says that the KMS key needs requests with AWS Signature Version 4",
  fix: "Replace the origin access identity by origin access control, which signs with Version 4, and allow the distribution in the key policy.",
};

const kmsMessages: readonly (readonly [part: string, seen: Seen])[] = [
  ["kms:Decrypt", kmsPermission],
  ["ciphertext refers to a customer master key", kmsPermission],
  ["KMS managed keys require AWS Signature Version 4", kmsSignatureVersion],
  // What the user of an origin access identity gets, who has no account.
  ["No account found for the given parameters", kmsSignatureVersion],
];

const kmsCodes: Readonly<Record<string, Seen>> = {
  "KMS.AccessDeniedException": kmsPermission,
  "KMS.DisabledException": kmsUnusable,
  "KMS.KMSInvalidStateException": kmsUnusable,
  "KMS.NotFoundException": {
    evidence: "the body says that the KMS key does not exist",
    fix: "Store the object anew with a KMS key that exists in the Region of the bucket.",
  },
};

/**
 * What an error of S3 says about a KMS key, in all wordings that users reported.
 *
 * Sources: AWS re:Post, "How do I use CloudFront to serve SSE-KMS encrypted content from S3?"; aws-sdk-php
 * issues 1568 and 1718, aws-sdk-js issue 1994.
 */
function kmsErrorOf({ code, message }: ErrorBody): Seen | undefined {
  const [, byMessage] = kmsMessages.find(([part]) => message.includes(part)) ?? [];
  const other = { evidence: "the body names a KMS error of the origin" };
  return byMessage ?? ownValue(kmsCodes, code) ?? (code.startsWith("KMS.") ? other : undefined);
}

/** An error that has no step of its own: only Access Denied is about who may read the bucket. */
function otherErrorOf(error: ErrorBody | undefined): string | Seen {
  const { code = "" } = error ?? {};
  if (code === "" || code === "AccessDenied")
    return 'the body is S3\'s: "Access Denied" with a capital D, or a HostId';
  return {
    evidence: `the body is S3's, with the code ${quote(code)}`,
    summary: "S3 responded with an error of its own.",
    fix: "Look up this code in the list of error codes of S3: it is about the request that S3 received, the object or the bucket.",
  };
}

const parameterOfS3: Seen = {
  evidence: "the body is S3's SignatureDoesNotMatch, and the URL has a parameter of S3's own signatures",
  fix: "Take AWSAccessKeyId and the X-Amz- parameters out of the URL, and restrict viewer access for this cache behavior with a key group.",
  // After what says that the URL is presigned.
  rank: 321,
};

const oldSignature: Seen = {
  evidence: "the body is S3's: it accepts only AWS4-HMAC-SHA256",
  summary: "S3 got a signature of an old version: the viewer's, or that of an origin access identity.",
  fix: "Use origin access control instead of an origin access identity, which newer Regions do not accept. If there is none, restrict viewer access for this cache behavior with a key group, so that S3 does not see the parameters.",
};

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

const noSuchKey: Seen = {
  evidence: "the body is S3's NoSuchKey: the bucket has no object with this key",
  summary: "S3 does not have this object.",
  fix: "Compare the path of the URL with the key of the object: capital letters, spaces, the origin path.",
};
const noSuchBucket: Seen = {
  evidence: "the body is S3's NoSuchBucket: the origin names a bucket that does not exist",
  summary: "S3 does not have this bucket.",
  fix: "Correct the domain name of the origin: BUCKET.s3.REGION.amazonaws.com.",
};
const otherRegion: Seen = {
  evidence: "S3 redirects to the endpoint of another Region",
  summary: "S3 redirects to another Region.",
  fix: "Write the Region in the domain name of the origin: BUCKET.s3.REGION.amazonaws.com.",
};
const signatureMismatch: Seen = {
  evidence: "the body is S3's SignatureDoesNotMatch: S3 does not accept how CloudFront signed",
  summary: "S3 does not accept CloudFront's own signature.",
  fix: "Do not forward the viewer's Host header to S3: use the origin request policy AllViewerExceptHostHeader, or none.",
};

const viewersAuthorization: Seen = {
  evidence: "the body says that S3 does not accept the Authorization header of the request",
  summary: "The viewer's Authorization header reached S3.",
  fix: "Do not forward Authorization to S3: leave it out of the cache policy and the origin request policy. Or let origin access control always sign requests, which replaces the header.",
};

/** What S3's error says by its code, what it means, and what to do. */
const s3Codes: Readonly<Record<string, Seen>> = {
  NoSuchKey: noSuchKey,
  NoSuchBucket: noSuchBucket,
  PermanentRedirect: otherRegion,
  TemporaryRedirect: otherRegion,
  SignatureDoesNotMatch: signatureMismatch,
  AuthorizationHeaderMalformed: {
    evidence: "the body says that CloudFront signed the request for another Region than that of the bucket",
    summary: "S3 does not accept CloudFront's own signature.",
    fix: "Write the Region in the domain name of the origin: BUCKET.s3.REGION.amazonaws.com.",
  },
  InvalidObjectState: {
    evidence: "the body says that the object is archived (InvalidObjectState)",
    summary: "S3 has archived this object.",
    fix: "Restore the object from S3 Glacier, or store it in another storage class.",
  },
};

/** What it says by its message, which counts more. */
const s3Messages: readonly (readonly [part: string, seen: Seen])[] = [
  [
    "explicit deny",
    {
      evidence: "the body names an explicit deny in a policy of the bucket or its account",
      fix: "Find the Deny statement in the bucket policy or an organization's policy, and except the distribution from it.",
    },
  ],
  [
    " policy allows the ",
    {
      evidence: "the body says that no policy allows the request",
      fix: "Allow cloudfront.amazonaws.com to call s3:GetObject in the bucket policy, with the ARN of the distribution as AWS:SourceArn.",
    },
  ],
  ["Unsupported Authorization Type", viewersAuthorization],
];

/**
 * What S3's error says, where it says more than `Access Denied`.
 *
 * Source: Amazon S3 API Reference, "Error responses"; Amazon S3 User Guide, "Troubleshoot access denied (403
 * Forbidden) errors".
 */
function s3ErrorOf({ error, header, status = 0 }: ReadAnswer): Seen | undefined {
  const { code = header("x-amz-error-code"), message = header("x-amz-error-message") } = error ?? {};
  const [, byMessage] = s3Messages.find(([part]) => message.includes(part)) ?? [];
  const known = byMessage ?? ownValue(s3Codes, code);
  if (known) return known;
  // S3 redirects for some hours after a bucket was made, and CloudFront passes this on.
  const isRedirect = status >= 300 && status < 400 && header("server") === "AmazonS3";
  return isRedirect && header("location").includes(".amazonaws.com") ? otherRegion : undefined;
}

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
