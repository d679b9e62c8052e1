import { type CloudFrontFindingId, type Finding, proven } from "../finding.ts";
import type { ReadQuestion } from "../question.ts";
import type { AnswerEvidence } from "./answer-evidence.ts";

/** Bodies by which those that answer instead of CloudFront's signature check are recognized. */
const knownBodies: readonly {
  pattern: RegExp;
  id: CloudFrontFindingId;
  evidence: Extract<AnswerEvidence, string>;
}[] = [
  {
    pattern: /Query-string authentication requires|<AWSAccessKeyId>/,
    id: "s3-query-auth",
    evidence: "s3-parameter-error",
  },
  { pattern: /KMS\.\w+Exception/, id: "origin-kms", evidence: "origin-kms-error" },
  {
    pattern: /<Message>Access Denied<|^\s*AccessDenied\s*Access Denied|<HostId>/,
    id: "s3-denied",
    evidence: "s3-error-body",
  },
  {
    pattern: /The request could not be satisfied/i,
    id: "blocked-before-signing",
    evidence: "cloudfront-html-page",
  },
];

/** What the answer alone shows. */
export function responseFindings(question: ReadQuestion): Finding[] {
  const { body, status, code, request } = question;
  if (status === 413 || status === 414)
    return [proven("request-too-large", { kind: "status-too-large", status })];
  const known = knownBodies.find(({ pattern }) => pattern.test(body));
  if (known) return [proven(known.id, known.evidence)];
  // Only likely: a distribution's own error page can have any status.
  if (status !== undefined && status !== 403)
    return [{ id: "not-a-signing-error", certainty: "likely", evidence: { kind: "status-not-403", status } }];
  if (code === "MissingKey" && !request.problem && !question.keyLookupProblem)
    return [proven("parameters-lost", "answered-missing-key")];
  return [];
}

/** What a denial shows where the verifier restricts nothing: there, nothing else counts. */
export function unrestrictedFindings({ status, code }: ReadQuestion): Finding[] {
  if (!code && !status) return [];
  return [{ id: "not-restricted", certainty: "likely", evidence: "path-not-restricted" }];
}

/** What a denial shows when nothing wrong was found. */
export function unexplainedFindings({ verifier, keyPairId, request, code, status }: ReadQuestion): Finding[] {
  if (!code && !status) return [];
  if (!verifier) return [{ id: "signature-mismatch", certainty: "possible", evidence: "no-public-key" }];
  if (!verifier.keyPairIds.includes(keyPairId))
    return [
      { id: "key-not-trusted", certainty: "possible", evidence: "key-pair-id-not-in-group-but-accepted" },
    ];
  if (!request.url)
    return [{ id: "nothing-wrong-here", certainty: "possible", evidence: "no-url-to-compare" }];
  return [{ id: "nothing-wrong-here", certainty: "likely", evidence: "all-valid" }];
}
