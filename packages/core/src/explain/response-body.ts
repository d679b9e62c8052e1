import type { CloudFrontFindingId, Told } from "./fixes.ts";

const fingerprints: readonly (readonly [CloudFrontFindingId, RegExp, string])[] = [
  [
    "s3-query-auth",
    /Query-string authentication requires|<AWSAccessKeyId>/,
    "the body is S3's complaint about parameters that were forwarded to it",
  ],
  ["origin-kms", /KMS\.\w+Exception/, "the body names a KMS error of the origin"],
  [
    "s3-denied",
    /<Message>Access Denied<|^\s*AccessDenied\s*Access Denied|<HostId>/,
    'the body is S3\'s: "Access Denied" with a capital D, or a HostId',
  ],
  [
    "blocked-before-signing",
    /The request could not be satisfied/i,
    'the body is CloudFront\'s HTML page "The request could not be satisfied"',
  ],
];

/** What the answer alone says about where it came from; nothing when it may be a denied signature. */
export function notAboutSigning(body: string, status: number | undefined): Told | undefined {
  if (status === 413 || status === 414) return ["request-too-large", "proven", `the status is ${status}`];
  const [id, , evidence = ""] = fingerprints.find(([, pattern]) => pattern.test(body)) ?? [];
  if (id) return [id, "proven", evidence];
  // A distribution's own error page may have another status.
  return status !== undefined && status !== 403
    ? ["not-a-signing-error", "likely", `the status is ${status}, and a denied signature is 403`]
    : undefined;
}

/**
 * The `Code` of one of CloudFront's own error bodies; also of what is copied from a browser's window, where
 * the tags are not seen.
 */
export function codeOf(body: string): string | undefined {
  return /(?:<Code>|^\s*)(MissingKey|InvalidKey|MalformedSignature|MalformedPolicy|AccessDenied(?![^A]*Access Denied))/.exec(
    body,
  )?.[1];
}
