import { type Finding, proven } from "../finding.ts";
import { requestFinding } from "../parameters/request-findings.ts";
import type { ReadQuestion } from "../question.ts";
import { searchSignature } from "./signature-search.ts";
import { signatureSizeFinding } from "./signature-size-finding.ts";

/** What is wrong with the signing parameters, and what the signature was made for. */
export async function signatureFindings(question: ReadQuestion): Promise<Finding[]> {
  const { request, credentials, code, verifier, keyPairId } = question;
  const problem = request.problem ?? question.keyLookupProblem;
  if (problem) return [requestFinding(problem, question)];
  const isUnknownKey = verifier !== undefined && !verifier.keyPairIds.includes(keyPairId);
  const cause = await causeOfMismatch(question);
  const findings: Finding[] = [];
  // For an unknown key, a signature that is valid for nothing only says that the key is unknown.
  if (cause && !(isUnknownKey && cause.id === "signature-mismatch")) findings.push(cause);
  if (code === "InvalidKey") findings.push(proven("key-not-trusted", "answered-invalid-key"));
  // With any other code CloudFront says that it knows the key.
  else if (isUnknownKey && !code) findings.push(proven("key-not-trusted", "key-pair-id-not-in-group"));
  if (credentials.problem) findings.push(requestFinding(credentials.problem, question));
  return findings;
}

async function causeOfMismatch(question: ReadQuestion): Promise<Finding | undefined> {
  const { request, credentials, verifier } = question;
  const sizeFinding = credentials.signature && signatureSizeFinding(credentials.signature);
  if (sizeFinding || !verifier || credentials.problem) return sizeFinding;
  // Without its URL a canned policy cannot be rebuilt.
  if (request.url === "" && credentials.kind === "canned") return undefined;
  return searchSignature(verifier, credentials, question);
}
