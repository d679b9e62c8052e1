import type { ReadAnswer } from "./read-answer.ts";

/** Why S3 denies a request, where its answer says more than `Access Denied`. */
export type S3Error =
  | "no-such-key"
  | "no-such-bucket"
  | "other-region"
  | "signature"
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
  if (byMessage ?? codes[code]) return byMessage ?? codes[code];
  // S3 redirects for some hours after a bucket was made, and CloudFront passes this on.
  const isRedirect = status >= 300 && status < 400 && header("server") === "AmazonS3";
  return isRedirect && header("location").includes(".amazonaws.com") ? "other-region" : undefined;
}
