import { type CloudFrontFindingId, findingEntry } from "../checks/entries.ts";
import type { ReadQuestion } from "../request/question.ts";
import type { DenialFinding } from "./finding.ts";

/** Faults of a URL that may be those of the text that shows it: the reader of a text repairs them. */
export const ofWriting: readonly CloudFrontFindingId[] = [
  "html-escaped",
  "parameters-escaped",
  "quoted-printable",
  "stray-characters",
  "url-truncated",
];

/** What speaks against a success: another writing than what was sent, or a signature where none was needed. */
function isRefutedBySuccess({ id }: DenialFinding): boolean {
  const ids: readonly CloudFrontFindingId[] = [...ofWriting, "segment-not-signed", "url-encoding-changed"];
  return findingEntry(id).kind === "missing" || ids.includes(id);
}

/**
 * Findings with no more certainty than the question allows: the bytes of a request prove something if they are those that
 * were sent, and if the answer can be one to them. What a key decided stays.
 */
export function asFarAsKnown(
  findings: readonly DenialFinding[],
  question: ReadQuestion,
  response: readonly DenialFinding[],
): DenialFinding[] {
  const isOfOrigin = response.some(({ id }) => findingEntry(id).isOfOrigin);
  if (!question.isRequestUncertain && !question.answer.isAllowed && !isOfOrigin && !isOfOther(question))
    return [...findings];
  return findings.map((finding) => {
    if (question.answer.isAllowed && isRefutedBySuccess(finding))
      return { ...finding, certainty: "possible" };
    return finding.certainty === "proven" && !finding.isOfKey ? { ...finding, certainty: "likely" } : finding;
  });
}

/** Whether the answer is to a request that was read further than this one can be, or that had no key pair ID. */
export function isOfOther({ code, request, keyLookupProblem, credentials }: ReadQuestion): boolean {
  if (code === undefined) return false;
  const problem = request.problem ?? keyLookupProblem ?? credentials.problem;
  const [reached, last] = [stepOf(code), stepOf(problem)];
  return reached > last || (code === "MissingKey" && reached < last);
}

/** Whether a request has the fault that the code of its answer is for. */
export function isAnsweredByCode({ code, request, keyLookupProblem, credentials }: ReadQuestion): boolean {
  const problem = request.problem ?? keyLookupProblem ?? credentials.problem;
  return code !== undefined && problem !== undefined && stepOf(code) === stepOf(problem);
}

/** How far CloudFront reads a request, by its codes and by what keeps a request from being read further. */
const steps: readonly (readonly string[])[] = [
  ["request-invalid", "request-too-large"],
  ["MissingKey", "no-credentials", "cookies-shadowed-by-query", "key-id-missing"],
  ["InvalidKey", "key-id-not-a-key-id"],
  [
    "MalformedSignature",
    "MalformedPolicy",
    "signature-missing",
    "signature-undecodable",
    "policy-missing",
    "policy-undecodable",
    "policy-not-json",
    "policy-schema",
    "expires-invalid",
  ],
];

/** The last step for all that is read whole. */
function stepOf(name = ""): number {
  const step = steps.findIndex((names) => names.includes(name));
  return step < 0 ? steps.length : step;
}
