import type { Sentences } from "../sentences.ts";

/** What was seen in the answer. */
export type AnswerEvidence =
  | "s3-parameter-error"
  | "origin-kms-error"
  | "s3-error-body"
  | "cloudfront-html-page"
  | "answered-missing-key"
  | "path-not-restricted"
  | { readonly kind: "status-too-large"; readonly status: number }
  | { readonly kind: "status-not-403"; readonly status: number };

export const answerSentences: Sentences<AnswerEvidence> = {
  "s3-parameter-error": "the body is S3's error about parameters that were forwarded to it",
  "origin-kms-error": "the body names a KMS error of the origin",
  "s3-error-body": 'the body is S3\'s: "Access Denied" with a capital D, or a HostId',
  "cloudfront-html-page": 'the body is CloudFront\'s HTML page "The request could not be satisfied"',
  "answered-missing-key": "the answer is MissingKey, and this request has a Key-Pair-Id",
  "path-not-restricted": "no cache behavior that the verifier restricts has this path",
  "status-too-large": ({ status }) => `the status is ${status}`,
  "status-not-403": ({ status }) =>
    `the status is ${status}, and CloudFront answers a bad signature with 403`,
};
