import { ownValue } from "../findings/own-value.ts";
import type { ErrorBody } from "./error-body.ts";
import type { ReadAnswer } from "./read-answer.ts";

/** Why S3 denies a request, where its answer says more than `Access Denied`. */
export type S3Error =
  | "no-such-key"
  | "no-such-bucket"
  | "other-region"
  | "signature"
  | "authorization"
  | "region"
  | "explicit-deny"
  | "no-allow"
  | "disabled"
  | "archived";

const codes: Readonly<Record<string, S3Error>> = {
  NoSuchKey: "no-such-key",
  NoSuchBucket: "no-such-bucket",
  PermanentRedirect: "other-region",
  TemporaryRedirect: "other-region",
  SignatureDoesNotMatch: "signature",
  AuthorizationHeaderMalformed: "region",
  AllAccessDisabled: "disabled",
  InvalidObjectState: "archived",
};

const messages: readonly (readonly [part: string, error: S3Error])[] = [
  ["explicit deny", "explicit-deny"],
  [" policy allows the ", "no-allow"],
  ["Unsupported Authorization Type", "authorization"],
];

/**
 * Reads what S3's error says.
 *
 * Source: Amazon S3 API Reference, "Error responses"; Amazon S3 User Guide, "Troubleshoot access denied (403
 * Forbidden) errors".
 */
export function readS3Error({ error, header, status = 0 }: ReadAnswer): S3Error | undefined {
  const { code = header("x-amz-error-code"), message = header("x-amz-error-message") } = error ?? {};
  const [, byMessage] = messages.find(([part]) => message.includes(part)) ?? [];
  if (byMessage ?? ownValue(codes, code)) return byMessage ?? ownValue(codes, code);
  // S3 redirects for some hours after a bucket was made, and CloudFront passes this on.
  const isRedirect = status >= 300 && status < 400 && header("server") === "AmazonS3";
  return isRedirect && header("location").includes(".amazonaws.com") ? "other-region" : undefined;
}

/** Why S3 cannot decrypt an object. */
export type KmsError = "no-permission" | "unusable" | "missing" | "signature-version" | "other";

const kmsCodes: Readonly<Record<string, KmsError>> = {
  "KMS.AccessDeniedException": "no-permission",
  "KMS.DisabledException": "unusable",
  "KMS.KMSInvalidStateException": "unusable",
  "KMS.NotFoundException": "missing",
};

const kmsMessages: readonly (readonly [part: string, error: KmsError])[] = [
  ["kms:Decrypt", "no-permission"],
  ["ciphertext refers to a customer master key", "no-permission"],
  ["KMS managed keys require AWS Signature Version 4", "signature-version"],
  // What the user of an origin access identity gets, who has no account.
  ["No account found for the given parameters", "signature-version"],
];

/**
 * Reads an error of S3 about a KMS key, in all wordings that users reported.
 *
 * Sources: AWS re:Post, "How do I use CloudFront to serve SSE-KMS encrypted content from S3?"; aws-sdk-php
 * issues 1568 and 1718, aws-sdk-js issue 1994.
 */
export function readKmsError({ code, message }: ErrorBody): KmsError | undefined {
  const [, byMessage] = kmsMessages.find(([part]) => message.includes(part)) ?? [];
  return byMessage ?? ownValue(kmsCodes, code) ?? (code.startsWith("KMS.") ? "other" : undefined);
}
