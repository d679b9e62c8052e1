import type { ErrorBody } from "./error-body.ts";

/** Why S3 cannot decrypt an object. */
export type KmsError = "no-permission" | "unusable" | "missing" | "signature-version" | "other";

const codes: Readonly<Record<string, KmsError>> = {
  "KMS.AccessDeniedException": "no-permission",
  "KMS.DisabledException": "unusable",
  "KMS.KMSInvalidStateException": "unusable",
  "KMS.NotFoundException": "missing",
};

const messages: readonly (readonly [part: string, error: KmsError])[] = [
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
  const [, byMessage] = messages.find(([part]) => message.includes(part)) ?? [];
  return byMessage ?? codes[code] ?? (code.startsWith("KMS.") ? "other" : undefined);
}
