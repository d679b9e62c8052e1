import { type Finding, proven } from "../findings/finding.ts";
import type { ReadQuestion } from "../question/question.ts";
import { placeholderIn } from "./placeholders.ts";
import { searchSignature } from "./signature-search.ts";
import { signatureSizeFinding } from "./signature-size-finding.ts";

/** What the signature of a request was made for, and with which key. */
export async function signatureFindings(question: ReadQuestion): Promise<Finding[]> {
  const { code, verifier, keyPairId } = question;
  const isUnknownKey = verifier !== undefined && !verifier.keyPairIds.includes(keyPairId);
  // For an unknown key, a signature that is valid for nothing only says that the key is unknown.
  const findings = (await causesOfMismatch(question)).filter(
    ({ id }) => !(isUnknownKey && id === "signature-mismatch"),
  );
  findings.push(...placeholderFindings(question));
  if (code === "InvalidKey") findings.push(proven("key-not-trusted", "answered-invalid-key"));
  // With any other code CloudFront says that it knows the key.
  else if (isUnknownKey && !code) findings.push(proven("key-not-trusted", "key-pair-id-not-in-group"));
  return findings;
}

async function causesOfMismatch(question: ReadQuestion): Promise<Finding[]> {
  const { request, credentials, verifier } = question;
  const { signature } = credentials;
  if (!signature) return [];
  const sizeFinding = signatureSizeFinding(signature, request.parameters.get("Signature") ?? "", !verifier);
  if (sizeFinding) return [sizeFinding];
  if (!verifier || credentials.problem) return [];
  // Without its URL a canned policy cannot be rebuilt.
  if (request.url === "" && credentials.kind === "canned") return [];
  return searchSignature(verifier, credentials, question);
}

/** A policy that was sent with its placeholders shows it itself. */
function placeholderFindings({ credentials: { kind, policyText = "" } }: ReadQuestion): Finding[] {
  const placeholder = kind === "custom" ? placeholderIn(policyText) : undefined;
  if (placeholder === undefined) return [];
  return [proven("placeholder-signed", { kind: "placeholder", member: "policy", placeholder })];
}
