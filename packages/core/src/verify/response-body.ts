import type { CloudFrontFindingId } from "./fixes.ts";

const fingerprints: readonly (readonly [CloudFrontFindingId, RegExp, string])[] = [
  [
    "s3-query-auth",
    /Query-string authentication requires|<AWSAccessKeyId>/,
    "the body is S3's complaint about parameters that were forwarded to it",
  ],
  ["origin-kms", /KMS\.\w+/, "the body names a KMS error of the origin"],
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
export function notAboutSigning(body: string, status: number | undefined): [CloudFrontFindingId, evidence: string] | undefined {
  if (status === 413 || status === 414) return ["request-too-large", `the status is ${status}`];
  const [id, , evidence = ""] = fingerprints.find(([, pattern]) => pattern.test(body)) ?? [];
  if (id) return [id, evidence];
  return status !== undefined && status !== 403
    ? ["not-a-signing-error", `the status is ${status}, and a denied signature is 403`]
    : undefined;
}

/** The `Code` of one of CloudFront's own error bodies; also of what is copied from a browser's window, where the tags are not seen. */
export function codeOf(body: string): string | undefined {
  return /(?:<Code>|^\s*)(MissingKey|InvalidKey|MalformedSignature|MalformedPolicy|AccessDenied)/.exec(body)?.[1];
}
