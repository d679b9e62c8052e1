import { type Finding, likely, proven } from "../findings/finding.ts";
import { rankAfterConditions } from "../findings/rank-findings.ts";
import { readKmsError } from "../question/kms-error.ts";
import type { ReadQuestion } from "../question/question.ts";
import type { ReadAnswer } from "../question/read-answer.ts";
import { readS3Error } from "../question/s3-error.ts";

/** What S3 answered, which CloudFront asks only for a signature that it accepted or did not check. */
export function s3Finding({ answer }: ReadQuestion): Finding | undefined {
  const { error, isFromS3, header, body, status } = answer;
  const s3Error = readS3Error(answer);
  const kmsError = error && readKmsError(error);
  if (kmsError) return proven("origin-kms", { kind: "kms-error", error: kmsError });
  if (sawParameters(answer)) return proven("s3-query-auth", "s3-parameter-error");
  if (isFromS3 || s3Error === "other-region")
    return proven("s3-denied", s3Error ? { kind: "s3-error", error: s3Error } : "s3-error-body");
  // The answer to HEAD has no body.
  if (header("server") !== "AmazonS3" || body.trim() !== "" || status !== 403) return undefined;
  return { ...likely("s3-denied", "s3-server-header"), rank: rankAfterConditions };
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
